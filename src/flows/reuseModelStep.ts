import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { findIdenticalModel } from '../launch/findIdenticalModel';
import { formatTime } from '../platform/format';
import { type ConnectedService, isSameService } from '../session/service';
import { isDismissed } from '../ui/multiStep';
import { pickOne } from '../ui/quickInput';
import type { PlannedFile } from '../upload/uploadPlan';
import type { DraftStep, SameModel } from './launchDraft';

/** Looks for an identical model on the same service. Files that have not changed since are not read again. */
export async function sameModelOf(
  context: Pick<CommandContext, 'launches'>,
  service: ConnectedService,
  files: readonly PlannedFile[],
): Promise<SameModel | undefined> {
  const launches = await context.launches.listIfReadable();
  const readFiles = async (id: string) => (await context.launches.withFiles({ id })).files;
  const candidates = launches
    .map(({ record }) => record)
    .filter(({ plan, end }) => isSameService(plan.service, service) && end !== 'abandoned');
  const progress = {
    location: vscode.ProgressLocation.Window,
    title: vscode.l10n.t('Comparing with earlier models…'),
  };
  const found = await vscode.window.withProgress(progress, () =>
    findIdenticalModel(files, candidates, { readFiles, signal: new AbortController().signal }),
  );
  if (found?.modelId === undefined) return undefined;
  return { id: found.modelId, name: found.plan.model.name, finalisedAt: found.changedAt };
}

/** Offers an existing model instead of uploading the same bytes again. The user decides. */
export const askToReuseModel: DraftStep = async (state, position) => {
  const { title, same } = state;
  if (same === undefined) return state;
  const when = formatTime(same.finalisedAt);
  const answer = await pickOne<boolean>(
    {
      title,
      placeholder: vscode.l10n.t('The service already has a model of exactly these files'),
      choices: [
        {
          label: vscode.l10n.t('Use model {0}', same.id),
          detail: vscode.l10n.t('“{0}”, finalised {1}. Nothing is uploaded.', same.name, when),
          iconPath: new vscode.ThemeIcon('package'),
          value: true,
        },
        {
          label: vscode.l10n.t('Upload again'),
          detail: vscode.l10n.t('Creates a new model from the same files.'),
          iconPath: new vscode.ThemeIcon('cloud-upload'),
          value: false,
        },
      ],
    },
    position,
  );
  if (isDismissed(answer)) return answer;
  return answer ? { ...state, reuse: same } : state;
};
