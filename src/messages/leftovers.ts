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
