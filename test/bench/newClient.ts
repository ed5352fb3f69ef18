import { createSecureContext } from 'node:tls';
import { variants } from '../../src/client/apiVariant';
import { systemClock } from '../../src/client/clock';
import { HttpTransport } from '../../src/client/http';
import { tlsRules } from '../../src/client/route';
import { ServiceClient } from '../../src/client/serviceClient';
import { selfSigned } from '../support/selfSigned';

/** A client as the extension makes one, of a service on this machine. */
export function newClient(origin: string): ServiceClient {
  const secureContext = createSecureContext({ ...tlsRules, ca: selfSigned.cert });
  return new ServiceClient({
    baseUrl: origin,
    variant: variants.variant_b,
    transport: new HttpTransport(systemClock, () => Promise.resolve({ secureContext })),
    log: () => undefined,
  });
}
