import * as vscode from 'vscode';
import type { LaunchGroup, LaunchState } from '../launch/launchState';

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

export function createStateIcon(state: LaunchState): vscode.ThemeIcon {
  return createIcon(icons[state]);
}

/** The icon of a launch that waits for an answer of the user. */
export function createAskingIcon(): vscode.ThemeIcon {
  return createIcon(['bell', 'list.warningForeground']);
}

export function createGroupIcon(group: LaunchGroup): vscode.ThemeIcon {
  return createIcon(groupIcons[group]);
}

function createIcon([icon, color]: readonly [icon: string, color: string]): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}
