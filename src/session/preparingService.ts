import { variants } from '../client/core/apiVariant';
import type { ServiceClient } from '../client/serviceClient';
import type { CallOptions } from '../client/serviceClientOptions';
import type { PreparingService } from '../request/prepareLaunch';
import type { ServiceSnapshot } from './service';

/**
 * A service as the preparation of a launch needs it. Whoever prepares the same request for the same service gets the same
 * hash.
 * @param client absent if nothing may be requested
 */
export function toPreparingService(
  { key, mapping, finaliseAfterUpload, variant }: ServiceSnapshot,
  client: ServiceClient | undefined,
  options: CallOptions,
): PreparingService {
  const hasModels = variants[variant].reusableModels;
  return {
    key,
    mapping,
    finalise: finaliseAfterUpload,
    listProjects: client && (() => client.listProjects(options)),
    listModels: client && hasModels ? () => client.listReusableModels(options) : undefined,
  };
}
