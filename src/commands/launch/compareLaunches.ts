/** The command that compares two launches in a diff editor. */

import * as vscode from 'vscode';
import type { Launch } from '../../launch/launch';
import { divideForComparison } from '../../launch/launchComparison';
import { getProjectName } from '../../launch/launchRecord';
import { formatTime } from '../../platform/format';
import { messageWithoutSecrets, showMessage } from '../../platform/output';
import { isDismissed } from '../../ui/multiStep';
import { type Choice, type ChoiceOrSeparator, createSection, pickOne } from '../../ui/quickInput';
import { createComparisonUri } from '../../views/documentUris';
import { formatWhen } from '../../views/launchPeriods';
import { createStateIcon } from '../../views/launchStates';
import { withLaunch } from './launchCommands';

export const compareLaunch = withLaunch(async (context, launch) => {
  const { sameModel, others } = divideForComparison(launch, await context.launches.list());
  if (sameModel.length + others.length === 0) {
    void showMessage('information', vscode.l10n.t('There is no other launch to compare with.'));
    return;
  }
  const { name } = launch.record.plan.model;
  const answer = await pickOne<Launch | undefined>({
    title: vscode.l10n.t('Compare with Launch'),
    placeholder: vscode.l10n.t('Select the launch to compare “{0}” with', name),
    choices: createChoices(name, sameModel, others),
  });
  if (!isDismissed(answer)) await showComparison(answer, launch);
});

function createChoices(
  name: string,
  sameModel: readonly Launch[],
  others: readonly Launch[],
): ChoiceOrSeparator<Launch | undefined>[] {
  // Enter accepts the first row, and another model is worth a comparison only if the user chooses it.
  const none = { label: vscode.l10n.t('No other launch of “{0}”', name), value: undefined };
  return [
    ...(sameModel.length === 0 ? [none] : []),
    ...createSection(vscode.l10n.t('Launches of “{0}”', name), sameModel.map(createChoice)),
    ...createSection(vscode.l10n.t('Launches of other models'), others.map(createChoice)),
  ];
}

function createChoice(launch: Launch): Choice<Launch> {
  const { record, state } = launch;
  const when = formatWhen(record.plannedAt, Date.now(), vscode.env.language);
  const project = getProjectName(record);
  return {
    label: record.plan.model.name,
    description: project === undefined ? when : `${when} · ${project}`,
    iconPath: createStateIcon(state),
    value: launch,
  };
}

async function showComparison(older: Launch, newer: Launch): Promise<void> {
  const title = vscode.l10n.t('{0} and {1}', getTitle(older), getTitle(newer));
  const uris = [createComparisonUri(older.id, newer.id), createComparisonUri(newer.id, older.id)];
  await vscode.commands.executeCommand('vscode.diff', ...uris, title);
  // Otherwise the focus would return to the list, from which the quick pick was opened.
  await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
}

function getTitle({ record }: Launch): string {
  return `${messageWithoutSecrets(record.plan.model.name)}, ${formatTime(record.plannedAt)}`;
}
