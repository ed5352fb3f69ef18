import type { VariantName } from '../../src/client/core/apiVariant';
import type { ServiceClient } from '../../src/client/serviceClient';
import {
  type Emulator,
  type EmulatorOptions,
  type RecordedRequest,
  startEmulator,
} from '../../src/emulator/emulator';
import { closeClients, createClient } from './client';
import { delayUntil } from './emulatorFaults';
import { removeTempTrees } from './tempTree';
import { closeServers } from './testServer';
import { closeTransports } from './transports';

const running: Emulator[] = [];

/** An emulator that remembers what it was asked. */
export interface RecordingEmulator extends Emulator {
  /** All requests to either server with their bodies, in order of arrival. */
  readonly requests: readonly RecordedRequest[];
}

/** Starts an emulator, which the caller stops. */
export async function startRecordingEmulator(options: EmulatorOptions = {}): Promise<RecordingEmulator> {
  const requests: RecordedRequest[] = [];
  const emulator = await startEmulator({ ...options, onRequest: (request) => requests.push(request) });
  return Object.assign(emulator, { requests });
}

export interface EmulatedService {
  readonly emulator: RecordingEmulator;
  readonly client: ServiceClient;
  /** Lines that the client logged. */
  readonly log: readonly string[];
}

/** An emulator on free ports and a client for it. */
export async function startService(
  variant: VariantName = 'variant_b',
  options: EmulatorOptions = {},
): Promise<EmulatedService> {
  const emulator = await startRecordingEmulator(options);
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
  emulator.setIntercept((request) => (isHeld(request) ? delayUntil(gate) : undefined));
  return open;
}

/** The requests to both servers, in order, with the file names of uploads sorted by name. */
export function operations(emulator: RecordingEmulator): string[] {
  return emulator.requests.map(({ operation, fileName, method, path: asked }) =>
    operation === undefined ? `${method} ${asked}` : [operation, fileName].filter(Boolean).join(' '),
  );
}
