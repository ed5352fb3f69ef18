import type { ServiceClient } from '../client/serviceClient';
import type { ServiceRef } from '../launch/journalEntry';
import { isPossiblySameService } from './service';
import { getServiceAddress } from './serviceAddress';
import type { ServiceConnection } from './serviceConnection';

/**
 * The client that asks what became of the simulations of launches: of the service that they were made with, and with the
 * credentials of their account.
 * @returns undefined if the settings do not define that service any more or do not say how to ask it, or if another account
 *   is signed in there: identifiers would mean something else
 * @throws the errors of {@link ServiceConnection.serviceOf}
 */
export async function findStatusClient(
  connection: Pick<ServiceConnection, 'serviceOf' | 'accountOf' | 'isDefined' | 'clients'>,
  ref: ServiceRef,
): Promise<ServiceClient | undefined> {
  if (!connection.isDefined(getServiceAddress(ref))) return undefined;
  const service = connection.serviceOf(ref);
  if (service.mapping.simulationStatus === undefined) return undefined;
  const account = await connection.accountOf(service);
  if (!isPossiblySameService(ref, { ...service, account })) return undefined;
  return connection.clients.launchClient(service, { account: ref.account });
}
