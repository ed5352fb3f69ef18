import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { commands } from '../contributions';
import { describeLoadFailure, load } from '../load';

/** Handlers throw; their errors are logged and shown in {@link runShown} and nowhere else. */
export function registerCommands(context: CommandContext): vscode.Disposable {
  const registrations = Object.values(commands).map((id) =>
    // Returns nothing, so that other extensions calling a command learn nothing from it.
    vscode.commands.registerCommand(id, (...args: readonly unknown[]) =>
      runShown(context.log, ({ handlers }) => handlers[id](context, ...args)),
    ),
  );
  return vscode.Disposable.from(...registrations);
}

/** Runs what a user asked for with the parts that it needs. Its errors are logged and shown. */
export async function runShown(
  log: CommandContext['log'],
  run: (main: Awaited<ReturnType<typeof load>>) => void | Promise<void>,
): Promise<void> {
  const main = await load().catch(() => undefined);
  if (main === undefined) {
    // Nothing of the extension is there to show it.
    void vscode.window.showErrorMessage(describeLoadFailure());
    return;
  }
  try {
    await run(main);
  } catch (error) {
    log.failed(error);
    void main.showError(error);
  }
}
