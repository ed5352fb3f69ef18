import * as vscode from 'vscode';
import type { KnownStatus, Launch } from '../launch/launch';
import type { LaunchGroup, LaunchState } from '../launch/launchState';
import { formatTime } from '../platform/format';
import { formatWhen } from './launchPeriods';

/** The state as displayed. */
export function getStateLabel(state: LaunchState): string {
  return {
    planned: () => vscode.l10n.t('planned'),
    uploading: () => vscode.l10n.t('uploading'),
    interrupted: () => vscode.l10n.t('interrupted'),
    uploaded: () => vscode.l10n.t('uploaded'),
    finalising: () => vscode.l10n.t('finalising'),
    ready: () => vscode.l10n.t('ready'),
    launching: () => vscode.l10n.t('launching'),
    launched: () => vscode.l10n.t('launched'),
    created: () => vscode.l10n.t('created'),
    failed: () => vscode.l10n.t('failed'),
    cancelled: () => vscode.l10n.t('cancelled'),
    unknown: () => vscode.l10n.t('outcome unknown'),
  }[state]();
}

export function getGroupLabel(group: LaunchGroup): string {
  return {
    attention: vscode.l10n.t('Needs Attention'),
    running: vscode.l10n.t('Running'),
    done: vscode.l10n.t('Done'),
    cancelled: vscode.l10n.t('Cancelled'),
  }[group];
}

/** Icons and colours by state. Each group of states has shapes of its own, because not everyone can tell colours. */
const icons: Readonly<Record<LaunchState, readonly [icon: string, color: string]>> = {
  planned: ['sync~spin', 'charts.blue'],
  uploading: ['sync~spin', 'charts.blue'],
  finalising: ['sync~spin', 'charts.blue'],
  launching: ['sync~spin', 'charts.blue'],
  interrupted: ['debug-pause', 'list.warningForeground'],
  uploaded: ['cloud', 'list.warningForeground'],
  unknown: ['question', 'list.warningForeground'],
  failed: ['error', 'list.errorForeground'],
  ready: ['pass', 'charts.green'],
  launched: ['rocket', 'charts.green'],
  created: ['project', 'charts.green'],
  cancelled: ['circle-slash', 'disabledForeground'],
};

const groupIcons: Readonly<Record<LaunchGroup, readonly [icon: string, color: string]>> = {
  attention: ['warning', 'list.warningForeground'],
  running: ['sync', 'charts.blue'],
  done: ['pass', 'charts.green'],
  cancelled: icons.cancelled,
};

/** What a service said of a simulation, and when: "running", "40 %", "14:02". */
export function formatStatus({ state, detail, saidAt }: KnownStatus): readonly string[] {
  const when = formatWhen(saidAt, Date.now(), vscode.env.language);
  return [state, ...(detail === undefined ? [] : [detail]), when];
}

/** As {@link formatStatus}, with the whole time. */
export function formatExactStatus({ state, detail, saidAt }: KnownStatus): string {
  return [state, ...(detail === undefined ? [] : [detail]), formatTime(saidAt)].join(', ');
}

/** The icon of a launch. A simulation that has failed has the colour of failures, and the shape of what the launch did. */
export function createLaunchIcon({ state, isAsking, status }: Launch): vscode.ThemeIcon {
  if (isAsking === true) return createIcon(['bell', 'list.warningForeground']);
  const [icon, color] = icons[state];
  return createIcon([icon, status?.end === 'failure' ? 'list.errorForeground' : color]);
}

export function createStateIcon(state: LaunchState): vscode.ThemeIcon {
  return createIcon(icons[state]);
}

export function createGroupIcon(group: LaunchGroup): vscode.ThemeIcon {
  return createIcon(groupIcons[group]);
}

function createIcon([icon, color]: readonly [icon: string, color: string]): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}
