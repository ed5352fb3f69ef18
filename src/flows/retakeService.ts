import type { ConnectedService } from '../session/service';
import type { ServiceConnection } from '../session/serviceConnection';
import { decidedProjectOf, existingModelOf, type LaunchDraft } from './launchDraft';

/**
 * The service for a list that failed and is requested again: the one that is selected now.
 * @throws OtherServiceError when that is another one, and an answer, such as an existing project, is valid only at the
 *   service of the draft
 * @throws NotConnectedError, SettingError, MappingError
 */
export async function retakeService(
  connection: Pick<ServiceConnection, 'service' | 'requireSelected'>,
  draft: LaunchDraft,
): Promise<ConnectedService> {
  const isBound =
    decidedProjectOf(draft) !== undefined || existingModelOf(draft) !== undefined || draft.same !== undefined;
  if (!isBound) return await connection.service();
  await connection.requireSelected(draft.service);
  return draft.service;
}
