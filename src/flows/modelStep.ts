import * as vscode from 'vscode';
import { variants } from '../client/core/apiVariant';
import type { CallOptions } from '../client/serviceClientOptions';
import type { CommandContext } from '../context';
import type { Launch } from '../launch/launch';
import { formatBytes, formatTime } from '../platform/format';
import { assertTrusted } from '../platform/trust';
import { RecentChoices } from '../session/recentChoices';
import { type ConnectedService, isSameService } from '../session/service';
import type { Choice, ChoiceOrSeparator, Row } from '../ui/choiceRows';
import { createFailureRows } from '../ui/failureRows';
import { isDismissed } from '../ui/multiStep';
import { createSection, pickOne } from '../ui/quickInput';
import { type DraftStep, type ModelChoice, retakeService } from './launchDraft';
import { createUnlistedRows } from './unlistedRow';

export function createModelStep(
  context: Pick<CommandContext, 'connection' | 'globalState' | 'launches' | 'log' | 'reusableModels'>,
): DraftStep {
  return async (state, position) => {
    let { service } = state;
    const last = new RecentChoices(context.globalState).last('model', state.service);
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
        preselect: (choice) => choice !== 'files' && (last === undefined || choice.id === last),
      },
      position,
    );
    if (isDismissed(answer)) return answer;
    if (answer === 'files') assertTrusted();
    return { ...state, service, model: answer };
  };
}

async function listModelChoices(
  context: Pick<CommandContext, 'launches' | 'reusableModels'>,
  service: ConnectedService,
  options: CallOptions,
): Promise<Row<ModelChoice>[]> {
  const offered = variants[service.variant].reusableModels;
  const reusable = offered ? await context.reusableModels.fresh(service, options) : { items: [], skipped: 0 };
  const texts = {
    label: vscode.l10n.t('Another model: type its ID'),
    labelWhileTyping: vscode.l10n.t('Model with the ID'),
  };
  return [
    ...(await listOwnChoices(context, service)),
    ...createUnlistedRows<ModelChoice>(reusable, texts, (model) => model),
    ...createSection(
      vscode.l10n.t('Reusable models'),
      reusable.items.map(({ id, name }) => ({
        label: name,
        ...(name !== String(id) && { description: String(id) }),
        iconPath: new vscode.ThemeIcon('package'),
        value: { id, name },
      })),
    ),
  ];
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

/**
 * The models uploaded from this computer to this service, newest first.
 * @param belongs whether a launch belongs to the service; only certain matches by default
 */
export async function listUploadedModels(
  context: Pick<CommandContext, 'launches'>,
  service: ConnectedService,
  belongs: typeof isSameService = isSameService,
): Promise<Launch[]> {
  const launches = await context.launches.listIfReadable();
  return launches.filter(
    ({ record }) =>
      belongs(record.plan.service, service) &&
      'files' in record.plan.model &&
      record.uploaded &&
      record.modelId !== undefined,
  );
}

/** The item for such a model in every pick. */
export function createUploadedModelItem({ record }: Launch): vscode.QuickPickItem {
  const { plan, changedAt, modelId = '' } = record;
  const { count, bytes } = 'files' in plan.model ? plan.model.files : { count: 0, bytes: 0 };
  const when = formatTime(changedAt);
  const size = formatBytes(bytes);
  return {
    label: plan.model.name,
    description: String(modelId),
    detail:
      count === 1
        ? vscode.l10n.t('1 file, {0}, uploaded {1}', size, when)
        : vscode.l10n.t('{0} files, {1}, uploaded {2}', count, size, when),
    iconPath: new vscode.ThemeIcon('file-submodule'),
  };
}
