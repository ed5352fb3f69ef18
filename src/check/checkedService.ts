import type { Authentication } from '../client/authentication';
import type { VariantName } from '../client/core/apiVariant';
import type { Credentials } from '../client/credentials';
import type { Routing } from '../client/http/route';
import type { ServiceMapping } from '../client/mapping/serviceMapping';

/** The configured service, with everything needed to send requests to it. */
export interface ServiceUnderTest {
  readonly baseUrl: URL;
  readonly variant: VariantName;
  readonly mapping: ServiceMapping;
  readonly authentication: Authentication;
  readonly credentials: Credentials;
  readonly routing: Routing;
}
