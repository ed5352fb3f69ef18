import * as vscode from 'vscode';
import type { VariantName } from '../client/core/apiVariant';
import { parseBaseUrl } from '../client/url/baseUrl';
import type { CommandContext } from '../context';
import { isDismissed } from '../flows/multiStep';
import { enterText, pickOne } from '../flows/quickInput';
import { describeBaseUrlProblem } from '../messages/describeError';
import { showMessage } from '../platform/output';
import { explainEnvironmentOverride } from './selectEnvironment';

export async function setBaseUrl(context: CommandContext): Promise<void> {
  if (context.settings.environment !== '') {
    await explainEnvironmentOverride(context);
    return;
  }
  const answer = await enterText({
    title: vscode.l10n.t('Set Base URL'),
    prompt: vscode.l10n.t('Base URL of the simulation service'),
    placeholder: 'https://simulation.example.com',
    value: context.settings.baseUrl,
    problem: (value) => {
      const parsed = parseBaseUrl(value, { allowInsecureHttp: context.settings.allowInsecureHttp });
      return parsed instanceof URL ? undefined : describeBaseUrlProblem(parsed);
    },
  });
  if (isDismissed(answer)) return;
  await context.settings.setBaseUrl(answer);
  if (context.emulator.running !== undefined) {
    void showMessage(
      'information',
      vscode.l10n.t('The base URL is saved. It takes effect when you stop the local emulator.'),
    );
  }
}

/** While the emulator runs, the choice applies to this window only, as the emulator does. */
export async function selectVariant(context: CommandContext): Promise<void> {
  if (context.settings.environment !== '' && context.emulator.running === undefined) {
    await explainEnvironmentOverride(context);
    return;
  }
  const current = context.connection.variant;
  const answer = await pickOne<VariantName>({
    title: vscode.l10n.t('Select Variant'),
    placeholder: vscode.l10n.t('Select the API variant that the service offers'),
    choices: () =>
      Promise.resolve([
        {
          label: vscode.l10n.t('Variant A, v1'),
          detail: vscode.l10n.t('Reusable models are not available.'),
          value: 'variant_a' as const,
        },
        {
          label: vscode.l10n.t('Variant B, v7'),
          detail: vscode.l10n.t('Reusable models are available.'),
          value: 'variant_b' as const,
        },
      ]),
    preselect: (variant) => variant === current,
  });
  if (isDismissed(answer)) return;
  const emulator = context.emulator.running;
  if (emulator === undefined) await context.settings.setVariant(answer);
  else context.connection.override({ baseUrl: new URL(emulator.baseUrl), variant: answer });
}
