import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { views } from '../contributions';
import type { Launch } from '../launch/launch';
import { describeStudyCounts } from '../messages/studies';
import { formatCount } from '../platform/format';
import type { Study } from '../study/studyRunner';
import { toButton } from '../ui/showError';
import { showWithButtons } from '../ui/showWithButtons';
import { formatStudyLabel } from '../views/studyItems';
import { resumeLaunch } from './launch/startLaunch';
import { listStudyButtons } from './study/studyButtons';

/**
 * Tells of interrupted launches, and of studies that were interrupted within a row or between two. Nothing is sent
 * before a click.
 * @param offered the identifiers of the studies that the user was told of
 * @returns whether no study is left that may still turn out to be interrupted
 */
export async function offerToResume(
  context: CommandContext,
  interrupted: readonly Launch[],
  offered: Set<string>,
): Promise<boolean> {
  const studies = await context.launches.listStudies();
  const known = new Set(studies.map(({ id }) => id));
  const alone = interrupted.filter(({ record }) => !known.has(record.plan.study?.id ?? ''));
  const rows = new Set(interrupted.map(({ record }) => record.plan.study?.id));
  const here = studies.filter(({ record }) => isInWorkspace(record.study.table.path));
  // One that was stopped has said so.
  const ended = here.filter(
    ({ id, state }) => state.canResume && (state.stopped === undefined || rows.has(id)) && !offered.has(id),
  );
  for (const { id } of ended) offered.add(id);
  const offers = ended.map((study) => offerStudy(context, study));
  if (alone.length > 0) offers.push(offerLaunches(context, alone));
  // The user may answer at any time.
  for (const offer of offers) void offer.catch((error: unknown) => context.log.failed(error));
  return !here.some(({ state, runsHere }) => state.isRunning && !runsHere);
}

function isInWorkspace(file: string): boolean {
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
