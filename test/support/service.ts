import type { VariantName } from '../../src/client/core/apiVariant';
import type { ServiceClient } from '../../src/client/serviceClient';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../src/emulator/emulator';
import type { RecordedRequest } from '../../src/emulator/requestLog';
import { closeClients, createClient } from './client';
import { removeTempTrees } from './tempTree';
import { closeServers } from './testServer';
import { closeTransports } from './transports';

const running: Emulator[] = [];

export interface EmulatedService {
  readonly emulator: Emulator;
  readonly client: ServiceClient;
  /** Lines that the client logged. */
  readonly log: readonly string[];
}

/** An emulator on free ports and a client for it. */
export async function startService(
  variant: VariantName = 'variant_b',
  options: EmulatorOptions = {},
): Promise<EmulatedService> {
  const emulator = await startEmulator({ keepsEverything: true, ...options });
  const log: string[] = [];
  const client = createClient(emulator.baseUrl, { variant, log: (line) => log.push(line) });
  running.push(emulator);
  return { emulator, client, log };
}

/** Stops everything that a test has started. Call after each test. */
export async function stopServices(): Promise<void> {
  for (const emulator of running.splice(0)) await emulator.stop();
  await closeClients();
  await closeTransports();
  await closeServers();
  await removeTempTrees();
}

/** Holds back the responses to some requests, until the returned function is called. */
export function holdResponses(emulator: Emulator, isHeld: (request: RecordedRequest) => boolean): () => void {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  emulator.setIntercept((request) => (isHeld(request) ? { kind: 'delay', gate } : undefined));
  return open;
}

/** The requests to both servers, in order, with the file names of uploads sorted by name. */
export function operations(emulator: Emulator): string[] {
  return emulator.requests.map(({ operation, fileName, method, path: asked }) =>
    operation === undefined ? `${method} ${asked}` : [operation, fileName].filter(Boolean).join(' '),
  );
}
