import { type VariantName, variants } from '../../src/client/core/apiVariant';
import { ServiceClient } from '../../src/client/serviceClient';
import type { ServiceClientOptions } from '../../src/client/serviceClientOptions';
import { FakeClock } from './fakeClock';

/** Client options that differ from the defaults of {@link createClient}. */
export type ClientChoices = Omit<Partial<ServiceClientOptions>, 'baseUrl' | 'variant'> & {
  readonly variant?: VariantName;
};

const clients = new Set<ServiceClient>();

/** A client of a service; by default of variant B and without a log. */
export function createClient(baseUrl: string, { variant = 'variant_b', ...options }: ClientChoices = {}) {
  const client = new ServiceClient({ baseUrl, variant: variants[variant], log: () => undefined, ...options });
  clients.add(client);
  return client;
}

/** Closes one client before the end of its test. */
export async function closeClient(client: ServiceClient): Promise<void> {
  clients.delete(client);
  await client.close();
}

/** Closes every client that was created. Call after each test, like `stopServices`. */
export async function closeClients(): Promise<void> {
  await Promise.all([...clients].map(closeClient));
}

export interface TestClient {
  readonly client: ServiceClient;
  readonly log: string[];
  /** Durations of the waits, in milliseconds; they end at once. */
  readonly waits: number[];
}

/** A client that never waits. */
export function testClient(
  baseUrl: string,
  variant: VariantName = 'variant_a',
  options: Pick<ServiceClientOptions, 'credentials' | 'mapping'> = {},
): TestClient {
  const log: string[] = [];
  const clock = new FakeClock();
  const client = createClient(baseUrl, { variant, clock, log: (line) => log.push(line), ...options });
  return { client, log, waits: clock.waits };
}
