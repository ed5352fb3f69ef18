import type { VariantName } from '../client/core/apiVariant';

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
