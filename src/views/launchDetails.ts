import * as vscode from 'vscode';
import type { Launch } from '../launch/launch';
import { formatRecord } from '../launch/launchComparison';
import type { LaunchWithFiles } from '../launch/launchExport';
import { getDetail } from './launchItems';
import { listDetailNames } from './launchNodes';
import { getStateLabel } from './launchStates';

/** Formats all that is recorded of a launch, as text to read. @param exact redacts known secrets */
export function formatLaunchDetails(
  launch: Launch & LaunchWithFiles,
  exact: (name: string) => string,
): string {
  const { record, state } = launch;
  const details = listDetailNames(launch).map((name) => getDetail(launch, name));
  return formatRecord(
    launch,
    [
      [vscode.l10n.t('Name'), record.plan.model.name],
      [vscode.l10n.t('State'), getStateLabel(state)],
      ...details.map(({ label, value }) => [label, value] as const),
    ],
    exact,
  );
}
