import * as l10n from '@vscode/l10n';
import type { LaunchRecord } from '../launch/launchRecord';

/** Describes in a sentence what a failed launch leaves on the service. */
export function describeLeftovers({
  modelId,
  finalised,
  uploaded,
  end,
  plan,
}: LaunchRecord): string | undefined {
  if (modelId === undefined || 'id' in plan.model) return undefined;
  const id = String(modelId);
  if (finalised) return l10n.t('Model {0} is finalised and can be used in a simulation.', id);
  if (uploaded) return l10n.t('Model {0} is uploaded, but not finalised.', id);
  return end === 'abandoned'
    ? l10n.t('Model {0} was created, but cannot be used, because it is not finalised.', id)
    : l10n.t('Model {0} was created, but is not complete yet.', id);
}

/**
 * Describes what a cancelled launch has done.
 * @param accepted number of files that the file server has accepted; undefined if unknown
 * @param formatCount formats a number in the notation of the user's language
 */
export function describeCancelled(
  record: LaunchRecord,
  accepted: number | undefined,
  formatCount: (count: number) => string,
): string {
  const { plan, modelId, uploaded, project, isProjectFound = false } = record;
  const cancelled = l10n.t('Cancelled.');
  if (modelId !== undefined && !uploaded && accepted !== undefined && 'files' in plan.model) {
    const { count } = plan.model.files;
    const counts = [formatCount(accepted), formatCount(count)] as const;
    return l10n.t('Cancelled. Uploaded files of model {0}: {1} of {2}.', String(modelId), ...counts);
  }
  const left = describeLeftovers(record);
  if (left !== undefined) return `${cancelled} ${left}`;
  const isNewProject = plan.project !== undefined && 'newName' in plan.project;
  return isNewProject && project !== undefined && !isProjectFound
    ? l10n.t('Cancelled. Project “{0}” was created.', project.name)
    : l10n.t('Cancelled. Nothing was created.');
}
