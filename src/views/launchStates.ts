import * as vscode from 'vscode';
import type { LaunchGroup, LaunchState } from '../launch/launchState';

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

export function getGroupLabel(group: LaunchGroup): string {
  switch (group) {
    case 'attention':
      return vscode.l10n.t('Needs Attention');
    case 'running':
      return vscode.l10n.t('Running');
    case 'done':
      return vscode.l10n.t('Done');
    case 'cancelled':
      return vscode.l10n.t('Cancelled');
  }
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
  ready: ['pass', 'testing.iconPassed'],
  launched: ['rocket', 'testing.iconPassed'],
  created: ['project', 'testing.iconPassed'],
  cancelled: ['circle-slash', 'disabledForeground'],
};

const groupIcons: Readonly<Record<LaunchGroup, readonly [icon: string, color: string]>> = {
  attention: ['warning', 'list.warningForeground'],
  running: ['sync', 'charts.blue'],
  done: ['pass', 'testing.iconPassed'],
  cancelled: icons.cancelled,
};

export function createStateIcon(state: LaunchState): vscode.ThemeIcon {
  return createIcon(icons[state]);
}

export function createGroupIcon(group: LaunchGroup): vscode.ThemeIcon {
  return createIcon(groupIcons[group]);
}

function createIcon([icon, color]: readonly [icon: string, color: string]): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}
