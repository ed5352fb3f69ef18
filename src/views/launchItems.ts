import * as vscode from 'vscode';
import { totalSizeOf } from '../client/core/totalSize';
import type { Identifier } from '../client/core/types';
import { contextValues } from '../contributions';
import type { Launch } from '../launch/launch';
import { type LaunchAction, launchActions } from '../launch/launchActions';
import { getProjectName, isProjectOnly } from '../launch/launchRecord';
import { type LaunchState, needsAttention } from '../launch/launchState';
import { describeUnreadableRecord } from '../messages/launchErrors';
import { describeProblem } from '../messages/problems';
import { formatBytes } from '../platform/format';
import { withoutSecrets } from '../platform/output';
import type { LaunchNode } from './launchNodes';

/** The only place that decides the appearance, accessible name and commands of a row in the Launches view. */
export function createLaunchItem(node: LaunchNode): vscode.TreeItem {
  return withoutSecrets(createPlainItem(node));
}

function createPlainItem(node: LaunchNode): vscode.TreeItem {
  switch (node.kind) {
    case 'day':
      return createDayItem(node);
    case 'unreadable':
      return createUnreadableItem(node);
    case 'launch':
      return launchRow(node.launch);
    case 'detail':
      return createDetailItem(node);
    case 'files':
      return createFilesItem(node);
    case 'file':
      return createFileItem(node);
  }
}

/** The state as displayed. */
export function getStateLabel(state: LaunchState): string {
  switch (state) {
    case 'planned':
      return vscode.l10n.t('planned');
    case 'uploading':
      return vscode.l10n.t('uploading');
    case 'interrupted':
      return vscode.l10n.t('interrupted');
    case 'uploaded':
      return vscode.l10n.t('uploaded');
    case 'finalising':
      return vscode.l10n.t('finalising');
    case 'ready':
      return vscode.l10n.t('ready');
    case 'launching':
      return vscode.l10n.t('launching');
    case 'launched':
      return vscode.l10n.t('launched');
    case 'created':
      return vscode.l10n.t('created');
    case 'failed':
      return vscode.l10n.t('failed');
    case 'cancelled':
      return vscode.l10n.t('cancelled');
    case 'unknown':
      return vscode.l10n.t('outcome unknown');
  }
}

const icons: Readonly<Record<LaunchState, string>> = {
  planned: 'circle-outline',
  uploading: 'sync~spin',
  interrupted: 'debug-pause',
  uploaded: 'cloud',
  finalising: 'sync~spin',
  ready: 'pass',
  launching: 'sync~spin',
  launched: 'rocket',
  created: 'project',
  failed: 'error',
  cancelled: 'circle-slash',
  unknown: 'question',
};

function launchRow(launch: Launch): vscode.TreeItem {
  const { record, state } = launch;
  const item = new vscode.TreeItem(record.plan.model.name, vscode.TreeItemCollapsibleState.Collapsed);
  const word = getStateLabel(state);
  // For a launch that creates only a project, its name is the label already.
  const project = isProjectOnly(record) ? undefined : getProjectName(record);
  const words = [formatProgress(launch) ?? word, ...(project === undefined ? [] : [project])];
  item.id = `launch:${launch.id}`;
  item.description = words.join(', ');
  item.tooltip = [record.plan.model.name, ...words, formatDate(record.plannedAt)].join('\n');
  const color = needsAttention(state) ? new vscode.ThemeColor('list.warningForeground') : undefined;
  item.iconPath = new vscode.ThemeIcon(icons[state], color);
  item.contextValue = ['launch', ...launchActions(launch)].join(' ');
  item.accessibilityInformation = {
    label: vscode.l10n.t('Launch of {0}, {1}', record.plan.model.name, words.join(', ')),
  };
  return item;
}

function formatProgress({ state, progress }: Launch): string | undefined {
  if (state !== 'uploading' || progress === undefined) return undefined;
  const { bytesDone, bytesTotal } = progress;
  return vscode.l10n.t('uploading {0} of {1}', formatBytes(bytesDone), formatBytes(bytesTotal));
}

function createDayItem({ day }: Extract<LaunchNode, { kind: 'day' }>): vscode.TreeItem {
  const item = new vscode.TreeItem(formatDay(day), vscode.TreeItemCollapsibleState.Expanded);
  item.id = `day:${day}`;
  return item;
}

function createUnreadableItem({ record }: Extract<LaunchNode, { kind: 'unreadable' }>): vscode.TreeItem {
  const { id, code, name } = record;
  const item = new vscode.TreeItem(name ?? vscode.l10n.t('Unreadable launch record'));
  item.id = `unreadable:${id}`;
  item.description = describeUnreadable(code);
  item.tooltip = describeUnreadableRecord(code);
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

function formatDay(day: number): string {
  const today = new Date().setHours(0, 0, 0, 0);
  if (day === today) return vscode.l10n.t('Today');
  return new Date(day).toLocaleDateString(vscode.env.language, { dateStyle: 'full' });
}

function formatDate(at: number): string {
  return new Date(at).toLocaleString(vscode.env.language);
}

function createDetailItem({ launch, name }: Extract<LaunchNode, { kind: 'detail' }>): vscode.TreeItem {
  const { label, value, icon } = detailOf(launch, name);
  const item = new vscode.TreeItem(label);
  item.id = `detail:${launch.id}:${name}`;
  item.description = value;
  item.tooltip = value;
  item.iconPath = new vscode.ThemeIcon(icon);
  return item;
}

interface Detail {
  readonly label: string;
  readonly value: string;
  readonly icon: string;
}

function detailOf(launch: Launch, name: Extract<LaunchNode, { kind: 'detail' }>['name']): Detail {
  const { plan, project, modelId, simulation, plannedAt, changedAt, problem } = launch.record;
  const noId = vscode.l10n.t('no ID');
  switch (name) {
    case 'project':
      return {
        label: vscode.l10n.t('Project'),
        value: formatId(getProjectName(launch.record), project?.id),
        icon: 'project',
      };
    case 'model':
      return { label: vscode.l10n.t('Model'), value: String(modelId), icon: 'package' };
    case 'simulation':
      return { label: vscode.l10n.t('Simulation'), value: String(simulation?.id ?? noId), icon: 'rocket' };
    case 'service':
      return {
        label: vscode.l10n.t('Service'),
        value: `${plan.service.origin}, ${plan.service.variant}`,
        icon: 'globe',
      };
    case 'planned':
      return { label: vscode.l10n.t('Started'), value: formatDate(plannedAt), icon: 'calendar' };
    case 'changed':
      return { label: vscode.l10n.t('Last change'), value: formatDate(changedAt), icon: 'history' };
    case 'problem':
      return {
        label: vscode.l10n.t('Problem'),
        value: problem ? describeProblem(problem) : '',
        icon: 'warning',
      };
    case 'commit':
      return { label: vscode.l10n.t('Commit'), value: commitText(launch), icon: 'git-commit' };
  }
}

function formatId(name: string | undefined, id: Identifier | undefined): string {
  return id === undefined || String(id) === name ? (name ?? '') : `${name ?? ''} (${id})`;
}

function commitText({ record }: Launch): string {
  const { commit = '', dirty = false } = record.plan.source ?? {};
  return dirty ? vscode.l10n.t('{0}, with uncommitted changes', commit) : commit;
}

function createFilesItem({ launch, files }: Extract<LaunchNode, { kind: 'files' }>): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Files'), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `files:${launch.id}`;
  const size = formatBytes(totalSizeOf(files));
  item.description = vscode.l10n.t(
    '{0} of {1} uploaded, {2}',
    launch.record.accepted.size,
    files.length,
    size,
  );
  item.iconPath = new vscode.ThemeIcon('files');
  return item;
}

function createFileItem({ launch, file }: Extract<LaunchNode, { kind: 'file' }>): vscode.TreeItem {
  const item = new vscode.TreeItem(file.name);
  const sha256 = launch.record.accepted.get(file.name);
  const word = sha256 === undefined ? vscode.l10n.t('not uploaded') : vscode.l10n.t('uploaded');
  item.id = `file:${launch.id}:${file.name}`;
  item.description = `${formatBytes(file.size)}, ${word}`;
  item.tooltip = sha256 === undefined ? file.name : `${file.name}\nSHA-256 ${sha256}`;
  item.iconPath = new vscode.ThemeIcon(sha256 === undefined ? 'circle-outline' : 'check');
  return item;
}
