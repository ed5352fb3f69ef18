import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import type { Launch } from '../launch/launch';
import { describeFileCount } from '../messages/counts';
import { formatBytes, formatTime } from '../platform/format';
import { type ConnectedService, isSameService } from '../session/service';

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
    detail: `${describeFileCount(count)}, ${size}, ${vscode.l10n.t('uploaded {0}', when)}`,
    iconPath: new vscode.ThemeIcon('file-submodule'),
  };
}
