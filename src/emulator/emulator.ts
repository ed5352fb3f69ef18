import { randomBytes } from 'node:crypto';
import type { Interceptor } from './faults';
import { beginUpload, uploadPath } from './fileServer';
import { type EmulatorContext, type Listener, startListener } from './listener';
import { RateLimiter } from './rateLimiter';
import type { RecordedRequest } from './requestRecord';
import { beginServiceRequest } from './serviceServer';
import { signUploadUrl } from './signedUrl';
import {
  type EmulatedModel,
  type EmulatedProject,
  type EmulatedSimulation,
  ServiceState,
  type StoredFile,
} from './state';

export type { Intercept, Interceptor } from './faults';
export type { EmulatedOperation, EmulatedVariant, RecordedRequest } from './requestRecord';
export type { EmulatedFile, EmulatedModel, EmulatedProject, EmulatedSimulation, StoredFile } from './state';

export interface EmulatorOptions {
  /** An address of the loopback interface; 127.0.0.1 by default. */
  readonly host?: string;
  /** 0, the default, selects a free port. */
  readonly servicePort?: number;
  /** 0, the default, selects a free port. */
  readonly fileServerPort?: number;
  /** ms since the epoch; `Date.now` by default. */
  readonly now?: () => number;
  /** Lifetime of a signed upload URL in ms, one hour by default; URLs expire on whole seconds. */
  readonly urlLifetimeMs?: number;
  /** Receives each request to either server when its headers have arrived. */
  readonly onRequest?: (request: RecordedRequest) => void;
  /** Receives one line per finished request: method, path without query (signatures are secrets), outcome. */
  readonly log?: (line: string) => void;
}

/** A running emulation of the whole service (src/client/README.md). */
export interface Emulator {
  /** `http://<host>:<port>`; the prefixes of both variants are below it. */
  readonly baseUrl: string;
  /** `http://<host>:<port>` of the separate file server. */
  readonly fileServerUrl: string;
  /** In order of creation, as copies; `models` and `simulations` likewise. */
  readonly projects: readonly EmulatedProject[];
  readonly models: readonly EmulatedModel[];
  readonly simulations: readonly EmulatedSimulation[];
  /** File name to size and hash, complete uploads only; empty for an unknown model. */
  storedFiles(modelId: string): Map<string, StoredFile>;
  /** Applies to requests that arrive from now on. */
  setIntercept(intercept: Interceptor | undefined): void;
  /**
   * Limits what the file server reads, over all uploads; undefined, as at the start, for no limit. Applies to running
   * uploads too, within 50 ms. Throws a RangeError unless the rate is positive.
   */
  setBytesPerSecond(bytesPerSecond: number | undefined): void;
  /** Whether the next simulation that is created ends with a failure. */
  setNextSimulationFails(fails: boolean): void;
  /** Closes both ports and every open connection. May be called again. */
  stop(): Promise<void>;
}

/**
 * Starts both servers on the loopback interface. Rejects with the system's error when a port is taken; nothing is
 * left behind then.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const now = options.now ?? Date.now;
  const pace = new RateLimiter();
  const state = new ServiceState(now);
  const shared: EmulatorContext = {
    now,
    intercept: undefined,
    onRequest: options.onRequest ?? (() => undefined),
    log: options.log ?? (() => undefined),
  };
  const listeners: Listener[] = [];
  const shutDown = async () => {
    await Promise.all(listeners.map((listener) => listener.stop()));
  };
  try {
    const key = randomBytes(32);
    const files = { state, key, pace };
    const { host = '127.0.0.1', fileServerPort = 0, servicePort = 0 } = options;
    const fileServer = await startListener('files', { host, port: fileServerPort }, shared, (exchange) =>
      beginUpload(exchange, files),
    );
    listeners.push(fileServer);
    const lifetime = options.urlLifetimeMs ?? 3_600_000;
    const uploadUrl = (modelId: string, index: number) =>
      signUploadUrl(key, fileServer.url, uploadPath(modelId, index), Math.floor((now() + lifetime) / 1000));
    const service = await startListener('service', { host, port: servicePort }, shared, (exchange) =>
      beginServiceRequest(exchange, { state, uploadUrl }),
    );
    listeners.push(service);
    let stopped: Promise<void> | undefined;
    return {
      baseUrl: service.url,
      fileServerUrl: fileServer.url,
      get projects() {
        return state.projects;
      },
      get models() {
        return state.models;
      },
      get simulations() {
        return state.simulations;
      },
      storedFiles(modelId) {
        const stored = state.model(modelId)?.files ?? [];
        return new Map(stored.flatMap((file) => (file.stored ? [[file.name, file.stored] as const] : [])));
      },
      setIntercept(intercept) {
        shared.intercept = intercept;
      },
      setBytesPerSecond: (rate) => pace.setRate(rate),
      setNextSimulationFails(fails) {
        state.failNextSimulation = fails;
      },
      stop: () => (stopped ??= shutDown()),
    };
  } catch (error) {
    await shutDown();
    throw error;
  }
}
