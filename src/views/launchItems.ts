import * as vscode from 'vscode';
import { totalSizeOf } from '../client/core/totalSize';
import type { Identifier } from '../client/core/types';
import { toPromptName } from '../client/mapping/prompts';
import { escapeInvisible } from '../client/text/visibleText';
import { contextValues } from '../contributions';
import type { Launch } from '../launch/launch';
import { type LaunchAction, launchActions } from '../launch/launchActions';
import { getProjectName, isProjectOnly } from '../launch/launchRecord';
import { needsAttention } from '../launch/launchState';
import { describeUnreadableRecord } from '../messages/launchErrors';
import { describeProblem } from '../messages/launchProblems';
import { formatBytes, formatTime } from '../platform/format';
import { escapeForDisplay, withoutSecrets } from '../platform/output';
import { createDetailsUri } from './documentUris';
import { type DetailName, type LaunchNode, listDetailNames } from './launchNodes';
import { formatWhen } from './launchPeriods';
import { createLaunchIcon, formatExactStatus, formatStatus, getStateLabel } from './launchStates';
import { createPeriodItem } from './periodItem';
import type { RowPlace } from './rowPlaces';
import { createStudyItem, createWaitingItem } from './studyItems';

/**
 * The only place that decides the appearance, accessible name and commands of a row in the Launches view.
 * @param place where the launch or study of the row is; the row names it unless it is selected
 */
export function createLaunchItem(node: LaunchNode, place?: RowPlace): vscode.TreeItem {
  return withoutSecrets(createPlainItem(node, place));
}

function createPlainItem(node: LaunchNode, place: RowPlace | undefined): vscode.TreeItem {
  switch (node.kind) {
    case 'period':
      return createPeriodItem(node);
    case 'unreadable':
      return createUnreadableItem(node);
    case 'study':
      return createStudyItem(node, listPlace(place));
    case 'waitingRows':
      return createWaitingItem(node);
    case 'launch':
      return launchRow(node.launch, listPlace(place));
    case 'detail':
      return createDetailItem(node);
    case 'files':
      return createFilesItem(node);
    case 'file':
      return createFileItem(node);
  }
}

/** The environment of a row, in a word also if it is protected: not every font has a shield. @returns nothing for the one that is selected */
function listPlace(place: RowPlace | undefined): readonly string[] {
  if (place === undefined || place.isSelected) return [];
  const name = escapeInvisible(place.name, 60);
  return [place.isProtected ? vscode.l10n.t('{0} (protected)', name) : name];
}

function launchRow(launch: Launch, place: readonly string[]): vscode.TreeItem {
  const { record } = launch;
  const name = getLabel(record);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `launch:${launch.id}`;
  item.description = formatDescription(launch, place);
  item.tooltip = formatTooltip(launch);
  item.iconPath = createLaunchIcon(launch);
  item.contextValue = ['launch', ...launchActions(launch)].join(' ');
  item.accessibilityInformation = { label: formatAccessibleName(launch, place) };
  // The tree itself passes on whether the key or the click should move the focus and keep the editor.
  item.command = {
    command: 'vscode.open',
    title: vscode.l10n.t('Show Details'),
    // VS Code uses the label only if there are options.
    arguments: [createDetailsUri(launch.id), {}, escapeForDisplay(name)],
  };
  return item;
}

/** The launch of a study is labelled by its row, and by its model, or by its answers if all share an existing model. */
function getLabel({ plan }: Launch['record']): string {
  const { study, model, answers = {} } = plan;
  if (study === undefined) return model.name;
  const given = Object.values(answers).flatMap((ofBody) => Object.entries(ofBody));
  const shown = given.map(([placeholder, value]) => `${toPromptName(placeholder)} ${value}`).join(', ');
  const what = 'id' in model && shown !== '' ? shown : model.name;
  return `${study.row.toLocaleString(vscode.env.language)} · ${escapeInvisible(what)}`;
}

/** The icon shows the state, so the description begins with it only for a launch that needs attention. */
function formatDescription(launch: Launch, place: readonly string[]): string {
  const { record, state, status } = launch;
  const progress = formatProgress(launch);
  if (progress !== undefined) return progress.join(' · ');
  if (status !== undefined)
    return [formatStatus(status).join(', '), ...place, ...noteOf(record), ...projectOf(record)].join(' · ');
  const when = formatOwnTime(launch);
  const first = needsAttention(state) ? `${getStateLabel(state)} ${when}` : when;
  return [first, ...place, ...noteOf(record), ...projectOf(record)].join(' · ');
}

function formatAccessibleName(launch: Launch, place: readonly string[]): string {
  const { record, state, status } = launch;
  const words = [
    ...(launch.isAsking === true ? [] : [getStateLabel(state)]),
    ...(formatProgress(launch) ?? (status && formatStatus(status)) ?? [formatOwnTime(launch)]),
    ...place,
    ...noteOf(record),
    ...projectOf(record),
  ];
  return vscode.l10n.t('Launch of {0}, {1}', getLabel(record), words.join(', '));
}

/** Says when something happened that needs attention, and when any other launch was started. */
function formatOwnTime({ record, state }: Launch): string {
  const at = needsAttention(state) ? record.changedAt : record.plannedAt;
  return formatWhen(at, Date.now(), vscode.env.language);
}

function noteOf({ note }: Launch['record']): string[] {
  return note === undefined ? [] : [escapeInvisible(note)];
}

/** The project's name; empty for a launch that creates only a project, or of a study: their rows name it already. */
function projectOf(record: Launch['record']): string[] {
  const isNamed = isProjectOnly(record) || record.plan.study !== undefined;
  const name = isNamed ? undefined : getProjectName(record);
  return name === undefined ? [] : [name];
}

/** The state as displayed. A launch sends nothing while its user is asked, whatever step it is at. */
export function describeState({ state, isAsking }: Launch): string {
  return isAsking === true ? vscode.l10n.t('waiting for you') : getStateLabel(state);
}

/**
 * How far a launch is: the percentage and the bytes of an upload, or who it waits for.
 * @returns nothing unless this window uploads, or asks the user
 */
export function formatProgress(launch: Launch): string[] | undefined {
  const { state, progress } = launch;
  if (launch.isAsking === true) return [describeState(launch)];
  if (state !== 'uploading' || progress === undefined) return undefined;
  const { bytesDone, bytesTotal, waitingFor } = progress;
  if (waitingFor !== undefined) return [vscode.l10n.t('Waiting for the file server… ({0})', waitingFor)];
  if (bytesDone >= bytesTotal) return [vscode.l10n.t('Waiting for the file server to confirm…')];
  return [
    // Rounded down, because nothing is complete before its last byte.
    (Math.floor((100 * bytesDone) / bytesTotal) / 100).toLocaleString(vscode.env.language, {
      style: 'percent',
    }),
    vscode.l10n.t('{0} of {1}', formatBytes(bytesDone), formatBytes(bytesTotal)),
  ];
}

const inTooltip: readonly DetailName[] = [
  'note',
  'problem',
  'project',
  'model',
  'simulation',
  'status',
  'planned',
  'changed',
];

/** Has the exact times and the identifiers, which the row leaves out. */
function formatTooltip(launch: Launch): string {
  const details = listDetailNames(launch)
    .filter((name) => inTooltip.includes(name))
    .map((name) => formatDetail(getDetail(launch, name)));
  return [launch.record.plan.model.name, describeState(launch), ...details].join('\n');
}

function createUnreadableItem({ record }: Extract<LaunchNode, { kind: 'unreadable' }>): vscode.TreeItem {
  const { id, code, name } = record;
  const label = name ?? vscode.l10n.t('Unreadable launch record');
  const item = new vscode.TreeItem(label);
  item.id = `unreadable:${id}`;
  item.description = describeUnreadable(code);
  item.tooltip = describeUnreadableRecord(code);
  item.accessibilityInformation = { label: `${label}, ${item.description}` };
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  // Like a failed list, it can be requested again; a damaged record does not improve by that.
  item.contextValue = code === 'damaged' ? ('remove' satisfies LaunchAction) : contextValues.failed;
  return item;
}

function describeUnreadable(code: string): string {
  switch (code) {
    case 'newer':
      return vscode.l10n.t('Created by a newer version of this extension. Reload the window.');
    case 'damaged':
      return vscode.l10n.t('record damaged');
    default:
      return code;
  }
}

function createDetailItem({ launch, name }: Extract<LaunchNode, { kind: 'detail' }>): vscode.TreeItem {
  const detail = getDetail(launch, name);
  const { label, value, icon } = detail;
  const item = new vscode.TreeItem(label);
  item.id = `detail:${launch.id}:${name}`;
  item.description = value;
  item.tooltip = value;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.accessibilityInformation = { label: formatDetail(detail) };
  return item;
}

/** For places without columns: screen readers and tooltips. */
function formatDetail({ label, value }: Detail): string {
  return `${label} ${value}`;
}

export interface Detail {
  readonly label: string;
  readonly value: string;
  readonly icon: string;
}

export function getDetail(launch: Launch, name: DetailName): Detail {
  const { plan, project, modelId, simulation, plannedAt, changedAt, problem, note } = launch.record;
  return {
    note: () => ({ label: vscode.l10n.t('Note'), value: escapeInvisible(note ?? ''), icon: 'note' }),
    project: () => ({
      label: vscode.l10n.t('Project'),
      value: formatId(getProjectName(launch.record), project?.id),
      icon: 'project',
    }),
    model: () => ({ label: vscode.l10n.t('Model'), value: String(modelId), icon: 'package' }),
    simulation: () => ({
      label: vscode.l10n.t('Simulation'),
      value: String(simulation?.id ?? vscode.l10n.t('no ID')),
      icon: 'rocket',
    }),
    status: () => ({
      label: vscode.l10n.t('Status'),
      value: launch.status === undefined ? '' : formatExactStatus(launch.status),
      icon: 'pulse',
    }),
    service: () => ({
      label: vscode.l10n.t('Service'),
      value: `${plan.service.origin}, ${plan.service.variant}`,
      icon: 'globe',
    }),
    planned: () => ({ label: vscode.l10n.t('Started'), value: formatTime(plannedAt), icon: 'calendar' }),
    changed: () => ({ label: vscode.l10n.t('Last change'), value: formatTime(changedAt), icon: 'history' }),
    problem: () => ({
      label: vscode.l10n.t('Problem'),
      value: problem ? describeProblem(problem) : '',
      icon: 'warning',
    }),
    commit: () => ({ label: vscode.l10n.t('Commit'), value: commitText(launch), icon: 'git-commit' }),
  }[name]();
}

function formatId(name: string | undefined, id: Identifier | undefined): string {
  return id === undefined || String(id) === name ? (name ?? '') : `${name ?? ''} (${id})`;
}

function commitText({ record }: Launch): string {
  const { commit = '', dirty = false } = record.plan.source ?? {};
  return dirty ? `${commit}, ${vscode.l10n.t('with uncommitted changes')}` : commit;
}

function createFilesItem({ launch, files }: Extract<LaunchNode, { kind: 'files' }>): vscode.TreeItem {
  const label = vscode.l10n.t('Files');
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, files === undefined ? None : Collapsed);
  item.id = `files:${launch.id}`;
  item.description =
    files === undefined
      ? vscode.l10n.t('The list of files cannot be read.')
      : vscode.l10n.t(
          '{0} of {1} uploaded, {2}',
          files.accepted.size,
          files.planned.length,
          formatBytes(totalSizeOf(files.planned)),
        );
  item.iconPath = new vscode.ThemeIcon('files');
  item.accessibilityInformation = { label: `${label} ${item.description}` };
  return item;
}

function createFileItem({ launch, file, sha256 }: Extract<LaunchNode, { kind: 'file' }>): vscode.TreeItem {
  const item = new vscode.TreeItem(file.name);
  const word = sha256 === undefined ? vscode.l10n.t('not uploaded') : vscode.l10n.t('uploaded');
  item.id = `file:${launch.id}:${file.name}`;
  item.description = `${formatBytes(file.size)}, ${word}`;
  item.tooltip = sha256 === undefined ? file.name : `${file.name}\nSHA-256 ${sha256}`;
  item.iconPath = new vscode.ThemeIcon(sha256 === undefined ? 'circle-outline' : 'check');
  item.accessibilityInformation = { label: `${file.name}, ${item.description}` };
  return item;
}
