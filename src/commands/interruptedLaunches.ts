import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { commands, views } from '../contributions';
import type { Launch } from '../launch/launch';
import { isRunning } from '../launch/launchState';
import { describeStudyCounts } from '../messages/studies';
import { formatCount } from '../platform/format';
import { pruneList } from '../study/pruneList';
import type { Study } from '../study/studyRunner';
import { toButton } from '../ui/remedyButtons';
import { showWithButtons } from '../ui/showWithButtons';
import { formatStudyLabel } from '../views/studyItems';
import { createLaunchButton } from '../workflow/launchButtons';
import { listStudyButtons } from './study/studyButtons';

/** How often and how long to check whether the window of another launch has died; ms. */
const lookAgain = { everyMs: 10_000, forMs: 90_000 };

/**
 * After a reload or a crash: offers to resume the interrupted launches of this workspace, and studies that were
 * interrupted within a row or between two. Deletes the oldest launches beyond the limit. Apart from that, it only reads
 * the journal; nothing is sent before a click.
 */
export async function offerInterrupted(
  context: Pick<CommandContext, 'launches' | 'launchesView' | 'log' | 'pages' | 'settings'>,
): Promise<void> {
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
 * Offers what was interrupted since the last look: first studies, then launches that are rows of none.
 * @param offered the identifiers of the launches and studies that the user was told of
 * @returns whether nothing is left that may still turn out to be interrupted
 */
async function offerNew(
  context: Pick<CommandContext, 'launches' | 'launchesView' | 'log' | 'pages'>,
  offered: Set<string>,
): Promise<boolean> {
  const { launches, log } = context;
  const all = await launches.list();
  const here = all.filter(
    ({ record: { plan } }) => 'files' in plan.model && plan.model.files.paths.some(isOpen),
  );
  const interrupted = here.filter(({ id, state }) => state === 'interrupted' && !offered.has(id));
  const mayHaveStudies = interrupted.length > 0 || all.some(({ record }) => record.plan.study);
  const studies = mayHaveStudies ? await launches.listStudies() : [];
  const studiesHere = studies.filter(({ record }) => isOpen(record.study.table.path));
  const endedStudies = findEndedStudies(studiesHere, interrupted).filter(({ id }) => !offered.has(id));
  const endedLaunches = findLaunchesAlone(interrupted, studies);
  for (const { id } of [...endedStudies, ...interrupted]) offered.add(id);
  const offers = endedStudies.map((study) => offerStudy(context, study));
  if (endedLaunches.length > 0) offers.push(offerLaunches(endedLaunches));
  // The user may answer at any time.
  for (const offer of offers) offer.catch((error: unknown) => log.failed(error));
  return (
    !here.some(({ state, runsHere }) => isRunning(state) && !runsHere) &&
    !studiesHere.some(({ state, runsHere }) => state.isRunning && !runsHere)
  );
}

/** The studies that can go on. One that was stopped has said so, unless one of its launches is interrupted. */
function findEndedStudies(studies: readonly Study[], interrupted: readonly Launch[]): Study[] {
  const ids = new Set(interrupted.map(({ record }) => record.plan.study?.id));
  return studies.filter(({ id, state }) => state.canResume && (state.stopped === undefined || ids.has(id)));
}

/** The launches that are rows of none of the studies. */
function findLaunchesAlone(interrupted: readonly Launch[], studies: readonly Study[]): Launch[] {
  const ids = new Set(studies.map(({ id }) => id));
  return interrupted.filter(({ record }) => !ids.has(record.plan.study?.id ?? ''));
}

/** Whether a file is in a folder of this window. */
function isOpen(file: string): boolean {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file)) !== undefined;
}

async function offerStudy(
  context: Pick<CommandContext, 'launchesView' | 'pages'>,
  study: Study,
): Promise<void> {
  const label = formatStudyLabel(study.record.study);
  const counts = describeStudyCounts(study.state.counts, formatCount);
  await showWithButtons('warning', vscode.l10n.t('The study “{0}” was interrupted: {1}.', label, counts), [
    // VS Code highlights the first button, which must not use up a simulation.
    { label: vscode.l10n.t('Show Study'), run: () => context.launchesView.showStudy(study.id) },
    ...listStudyButtons(context, study),
  ]);
}

async function offerLaunches(interrupted: readonly Launch[]): Promise<void> {
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
    [show, createLaunchButton(vscode.l10n.t('Resume'), commands.resumeLaunch, first.id)],
  );
}
