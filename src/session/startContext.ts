import type { ServiceClient } from '../client/serviceClient';
import { fingerprintBodies } from '../launch/agreedBodies';
import type { LaunchContext } from '../launch/launch';
import { type ServiceSnapshot, toServiceRef } from './service';
import type { ServiceConnection } from './serviceConnection';

/** Where something is sent that begins now, and what sends it. */
export interface StartContext {
  /** The service with its account, and the bodies, as records keep them. */
  readonly recorded: Pick<LaunchContext, 'service' | 'bodies'>;
  /** Sends the bodies that were previewed, even if settings have changed since. */
  readonly clientOf: (cancelled: AbortSignal) => ServiceClient;
}

/** Takes what a new launch or study needs of its service, as it is now. */
export async function takeStartContext(
  connection: Pick<ServiceConnection, 'accountOf' | 'clients'>,
  service: ServiceSnapshot,
): Promise<StartContext> {
  const ref = toServiceRef(service, await connection.accountOf(service));
  return {
    recorded: { service: ref, bodies: fingerprintBodies(service.mapping) },
    clientOf: (cancelled) => connection.clients.launchClient(service, { cancelled, account: ref.account }),
  };
}
