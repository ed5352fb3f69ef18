import * as vscode from 'vscode';
import type { VariantName } from '../client/core/apiVariant';
import { StatusError } from '../client/core/errors';
import type { BodyOperation } from '../client/core/types';
import { defaultBodies } from '../client/mapping/requestBodies';
import type { Json } from '../client/mapping/template';
import { parseBaseUrl } from '../client/url/baseUrl';
import { findVariantPath, type VariantPath } from '../client/url/variantPath';
import type { CommandContext } from '../context';
import { formatBodyReport } from '../messages/bodyReport';
import { describeBaseUrlProblem } from '../messages/describeError';
import { bodySettings, hasBody } from '../messages/serviceErrors';
import { findSettingId } from '../messages/settingNames';
import { showMessage, textWithoutSecrets } from '../platform/output';
import { editSetting } from '../platform/showSetting';
import { isDismissed, type StepAnswer } from '../ui/multiStep';
import { type Choice, enterText, pickOne } from '../ui/quickInput';
import { getVariantLabel } from '../views/serviceStatusBar';
import { explainEnvironmentOverride } from './selectEnvironment';
import type { AddContext } from './service/connectService';

/**
 * Opens the user's settings at the body of a request that was refused, beside the reason and the placeholders. Where
 * there is none, they get the built-in one as a start, which is what was sent.
 * @param error the refusal
 */
export async function editRequestBody(
  { documents, globalStorage, settings }: Pick<CommandContext, 'documents' | 'globalStorage' | 'settings'>,
  error: unknown,
): Promise<void> {
  if (!(error instanceof StatusError) || !hasBody(error.operation)) return;
  const { operation, environment } = error;
  const key = bodySettings[operation];
  const builtIn: Readonly<Partial<Record<BodyOperation, Json>>> = defaultBodies;
  const isAdded = !(await settings.beginBody(key, builtIn[operation], environment));
  const report = textWithoutSecrets(formatBodyReport(error, operation));
  await documents.show(report, vscode.l10n.t('Request Body'), vscode.ViewColumn.One);
  await editSetting(findSettingId(key, environment), {
    keys: environment === undefined ? [] : [environment, 'requests', operation],
    isAdded: isAdded && environment === undefined,
    globalStorage,
  });
}

export async function setBaseUrl(context: AddContext): Promise<void> {
  if (context.settings.environment !== '') {
    await explainEnvironmentOverride(context);
    return;
  }
  const { allowInsecureHttp } = context.settings;
  const answer = await enterText({
    title: vscode.l10n.t('Set Base URL'),
    prompt: vscode.l10n.t('Base URL of the simulation service'),
    placeholder: 'https://simulation.example.com',
    value: context.settings.baseUrl,
    problem: (value) => {
      const parsed = parseBaseUrl(value, { allowInsecureHttp });
      return parsed instanceof URL ? undefined : describeBaseUrlProblem(parsed);
    },
  });
  if (isDismissed(answer)) return;
  const address = await removeVariantPath(context, answer);
  if (isDismissed(address)) return;
  if (address.variant !== undefined) await context.settings.setVariant(address.variant);
  await context.settings.setBaseUrl(address.baseUrl);
  if (context.emulator.running !== undefined) {
    void showMessage(
      'information',
      vscode.l10n.t('This is saved. It takes effect when you stop the local emulator.'),
    );
  }
}

interface Address {
  readonly baseUrl: string;
  /** The variant to select; absent when it stays. */
  readonly variant?: VariantName;
}

/** Offers the address without the path of a variant, which each request would contain twice. */
async function removeVariantPath(
  { settings }: Pick<CommandContext, 'settings'>,
  entered: string,
): Promise<StepAnswer<Address>> {
  const url = parseBaseUrl(entered, { allowInsecureHttp: settings.allowInsecureHttp });
  // A configured path takes the place of that of the variant.
  const isAppended = (settings.mapping.pathPrefix ?? '') === '';
  const found = isAppended && url instanceof URL ? findVariantPath(url) : undefined;
  if (found === undefined) return { baseUrl: entered };
  return await pickOne<Address>({
    title: vscode.l10n.t('Set Base URL'),
    placeholder: vscode.l10n.t('The path of the variant is added automatically'),
    choices: listAddressChoices(found, entered, settings.variant),
  });
}

function listAddressChoices(
  { baseUrl, variant }: VariantPath,
  entered: string,
  selected: VariantName,
): Choice<Address>[] {
  const name = getVariantLabel(variant);
  const kept = { label: entered, detail: vscode.l10n.t('As entered'), value: { baseUrl: entered } };
  if (variant === selected) {
    const detail = vscode.l10n.t('Without the path of “{0}”', name);
    return [{ label: baseUrl, detail, value: { baseUrl } }, kept];
  }
  const both = vscode.l10n.t('Without the path of “{0}”; also selects this variant', name);
  const only = vscode.l10n.t(
    'Without the path of “{0}”; “{1}” stays selected',
    name,
    getVariantLabel(selected),
  );
  return [
    { label: baseUrl, detail: both, value: { baseUrl, variant } },
    { label: baseUrl, detail: only, value: { baseUrl } },
    kept,
  ];
}

/** While the emulator runs, the choice applies to this window only, as the emulator does. */
export async function selectVariant(context: AddContext): Promise<void> {
  if (context.settings.environment !== '' && context.emulator.running === undefined) {
    await explainEnvironmentOverride(context);
    return;
  }
  const current = context.connection.variant;
  const answer = await pickOne<VariantName>({
    title: vscode.l10n.t('Select Variant'),
    placeholder: vscode.l10n.t('Select the API variant that the service offers'),
    choices: [
      {
        label: getVariantLabel('variant_a'),
        detail: vscode.l10n.t('Reusable models are not available.'),
        value: 'variant_a',
      },
      {
        label: getVariantLabel('variant_b'),
        detail: vscode.l10n.t('Reusable models are available.'),
        value: 'variant_b',
      },
    ],
    preselect: (variant) => variant === current,
  });
  if (isDismissed(answer)) return;
  const emulator = context.emulator.running;
  if (emulator === undefined) await context.settings.setVariant(answer);
  else context.connection.override({ baseUrl: new URL(emulator.baseUrl), variant: answer });
}
