/**
 * The step that asks which model is simulated: one of the service, one of this computer, or files that are uploaded.
 */

import * as vscode from 'vscode';
import { variants } from '../client/core/apiVariant';
import type { ReusableModel } from '../client/core/types';
import type { CallOptions } from '../client/serviceClientOptions';
import type { CommandContext } from '../context';
import type { Launch } from '../launch/launch';
import { assertTrusted } from '../platform/trust';
import type { ConnectedService } from '../session/service';
import type { Choice, ChoiceOrSeparator, Row } from '../ui/choiceRows';
import { createFailureRows } from '../ui/failureRows';
import { isDismissed } from '../ui/multiStep';
import { createSection, pickOne } from '../ui/quickInput';
import type { DraftStep, ModelChoice } from './launchDraft';
import { retakeService } from './retakeService';
import { createUnlistedRows } from './unlistedRow';
import { createUploadedModelItem, listUploadedModels } from './uploadedModels';

export function createModelStep(
  context: Pick<CommandContext, 'choices' | 'connection' | 'launches' | 'log' | 'reusableModels'>,
  { prefersFiles }: { readonly prefersFiles: boolean },
): DraftStep {
  return async (state, position) => {
    let { service } = state;
    const last = context.choices.last('model', state.service);
    const answer = await pickOne<ModelChoice>(
      {
        title: state.title,
        placeholder: vscode.l10n.t('Select the model for the simulation'),
        choices: async ({ isRepeat = false, ...options }) => {
          if (isRepeat) service = await retakeService(context.connection, state);
          return await listModelChoices(context, service, options);
        },
        whenFailed: async (error, loadAgain) => {
          const { rows, active } = createFailureRows(context, error, loadAgain);
          return { rows: [...rows, ...(await listOwnChoices(context, service))], active };
        },
        preselect: (choice) =>
          choice === 'files' ? prefersFiles : !prefersFiles && (last === undefined || choice.id === last),
      },
      position,
    );
    if (isDismissed(answer)) return answer;
    if (answer === 'files') assertTrusted();
    return { ...state, service, model: answer };
  };
}

async function listModelChoices(
  context: Pick<CommandContext, 'choices' | 'launches' | 'reusableModels'>,
  service: ConnectedService,
  options: CallOptions,
): Promise<Row<ModelChoice>[]> {
  const offered = variants[service.variant].reusableModels;
  const reusable = offered ? await context.reusableModels.fresh(service, options) : { items: [], skipped: 0 };
  const { pinned, used, others } = context.choices.rank('model', service, reusable.items);
  const [files, ...uploaded] = await listOwnChoices(context, service);
  return [
    ...(files === undefined ? [] : [files]),
    ...createSection(vscode.l10n.t('pinned'), pinned.map(createReusableModelChoice)),
    ...createSection(vscode.l10n.t('recently used'), used.map(createReusableModelChoice)),
    ...uploaded,
    ...createUnlistedRows<ModelChoice>(reusable, (model) => model),
    ...createSection(vscode.l10n.t('Reusable models'), others.map(createReusableModelChoice)),
  ];
}

function createReusableModelChoice({ id, name }: ReusableModel): Choice<ModelChoice> {
  return {
    label: name,
    ...(name !== String(id) && { description: String(id) }),
    iconPath: new vscode.ThemeIcon('package'),
    value: { id, name },
  };
}

/** The choices that need nothing from the service. */
async function listOwnChoices(
  context: Pick<CommandContext, 'launches'>,
  service: ConnectedService,
): Promise<ChoiceOrSeparator<ModelChoice>[]> {
  const finalised = (await listUploadedModels(context, service)).filter(({ record }) => record.finalised);
  return [
    {
      label: vscode.l10n.t('Upload files from the workspace…'),
      iconPath: new vscode.ThemeIcon('cloud-upload'),
      value: 'files',
    },
    ...createSection(vscode.l10n.t('Uploaded from this computer'), finalised.map(createKnownModelChoice)),
  ];
}

function createKnownModelChoice(launch: Launch): Choice<ModelChoice> {
  const { modelId = '', plan } = launch.record;
  return { ...createUploadedModelItem(launch), value: { id: modelId, name: plan.model.name } };
}
