import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import type { Launch } from '../launch/launch';
import { isRunning } from '../launch/launchState';
import { offerToResume } from './offerToResume';

/** How often and how long to check whether the window of another launch has died; ms. */
const lookAgain = { everyMs: 10_000, forMs: 90_000 };

/**
 * After a reload or a crash: offers to resume the interrupted launches of this workspace, and deletes the oldest
 * launches beyond the limit. Apart from that, it only reads the journal; nothing is sent before a click.
 */
export async function offerInterrupted(context: CommandContext): Promise<void> {
  const offered = new Set<string>();
  for (let waitedMs = 0; waitedMs <= lookAgain.forMs; waitedMs += lookAgain.everyMs) {
    const isDone = await logFailure(context, () => offerNew(context, offered));
    if (waitedMs === 0) prune(context);
    if (isDone !== false) return;
    // Wait before treating a window as dead, because it may only be busy.
    await new Promise<void>((resolve) => void setTimeout(resolve, lookAgain.everyMs).unref());
  }
}

function prune(context: CommandContext): void {
  void logFailure(context, () =>
    context.launches.runners.launches.remover.prune(context.settings.keepLaunches),
  );
}

async function logFailure<T>(context: CommandContext, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    context.log.failed(error);
    return undefined;
  }
}

/** @returns whether nothing is left that may still turn out to be interrupted */
async function offerNew(context: CommandContext, offered: Set<string>): Promise<boolean> {
  const all = await context.launches.list();
  const here = all.filter(belongsHere);
  const interrupted = here.filter(({ id, state }) => state === 'interrupted' && !offered.has(id));
  for (const { id } of interrupted) offered.add(id);
  const isDone = !here.some(({ state, runsHere }) => isRunning(state) && !runsHere);
  if (interrupted.length === 0 && !all.some(({ record }) => record.plan.study)) return isDone;
  return (await offerToResume(context, interrupted, offered)) && isDone;
}

function belongsHere({ record: { plan } }: Launch): boolean {
  const paths = 'files' in plan.model ? plan.model.files.paths : [];
  return paths.some((file) => vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file)) !== undefined);
}
