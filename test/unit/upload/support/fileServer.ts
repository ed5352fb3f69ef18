import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpTransport } from '../../../../src/client/http/httpTransport';
import { planUpload } from '../../../../src/upload/planUpload';
import { uploadFiles, type UploadOptions } from '../../../../src/upload/uploadFiles';
import { certificates } from '../../../support/certificates';
import { createClient } from '../../../support/client';
import { type ConnectionLimit, limitConnections } from '../../../support/connectionLimit';
import { hashesOf } from '../../../support/hashes';
import { tempTree } from '../../../support/tempTree';
import { listen, type ListeningServer } from '../../../support/testServer';
import { directTransport } from '../../../support/transports';

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
  readonly stored: Readonly<Record<string, string>>;
  /** The largest number of requests at the same time. */
  readonly most: () => number;
}

/** A file server that stores what arrives whole. */
export async function startFileServer(manner: Manner = {}): Promise<FileServer> {
  const { scheme = 'http', limit, readMs, takes = () => true, respond = () => 200 } = manner;
  const begun: string[] = [];
  const stored: Record<string, string> = {};
  const ordinals = new WeakMap<Socket, number>();
  let running = 0;
  let most = 0;
  const handle = async (arrival: Arrival): Promise<void> => {
    const { request, response, name } = arrival;
    const hash = createHash('sha256');
    for await (const chunk of request as AsyncIterable<Buffer>) {
      hash.update(chunk);
      if (readMs !== undefined) await wait(readMs);
    }
    response.statusCode = await respond(arrival);
    if (response.statusCode < 300) stored[name] = hash.digest('hex');
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
  // Node.js would end a request that takes five minutes.
  const options = { keepAliveTimeout: 60_000, requestTimeout: 0, ...certificates.good };
  const server = scheme === 'http' ? createServer(options, take) : createSecureServer(options, take);
  const limited = limit === undefined ? server : limitConnections(server, limit);
  const listening = await listen(limited, { scheme });
  return { ...listening, begun, stored, most: () => most };
}

/**
 * Sends files with these contents, which are named `f0000` and so on, as many at the same time as the upload decides.
 * @returns the SHA-256 of each file in hex, by its name
 */
export async function sendFiles(
  { origin }: FileServer,
  contents: readonly Buffer[],
  { transport = directTransport(), ...options }: Partial<UploadOptions> & { transport?: HttpTransport } = {},
): Promise<Readonly<Record<string, string>>> {
  const named = contents.map((content, index) => [`f${String(index).padStart(4, '0')}`, content] as const);
  const tree = Object.fromEntries(named);
  const root = await tempTree(tree);
  const { files } = await planUpload([{ root, items: [root], exclude: [] }]);
  const urls = new Map(files.map(({ name }) => [name, `${origin}/${name}`]));
  const client = createClient(origin, { transport });
  const { signal } = new AbortController();
  await uploadFiles(files, urls, { client, parallelFiles: 'auto', signal, ...options });
  return hashesOf(tree);
}
