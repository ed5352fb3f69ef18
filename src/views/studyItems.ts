import path from 'node:path';
import * as vscode from 'vscode';
import { escapeInvisible } from '../client/text/visibleText';
import { describeStopReason, describeStudyCounts } from '../messages/studies';
import { formatCount, formatLine, formatTime } from '../platform/format';
import type { StudyPlan } from '../study/study';
import type { Study } from '../study/studyRunner';
import { getStudyGroup } from './launchFilter';
import type { LaunchNode, StudyTreeRow } from './launchNodes';
import { formatWhen } from './launchPeriods';
import { createGroupIcon, createStateIcon } from './launchStates';
import { formatStatusCounts } from './statusCounts';

/** Names a study by its project and its table. */
export function formatStudyLabel({
  project,
  table,
}: {
  readonly project: Pick<StudyPlan['project'], 'name'>;
  readonly table: Pick<StudyPlan['table'], 'path'>;
}): string {
  const name = escapeInvisible(path.basename(table.path), 60);
  return `${escapeInvisible(project.name, 60)}, ${name}`;
}

/**
 * The row of a study, with the number of rows that have started.
 * @param place its environment, unless that is selected
 */
export function createStudyItem(
  { study, statuses }: StudyTreeRow,
  place: readonly string[],
): vscode.TreeItem {
  const { record, state } = study;
  const label = formatStudyLabel(record.study);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  const counts = describeStudyCounts(state.counts, formatCount);
  const said = formatStatusCounts(statuses, formatCount);
  const stopped = state.stopped === undefined ? [] : [describeStopReason(state.stopped)];
  const when = formatWhen(record.agreedAt, Date.now(), vscode.env.language);
  item.id = `study:${study.id}`;
  // The end of a row is cut. Once all rows have started, what the service says of them is the news.
  const isStarted = state.counts.started === state.counts.rows;
  item.description = [...(isStarted ? [...said, counts] : [counts, ...said]), ...place].join(' · ');
  item.tooltip = [
    label,
    counts,
    ...said,
    ...stopped,
    formatLine(vscode.l10n.t('Started'), formatTime(record.agreedAt)),
    record.study.table.path,
  ].join('\n');
  item.iconPath = createIcon(study);
  item.contextValue = ['study', ...listStudyActions(study)].join(' ');
  item.accessibilityInformation = {
    label: vscode.l10n.t('Study {0}, {1}', label, [counts, ...said, ...stopped, when, ...place].join(', ')),
  };
  return item;
}

function createIcon({ state }: Study): vscode.ThemeIcon {
  const { failed, unknown } = state.counts;
  if (state.isRunning) return createStateIcon('launching');
  if (unknown > 0) return createStateIcon('unknown');
  if (failed > 0) return createStateIcon('failed');
  const group = getStudyGroup({ state });
  if (group === 'attention') return createStateIcon('interrupted');
  return createGroupIcon(group);
}

/** One row for all rows that are not begun. */
export function createWaitingItem({
  study,
  count,
}: Extract<LaunchNode, { kind: 'waitingRows' }>): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Waiting rows: {0}', formatCount(count)));
  item.id = `waiting:${study.id}`;
  item.iconPath = new vscode.ThemeIcon('circle-outline');
  return item;
}

/** The actions that a study offers. These words also occur in the context values of the Launches view. */
export type StudyAction =
  'resumeStudy' | 'stop' | 'tryFailedAgain' | 'resolveRows' | 'exportTable' | 'remove';

export function listStudyActions({ state, runsHere }: Pick<Study, 'state' | 'runsHere'>): StudyAction[] {
  const when: Readonly<Record<StudyAction, boolean>> = {
    resumeStudy: state.canResume,
    stop: runsHere,
    tryFailedAgain: state.canRetryFailed,
    resolveRows: state.counts.unknown > 0,
    exportTable: true,
    remove: !state.isRunning,
  };
  return (Object.keys(when) as StudyAction[]).filter((action) => when[action]);
}
