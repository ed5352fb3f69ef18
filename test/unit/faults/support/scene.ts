import { readFile } from 'node:fs/promises';
import type { Operation } from '../../../../src/client/core/types';
import type { Proxy } from '../../../../src/client/http/route';
import type { ServiceClient } from '../../../../src/client/serviceClient';
import type { CallOptions } from '../../../../src/client/serviceClientOptions';
import type { Emulator } from '../../../../src/emulator/emulator';
import type { UploadUrlStore } from '../../../../src/launch/launchUploadUrls';
import type { LaunchOptions } from '../../../../src/launch/runLaunch';
import { Redactor } from '../../../../src/secrets/redactor';
import { canaryToken } from '../../../support/canaryToken';
import { closeClient, createClient } from '../../../support/client';
import { FakeClock } from '../../../support/fakeClock';
import { hashesOf } from '../../../support/hashes';
import { launchBench, plannedLaunch } from '../../../support/launches';
import { newestFile } from '../../../support/recordFiles';
import { decodeLines } from '../../../support/recordText';
import { startService, stopServices } from '../../../support/service';
import type { Fault, Nowhere } from './faults';
import { type FaultServer, startFaultServer } from './faultServer';
import { FaultyTransport } from './faultyTransport';

/** The file that faults happen to; it is the second of three. */
export const meshFile = 'b-mesh.dat';
const meshSize = 96 * 1024 + 1;

/** A launch that is ready to run, with a fault in one operation. */
export type Scene = Awaited<ReturnType<typeof setScene>>;

const closings: (() => Promise<void>)[] = [];

/** Call after each test. */
export async function closeScenes(): Promise<void> {
  await Promise.all(closings.splice(0).map((close) => close()));
  await stopServices();
}

/** A place for faults that need none of them. */
const noPlaces: Nowhere = { refusing: '', crowded: '' };

/** @param start time of the clock of this machine; ms since the epoch. The service has the true time. */
export async function setScene(operation: Operation, fault: Fault, nowhere = noPlaces, start = Date.now()) {
  const clock = new FakeClock(start);
  // A file server may take half an hour for each response, so the upload URLs are valid for longer than several of them.
  const { emulator } = await startService('variant_b', { urlLifetimeMs: 86_400_000 });
  const isUpload = operation === 'uploadFile';
  const forwardTo = isUpload ? emulator.fileServerUrl : emulator.baseUrl;
  const { server, ...way } = await obstacle(fault, nowhere, forwardTo, clock);
  const takes = (request: { operation: Operation; about?: string }) =>
    request.operation === operation && (!isUpload || request.about === meshFile);
  const transport = new FaultyTransport(clock, { ...way, takes, endless: !server && !!fault.limit });
  /** Lines that the client logged. */
  const log: string[] = [];
  /** Knows the secrets that the window knows: the token, and the upload URLs as soon as they are stored. */
  const redactor = new Redactor();
  redactor.addSecret(canaryToken);
  const client = createClient(emulator.baseUrl, {
    transport,
    clock,
    random: () => 1,
    credentials: { headers: () => Promise.resolve({ authorization: `Bearer ${canaryToken}` }) },
    log: (line) => log.push(line),
    hide: (text, carried) => redactor.words(text, carried),
  });
  closings.push(async () => {
    await server?.stop();
    await emulator.stop();
    // Not awaited: it waits for pending connections, some of which are never established.
    void closeClient(client);
  });
  /** Requests that servers saw, without those of an unknown operation. */
  const seen = (asked: Operation) =>
    emulator.requests.filter((request) => request.operation === asked).length +
    (asked === operation ? (server?.visits ?? []).filter(({ forwarded }) => !forwarded).length : 0);
  const size = isUpload ? (fault.fileSize ?? meshSize) : meshSize;
  const { run, ...launched } = await launch({ emulator, client, clock, redactor }, size);
  /** Errors of the launches and lists. */
  const errors: unknown[] = [];
  const noted = (error: unknown) => {
    errors.push(error);
    throw error;
  };
  return {
    ...launched,
    emulator,
    client,
    clock,
    transport,
    server,
    redactor,
    log,
    errors,
    seen,
    run: (options?: Partial<LaunchOptions>) => run(options).catch(noted),
    list: (options?: CallOptions) => client.listProjects(options).catch(noted),
  };
}

interface Bench {
  readonly emulator: Emulator;
  readonly client: ServiceClient;
  readonly clock: FakeClock;
  readonly redactor: Redactor;
}

async function launch({ emulator, client, clock, redactor }: Bench, size: number) {
  const files = { 'a.inp': '*INCLUDE', [meshFile]: Buffer.alloc(size, '1, 0, 0\n'), 'c.inc': '' };
  const { root, plan } = await plannedLaunch(emulator, files);
  const bench = await launchBench({ client }, clock);
  const record = await bench.journal.begin(plan);
  const links: UploadUrlStore = {
    ...bench.links,
    put: (id, links) => {
      redactor.addUploadUrls(links);
      return bench.links.put(id, links);
    },
  };
  closings.push(() => record.close());
  return {
    root,
    record,
    links: bench.links.kept,
    folder: bench.folder,
    /** SHA-256 of the files to be uploaded, by name. */
    hashes: new Map(Object.entries(hashesOf(files))),
    run: (options?: Partial<LaunchOptions>) =>
      bench.run(record, { uploadUrls: links, hide: (name) => redactor.exact(name), ...options }),
    async journal() {
      const text = await readFile(newestFile(bench.folder, record.record.plan.launch), 'utf8');
      return { text, entries: decodeLines(text) };
    },
  };
}

async function obstacle(
  { act, scheme }: Fault,
  nowhere: Nowhere,
  forwardTo: string,
  clock: FakeClock,
): Promise<{ origin: string; proxy?: Proxy; server: FaultServer | undefined }> {
  if ('at' in act) return { origin: act.at(nowhere), server: undefined };
  const server = await startFaultServer(act, forwardTo, clock);
  if (scheme !== 'tunnel')
    return { origin: `${scheme === undefined ? 'http' : 'https'}://${server.host}`, server };
  const url = new URL(`http://${server.host}`);
  const proxy = { url, source: 'http.proxy', verifyCertificate: true } as const;
  return { origin: 'https://behind.test', proxy, server };
}
