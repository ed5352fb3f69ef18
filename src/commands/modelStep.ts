import * as vscode from 'vscode';
import { variants } from '../client/apiVariant';
import type { ModelId } from '../client/types';
import type { ServiceAddress } from '../connection';
import type { KnownModel } from '../launch/modelLedger';
import type { CommandContext } from './context';
import { formatBytes } from './format';
import { isLeft } from './projectSteps';
import { pickOne, separator, type Choice, type ChoiceOrSeparator } from './quickInput';
import type { Step } from './steps';

/** A model that can be used at once, or `files`: a new one made of files of the workspace. */
export type ModelChoice = { readonly id: ModelId } | 'files';

export interface ModelState {
  readonly address: ServiceAddress;
  readonly model?: ModelChoice;
}

export function modelStep<S extends ModelState>(context: CommandContext, title: string): Step<S> {
  return async (state, position) => {
    const { address } = state;
    const last = context.memory.last('model', address);
    const answer = await pickOne<ModelChoice>(
      {
        title,
        placeholder: vscode.l10n.t('Choose the model of the simulation'),
        choices: (signal) => modelChoices(context, address, signal),
        preselect: (choice) => choice !== 'files' && (last === undefined || choice.id === last),
      },
      position,
    );
    return isLeft(answer) ? answer : { ...state, model: answer };
  };
}

async function modelChoices(
  context: CommandContext,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<ChoiceOrSeparator<ModelChoice>[]> {
  const offered = variants[address.variant].reusableModels;
  const reusable = offered ? (await context.reusableModels.fresh(signal)).items : [];
  const finalised = context.ledger
    .list(address.baseUrl.href, address.variant)
    .filter((model) => model.state === 'finalised');
  return [
    {
      label: vscode.l10n.t('Upload files of the workspace…'),
      iconPath: new vscode.ThemeIcon('cloud-upload'),
      value: 'files',
    },
    ...section(vscode.l10n.t('Uploaded from this machine'), finalised.map(knownModelChoice)),
    ...section(
      vscode.l10n.t('Reusable models'),
      reusable.map(({ id, name }) => ({
        label: name,
        ...(name !== String(id) && { description: String(id) }),
        iconPath: new vscode.ThemeIcon('package'),
        value: { id },
      })),
    ),
  ];
}

function section(label: string, choices: Choice<ModelChoice>[]): ChoiceOrSeparator<ModelChoice>[] {
  return choices.length === 0 ? [] : [separator(label), ...choices];
}

function knownModelChoice(model: KnownModel): Choice<ModelChoice> {
  return { ...knownModelItem(model), value: { id: model.id } };
}

/** How a model from the ledger is shown wherever it can be picked. */
export function knownModelItem(model: KnownModel): vscode.QuickPickItem {
  const when = new Date(model.uploadedAt).toLocaleString(vscode.env.language);
  const size = formatBytes(model.size);
  return {
    label: model.name,
    description: String(model.id),
    detail:
      model.files === 1
        ? vscode.l10n.t('1 file, {0}, uploaded {1}', size, when)
        : vscode.l10n.t('{0} files, {1}, uploaded {2}', model.files, size, when),
    iconPath: new vscode.ThemeIcon('file-submodule'),
  };
}
