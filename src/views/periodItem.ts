import * as vscode from 'vscode';
import { isUrgent, type PeriodRow } from './launchNodes';
import type { Period } from './launchPeriods';

/** Creates the row of a period, with the number of its launches. */
export function createPeriodItem({ period, entries }: PeriodRow): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(formatPeriod(period), period === 'older' ? Collapsed : Expanded);
  item.id = `period:${period}`;
  const count = entries.length.toLocaleString(vscode.env.language);
  const urgent = entries.filter(isUrgent).length;
  const needs = urgent === 0 ? [] : [formatUrgent(urgent)];
  item.description = [count, ...needs].join(' · ');
  const counted = entries.length === 1 ? vscode.l10n.t('1 launch') : vscode.l10n.t('{0} launches', count);
  item.accessibilityInformation = { label: [formatPeriod(period), counted, ...needs].join(', ') };
  return item;
}

/** The number of urgent entries. The row of a period shows it too, because a collapsed one hides its launches. */
function formatUrgent(count: number): string {
  return count === 1
    ? vscode.l10n.t('1 needs attention')
    : vscode.l10n.t('{0} need attention', count.toLocaleString(vscode.env.language));
}

/** The name of a period as displayed. */
export function formatPeriod(period: Period): string {
  return {
    today: vscode.l10n.t('Today'),
    yesterday: vscode.l10n.t('Yesterday'),
    lastWeek: vscode.l10n.t('Last 7 Days'),
    lastMonth: vscode.l10n.t('Last 30 Days'),
    older: vscode.l10n.t('Older'),
  }[period];
}
