import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { views } from '../contributions';
import type { Launch } from '../launch/launch';
import { isRunning } from '../launch/launchState';
import { describeStudyCounts } from '../messages/studies';
import { formatCount } from '../platform/format';
import { pruneList } from '../study/pruneList';
import type { Study } from '../study/studyRunner';
import { toButton } from '../ui/showError';
import { showWithButtons } from '../ui/showWithButtons';
import { formatStudyLabel } from '../views/studyItems';
import { resumeLaunch } from './launch/startLaunch';
import { listStudyButtons } from './study/studyButtons';

/** How often and how long to check whether the window of another launch has died; ms. */
const lookAgain = { everyMs: 10_000, forMs: 90_000 };

/**
 * After a reload or a crash: offers to resume the interrupted launches of this workspace, and studies that were
 * interrupted within a row or between two. Deletes the oldest launches beyond the limit. Apart from that, it only reads
 * the journal; nothing is sent before a click.
 */
export async function offerInterrupted(context: CommandContext): Promise<void> {
  const logFailed = (error: unknown): void => context.log.failed(error);
  const { launches, settings } = context;
  const offered = new Set<string>();
  for (let waitedMs = 0; waitedMs <= lookAgain.forMs; waitedMs += lookAgain.everyMs) {
    const isDone = await offerNew(context, offered).catch(logFailed);
    if (waitedMs === 0) pruneList(launches.runners, settings.keepLaunches).catch(logFailed);
    if (isDone !== false) return;
    // Wait before treating a window as dead, because it may only be busy.
    await new Promise<void>((resolve) => void setTimeout(resolve, lookAgain.everyMs).unref());
  }
}

/**
 * @param offered the identifiers of the launches and studies that the user was told of
 * @returns whether nothing is left that may still turn out to be interrupted
 */
async function offerNew(context: CommandContext, offered: Set<string>): Promise<boolean> {
  const all = await context.launches.list();
  const here = all.filter(
    ({ record: { plan } }) => 'files' in plan.model && plan.model.files.paths.some(isOpen),
  );
  const interrupted = here.filter(({ id, state }) => state === 'interrupted' && !offered.has(id));
  for (const { id } of interrupted) offered.add(id);
  const isDone = !here.some(({ state, runsHere }) => isRunning(state) && !runsHere);
  if (interrupted.length === 0 && !all.some(({ record }) => record.plan.study)) return isDone;
  const studies = await context.launches.listStudies();
  const known = new Set(studies.map(({ id }) => id));
  const alone = interrupted.filter(({ record }) => !known.has(record.plan.study?.id ?? ''));
  const rows = new Set(interrupted.map(({ record }) => record.plan.study?.id));
  const studiesHere = studies.filter(({ record }) => isOpen(record.study.table.path));
  // One that was stopped has said so.
  const ended = studiesHere.filter(
    ({ id, state }) => state.canResume && (state.stopped === undefined || rows.has(id)) && !offered.has(id),
  );
  for (const { id } of ended) offered.add(id);
  const offers = ended.map((study) => offerStudy(context, study));
  if (alone.length > 0) offers.push(offerLaunches(context, alone));
  // The user may answer at any time.
  for (const offer of offers) offer.catch((error: unknown) => context.log.failed(error));
  return isDone && !studiesHere.some(({ state, runsHere }) => state.isRunning && !runsHere);
}

/** Whether a file is in a folder of this window. */
function isOpen(file: string): boolean {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file)) !== undefined;
}

async function offerStudy(context: CommandContext, study: Study): Promise<void> {
  const label = formatStudyLabel(study.record.study);
  const counts = describeStudyCounts(study.state.counts, formatCount);
  await showWithButtons('warning', vscode.l10n.t('The study “{0}” was interrupted: {1}.', label, counts), [
    // VS Code highlights the first button, which must not use up a simulation.
    { label: vscode.l10n.t('Show Study'), run: () => context.launchesView.showStudy(study.id) },
    ...listStudyButtons(study),
  ]);
}

async function offerLaunches(context: CommandContext, interrupted: readonly Launch[]): Promise<void> {
  const [first] = interrupted;
  const show = toButton({ label: vscode.l10n.t('Show Launches'), command: `${views.launches}.focus` });
  if (first === undefined || interrupted.length > 1) {
    const text = vscode.l10n.t('{0} launches were interrupted.', interrupted.length);
    await showWithButtons('warning', text, [show]);
    return;
  }
  await showWithButtons(
    'warning',
    vscode.l10n.t('The launch of “{0}” was interrupted.', first.record.plan.model.name),
    // VS Code highlights the first button, which must not use up a simulation.
    [show, { label: vscode.l10n.t('Resume'), run: () => resumeLaunch(context, first.id) }],
  );
}
