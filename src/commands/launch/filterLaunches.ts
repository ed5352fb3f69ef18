import * as vscode from 'vscode';
import type { CommandContext } from '../../context';
import { getLaunchGroup, launchGroups } from '../../launch/launchState';
import { createGroupIcon, getGroupLabel } from '../../views/launchStates';

/** Lets the user choose which groups of launches are listed. All and none mean no filter. */
export async function filterLaunches({
  launches,
  launchesView,
}: Pick<CommandContext, 'launches' | 'launchesView'>): Promise<void> {
  const { filter } = launchesView;
  const groups = (await launches.list()).map(({ state }) => getLaunchGroup(state));
  const items = launchGroups.map((group) => ({
    label: getGroupLabel(group),
    description: groups.filter((one) => one === group).length.toLocaleString(vscode.env.language),
    iconPath: createGroupIcon(group),
    picked: filter === undefined || filter.has(group),
    group,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Filter Launches by State'),
    placeHolder: vscode.l10n.t('Select the launches to show'),
    canPickMany: true,
  });
  if (chosen === undefined) return;
  const isAll = chosen.length === 0 || chosen.length === launchGroups.length;
  launchesView.filter = isAll ? undefined : new Set(chosen.map(({ group }) => group));
}

export function clearLaunchFilter({ launchesView }: Pick<CommandContext, 'launchesView'>): void {
  launchesView.filter = undefined;
}
