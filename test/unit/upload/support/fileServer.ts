import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { planUpload } from '../../../../src/upload/planUpload';
import type { PlannedFile } from '../../../../src/upload/uploadPlan';
import { certificates } from '../../../support/certificates';
import { type ConnectionLimit, limitConnections } from '../../../support/connectionLimit';
import { tempTree } from '../../../support/tempTree';
import { listen, type ListeningServer } from '../../../support/testServer';

/** A request for a file. */
export interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly name: string;
  /** Its place among the requests of its connection, from 1. */
  readonly ordinal: number;
  /** Number of requests that the server works on, with this one. */
  readonly running: number;
}

export interface Manner {
  readonly scheme?: 'http' | 'https';
  readonly limit?: ConnectionLimit;
  /** Time after which it reads on, for each chunk; ms. */
  readonly readMs?: number;
  /** Called as a request arrives. @returns whether it is read and gets a response */
  readonly takes?: (arrival: Arrival) => boolean;
  /** Called when a request was read. @returns the status of its response, 200 if absent */
  readonly respond?: (arrival: Arrival) => number | Promise<number>;
}

export interface FileServer extends ListeningServer {
  /** Names of files, in order of arrival of their requests. */
  readonly begun: readonly string[];
  /** SHA-256 in hex of each file that was accepted, by its name. */
  readonly stored: ReadonlyMap<string, string>;
  /** The largest number of requests at the same time. */
  readonly most: () => number;
}

/** A file server that stores what arrives whole. */
export async function startFileServer(manner: Manner = {}): Promise<FileServer> {
  const { scheme = 'http', limit, readMs, takes = () => true, respond = () => 200 } = manner;
  const [begun, stored] = [[] as string[], new Map<string, string>()];
  const ordinals = new WeakMap<Socket, number>();
  let [running, most] = [0, 0];
  const handle = async (arrival: Arrival): Promise<void> => {
    const { request, response, name } = arrival;
    const hash = createHash('sha256');
    for await (const chunk of request as AsyncIterable<Buffer>) {
      hash.update(chunk);
      if (readMs !== undefined) await wait(readMs);
    }
    response.statusCode = await respond(arrival);
    if (response.statusCode < 300) stored.set(name, hash.digest('hex'));
    response.end(response.statusCode === 200 ? '{}' : '');
  };
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const name = (request.url ?? '').slice(1);
    const ordinal = (ordinals.get(request.socket) ?? 0) + 1;
    ordinals.set(request.socket, ordinal);
    begun.push(name);
    const arrival = { request, response, name, ordinal, running: running + 1 };
    if (!takes(arrival)) return;
    most = Math.max(most, ++running);
    void handle(arrival)
      .catch(() => undefined)
      .finally(() => running--);
  };
  const options = { keepAliveTimeout: 60_000, ...certificates.good };
  const server = scheme === 'http' ? createServer(options, take) : createSecureServer(options, take);
  const limited = limit === undefined ? server : limitConnections(server, limit);
  const listening = await listen(limited, { scheme });
  return { ...listening, begun, stored, most: () => most };
}

export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

export interface ServedFiles {
  /** By name, in the order of the contents: `f0000` and so on. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly files: readonly PlannedFile[];
  readonly urls: ReadonlyMap<string, string>;
}

/** Files with these contents in a new folder, and their URLs at a server. */
export async function serveFiles(origin: string, contents: readonly Buffer[]): Promise<ServedFiles> {
  const named = contents.map((content, index) => [`f${String(index).padStart(4, '0')}`, content] as const);
  const root = await tempTree(Object.fromEntries(named));
  const { files } = await planUpload([{ root, items: [root], exclude: [] }]);
  return {
    hashes: new Map(named.map(([name, content]) => [name, sha256(content)])),
    files,
    urls: new Map(files.map(({ name }) => [name, `${origin}/${name}`])),
  };
}
