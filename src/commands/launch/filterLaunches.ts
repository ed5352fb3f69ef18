import * as vscode from 'vscode';
import { escapeInvisible } from '../../client/text/visibleText';
import type { CommandContext } from '../../context';
import type { Launch } from '../../launch/launch';
import { getLaunchGroup, type LaunchGroup, launchGroups } from '../../launch/launchState';
import { formatCount } from '../../platform/format';
import { escapeForDisplay, showMessage } from '../../platform/output';
import { isDismissed } from '../../ui/multiStep';
import { configureInput, waitForAnswer } from '../../ui/quickInput';
import { type LaunchFilter, noFilter } from '../../views/launchFilter';
import { findPeriod, type Period, periods } from '../../views/launchPeriods';
import { createGroupIcon, getGroupLabel } from '../../views/launchStates';
import { formatPeriod } from '../../views/periodItem';
import { countStatuses } from '../../views/statusCounts';

type FilterContext = Pick<CommandContext, 'launches' | 'launchesView' | 'places'>;

/** A condition that can be ticked. */
type Condition =
  | { readonly environment: string }
  | { readonly group: LaunchGroup }
  | { readonly period: Period }
  | { readonly status: string };

interface ConditionRow extends vscode.QuickPickItem {
  readonly condition?: Condition;
}

/**
 * Asks in one step which launches are listed: for a text, and for environments, states and ages to tick. The focus goes to
 * the first launch that is found.
 */
export async function filterLaunches(context: FilterContext): Promise<void> {
  const { launchesView } = context;
  const pick = vscode.window.createQuickPick<ConditionRow>();
  configureInput(pick, vscode.l10n.t('Filter Launches'), undefined);
  pick.canSelectMany = true;
  pick.placeholder = vscode.l10n.t('Part of a name, an ID or a note. Tick what else has to fit.');
  pick.items = await listConditions(context);
  pick.selectedItems = pick.items.filter(
    ({ condition }) => condition && isTicked(launchesView.filter, condition),
  );
  pick.value = launchesView.filter.text;
  const answer = await waitForAnswer<LaunchFilter, ConditionRow>(pick, (resolve) => {
    pick.onDidAccept(() => resolve(toFilter(pick.value.trim(), pick.selectedItems)));
  });
  if (isDismissed(answer)) return;
  launchesView.filter = answer;
  // The welcome text says so too, but a screen reader does not read it.
  if (!(await launchesView.focusFirst()))
    void showMessage('information', vscode.l10n.t('No launches match the filter.'));
}

export function clearLaunchFilter({ launchesView }: Pick<CommandContext, 'launchesView'>): void {
  launchesView.filter = noFilter;
}

/** The rows stay whatever the text is, and say how many launches there are of each. */
async function listConditions({ launches, places }: FilterContext): Promise<ConditionRow[]> {
  const all = await launches.list();
  const nowMs = Date.now();
  const placesOfAll = all.map(({ record }) => places.placeOf(record.plan.service));
  const found = new Map(placesOfAll.map((place) => [place.name, place]));
  const count = (isCounted: (launch: (typeof all)[number], index: number) => boolean) => ({
    description: formatCount(all.filter(isCounted).length),
    alwaysShow: true,
  });
  return [
    createHeading(vscode.l10n.t('Environment')),
    ...Array.from(found.values(), ({ name, isProtected }) => ({
      label: escapeInvisible(name),
      iconPath: new vscode.ThemeIcon(isProtected ? 'shield' : 'server-environment'),
      condition: { environment: name },
      ...count((_, index) => placesOfAll[index]?.name === name),
    })),
    createHeading(vscode.l10n.t('State')),
    ...launchGroups.map((group) => ({
      label: getGroupLabel(group),
      iconPath: createGroupIcon(group),
      condition: { group },
      ...count(({ state }) => getLaunchGroup(state) === group),
    })),
    ...listStatuses(all),
    createHeading(vscode.l10n.t('Age')),
    ...periods.map((period) => ({
      label: formatPeriod(period),
      iconPath: new vscode.ThemeIcon('calendar'),
      condition: { period },
      ...count(({ record }) => findPeriod(record.plannedAt, nowMs) === period),
    })),
  ];
}

/** The words of services, if any has said one. */
function listStatuses(launches: readonly Launch[]): readonly ConditionRow[] {
  const rows = countStatuses(launches).map(({ word, count }) => ({
    label: escapeForDisplay(word),
    iconPath: new vscode.ThemeIcon('pulse'),
    condition: { status: word },
    description: formatCount(count),
    alwaysShow: true,
  }));
  return rows.length === 0 ? [] : [createHeading(vscode.l10n.t('Status')), ...rows];
}

function createHeading(label: string): ConditionRow {
  return { kind: vscode.QuickPickItemKind.Separator, label };
}

function isTicked(
  { environments, groups, periods: ages, statuses }: LaunchFilter,
  condition: Condition,
): boolean {
  if ('environment' in condition) return environments.has(condition.environment);
  if ('status' in condition) return statuses.has(condition.status);
  return 'group' in condition ? groups.has(condition.group) : ages.has(condition.period);
}

function toFilter(text: string, ticked: readonly ConditionRow[]): LaunchFilter {
  const conditions = ticked.flatMap(({ condition }) => (condition === undefined ? [] : [condition]));
  return {
    text,
    environments: new Set(conditions.flatMap((one) => ('environment' in one ? [one.environment] : []))),
    groups: new Set(conditions.flatMap((one) => ('group' in one ? [one.group] : []))),
    periods: new Set(conditions.flatMap((one) => ('period' in one ? [one.period] : []))),
    statuses: new Set(conditions.flatMap((one) => ('status' in one ? [one.status] : []))),
  };
}
