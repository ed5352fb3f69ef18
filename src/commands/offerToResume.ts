import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { views } from '../contributions';
import type { LaunchSummary } from '../launch/launchSummary';
import { describeStudyCounts } from '../messages/studies';
import { formatCount } from '../platform/format';
import { showMessage } from '../platform/output';
import type { Study } from '../study/studyRunner';
import { formatStudyLabel } from '../views/studyItems';
import { showWithButtons } from './showWithButtons';
import { resumeLaunch } from './startLaunch';
import { listStudyButtons } from './studyButtons';

/** Tells of interrupted launches, and of the studies that they belong to. Nothing is sent before a click. */
export async function offerToResume(
  context: CommandContext,
  interrupted: readonly LaunchSummary[],
): Promise<void> {
  const studies = new Map((await context.launches.listStudies()).map((study) => [study.id, study]));
  const alone = interrupted.filter(({ study }) => study === undefined || !studies.has(study.id));
  const belonging = new Set(interrupted.flatMap(({ study }) => studies.get(study?.id ?? '') ?? []));
  const offers = [...belonging]
    .filter(({ state }) => state.mayGoOn)
    .map((study) => offerStudy(context, study));
  await Promise.all([...offers, ...(alone.length > 0 ? [offerLaunches(context, alone)] : [])]);
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

async function offerLaunches(context: CommandContext, interrupted: readonly LaunchSummary[]): Promise<void> {
  const [first] = interrupted;
  const resume = vscode.l10n.t('Resume');
  const show = vscode.l10n.t('Show Launches');
  const chosen =
    first !== undefined && interrupted.length === 1
      ? await showMessage(
          'warning',
          vscode.l10n.t('The launch of “{0}” was interrupted.', first.name),
          // VS Code highlights the first button, which must not use up a simulation.
          show,
          resume,
        )
      : await showMessage(
          'warning',
          vscode.l10n.t('{0} launches were interrupted.', interrupted.length),
          show,
        );
  if (chosen === resume && first !== undefined) await resumeLaunch(context, first.id);
  if (chosen === show) await vscode.commands.executeCommand(`${views.launches}.focus`);
}
