import * as vscode from 'vscode';
import { escapeInvisible } from '../client/text/visibleText';
import type { CommandContext } from '../context';
import { settings } from '../contributions';
import { withEllipsis } from '../messages/labels';
import { openSetting } from '../messages/remedies';
import { showMessage } from '../platform/output';
import { showSetting } from '../platform/showSetting';
import { addressOf, type DefinedEnvironment, maxEnvironmentNameLength } from '../session/environments';
import { isDismissed } from '../ui/multiStep';
import { type ChoiceOrSeparator, createSeparator, pickOne } from '../ui/quickInput';
import { toButton } from '../ui/remedyButtons';
import { showWithButtons } from '../ui/showWithButtons';
import { addService } from './service/addService';
import type { AddContext } from './service/connectService';

/** The name of an environment, empty for the plain settings. */
type Selected = { readonly name: string } | 'add' | 'edit';

export async function selectEnvironment(context: AddContext): Promise<void> {
  const current = context.settings.environment;
  const answer = await pickOne<Selected>({
    title: vscode.l10n.t('Select Environment'),
    placeholder: vscode.l10n.t('Select the service to work with'),
    choices: listEnvironmentChoices(context),
    preselect: (choice) => typeof choice === 'object' && choice.name === current,
  });
  if (isDismissed(answer)) return;
  if (answer === 'add') {
    await addService(context);
    return;
  }
  if (answer === 'edit') {
    await showSetting(settings.environments);
    return;
  }
  await context.settings.setEnvironment(answer.name);
  if (context.emulator.running !== undefined) {
    void showMessage(
      'information',
      vscode.l10n.t('This is saved. It takes effect when you stop the local emulator.'),
    );
  }
}

function listEnvironmentChoices({ settings: { environments, baseUrl } }: Pick<CommandContext, 'settings'>) {
  const plain = addressOf(baseUrl)?.host;
  const choices: ChoiceOrSeparator<Selected>[] = [
    ...environments.map(createEnvironmentChoice),
    ...(environments.length === 0 ? [] : [createSeparator(vscode.l10n.t('Settings'))]),
    {
      label: vscode.l10n.t('Base URL from the settings'),
      ...(plain !== undefined && { description: plain }),
      iconPath: new vscode.ThemeIcon('globe'),
      value: { name: '' },
    },
    {
      label: withEllipsis(vscode.l10n.t('Add Service')),
      iconPath: new vscode.ThemeIcon('add'),
      value: 'add',
    },
    {
      label: vscode.l10n.t('Edit environments…'),
      iconPath: new vscode.ThemeIcon('edit'),
      value: 'edit',
    },
  ];
  return choices;
}

function createEnvironmentChoice(environment: DefinedEnvironment): ChoiceOrSeparator<Selected> {
  const { name, baseUrl } = environment;
  const choice = { label: escapeInvisible(name), value: { name } };
  const host = addressOf(baseUrl)?.host;
  if ('invalidField' in environment || host === undefined) {
    const description = vscode.l10n.t('invalid definition');
    return { ...choice, description, iconPath: new vscode.ThemeIcon('warning') };
  }
  if (!environment.isProtected) {
    return { ...choice, description: host, iconPath: new vscode.ThemeIcon('server-environment') };
  }
  return {
    ...choice,
    description: host,
    detail: vscode.l10n.t('Protected: you are asked before anything is created there.'),
    iconPath: new vscode.ThemeIcon('shield'),
  };
}

/**
 * Called when changing a setting would have no effect: explains that the environment overrides it, and offers to
 * change that.
 */
export async function explainEnvironmentOverride(context: AddContext): Promise<void> {
  const text = vscode.l10n.t(
    'The environment “{0}” sets the base URL and the variant.',
    escapeInvisible(context.settings.environment, maxEnvironmentNameLength),
  );
  await showWithButtons('information', text, [
    { label: withEllipsis(vscode.l10n.t('Select Environment')), run: () => selectEnvironment(context) },
    toButton(openSetting(settings.environments)),
  ]);
}
