import type { VariantName } from '../client/core/apiVariant';
import type { ServiceRef } from '../launch/journalEntry';

/** The address and variant of a service. */
export interface ServiceAddress {
  readonly baseUrl: URL;
  readonly variant: VariantName;
  /**
   * The name of the environment that describes it, empty for the plain settings: there may be several at one address.
   * Absent where only the address is known.
   */
  readonly environment?: string;
}

/** The address of the service of a launch or study. */
export function getServiceAddress({ origin, basePath, variant, environment }: ServiceRef): ServiceAddress {
  return { baseUrl: new URL(origin + basePath), variant, ...(environment !== undefined && { environment }) };
}
