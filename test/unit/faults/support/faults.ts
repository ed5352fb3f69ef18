import { gzipSync } from 'node:zlib';
import type { Operation } from '../../../../src/client/core/types';
import { createModelBytes, operations } from '../../../../src/client/operations';
import type { Problem } from '../../../../src/launch/journalEntry';
import { severalTurns } from '../../../support/fakeClock';
import type { FaultAct } from './faultServer';
import type { ForwardedResponse, Visit } from './visit';

/** Origins that no request can reach. */
export interface Nowhere {
  /** No server is listening. */
  readonly refusing: string;
  /** The queue for new connections is full. */
  readonly crowded: string;
}

export interface Fault {
  readonly name: string;
  /** Behaviour of the fault server, or the origin where no server runs. */
  readonly act: FaultAct | { readonly at: (nowhere: Nowhere) => string };
  /** Protocol other than plain HTTP; with `tunnel`, to a proxy in front of a server with TLS. */
  readonly scheme?: 'tls' | 'tunnel';
  /** The problem that the journal records for it. */
  readonly shows: (operation: Operation) => Partial<Problem>;
  /** The wait that the server asks for; ms. */
  readonly askedMs?: number;
  /** The timeout that ends the exchange; ms. */
  readonly limit?: (operation: Operation) => number;
  /** Size of the file in bytes, where it matters. */
  readonly fileSize?: number;
}

/** Files in the model of the matrix. */
export const fileCount = 3;

/** More than all buffers of a connection on this machine can hold. */
export const overfullBytes = 16 * 1024 * 1024;

const network = (code: string) => () => ({ kind: 'network', code });

export const nowhere = (name: string, origin: (nowhere: Nowhere) => string, code: string): Fault => ({
  name,
  act: { at: origin },
  shows: network(code),
});

export function formatResponse(status: number, headers: Record<string, string> = {}, body = ''): string {
  const fields = { 'content-length': String(Buffer.byteLength(body)), connection: 'close', ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Something\r\n${lines.join('')}\r\n${body}`;
}

/** Carries out the request, and responds as the real server has done, with the given status. */
export async function pass(visit: Visit, toStatus = (status: number) => status): Promise<void> {
  const { status, body } = await visit.forward();
  visit.end(formatResponse(toStatus(status), { 'content-type': 'application/json' }, body.toString()));
}

export interface Reply {
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly code?: string;
  readonly name?: string;
  readonly askedMs?: number;
}

/** Reads the whole request, and rejects it or responds without carrying it out. */
export function replies(status: number, { headers, body, code, name, askedMs }: Reply = {}): Fault {
  return {
    name: name === undefined ? String(status) : `${status} ${name}`,
    shows: () => ({ kind: 'status', status, ...(code !== undefined && { code }) }),
    ...(askedMs !== undefined && { askedMs }),
    async act(visit) {
      await visit.read();
      visit.end(formatResponse(status, headers, body));
    },
  };
}

/** A proxy that responds with this to CONNECT. */
export const refusesTunnel = (status: number, code: string): Fault => ({
  ...replies(status),
  name: `a proxy that responds with ${status}`,
  scheme: 'tunnel',
  shows: network(code),
});

/** Like `replies`, but the request takes effect first. */
export const repliesAfterApplying = (status: number, reply: Reply): Fault => ({
  ...replies(status, reply),
  async act(visit) {
    await visit.forward();
    visit.end(formatResponse(status, reply.headers, reply.body));
  },
});

/** The operation takes effect, and its response is lost in a way that is reported as `code`. */
export const loses = (
  name: string,
  code: string,
  lose: (visit: Visit, response: ForwardedResponse) => unknown,
): Fault => ({
  name,
  shows: network(code),
  async act(visit) {
    await lose(visit, await visit.forward());
  },
});

/** The operation takes effect, and its response is replaced by another one with the same status. */
export function rewritesResponse(
  name: string,
  reason: string,
  change: (
    response: ForwardedResponse,
    operation: Operation,
  ) => { headers?: Record<string, string>; body: string | Buffer },
): (operation: Operation) => Fault {
  return (operation) => ({
    name,
    shows: () => ({ kind: 'response', code: reason }),
    async act(visit) {
      const response = await visit.forward();
      const { headers = {}, body } = change(response, operation);
      const type = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
      visit.write(formatResponse(response.status, { ...type, ...headers }));
      visit.end(body);
    },
  });
}

export const compressed = rewritesResponse('a compressed body', 'encoded', ({ body }) => ({
  headers: { 'content-encoding': 'gzip' },
  body: gzipSync(body),
}));

export const overCap = rewritesResponse('a body over its limit', 'tooLarge', ({ body }, operation) => {
  const cap = operation === 'createModel' ? createModelBytes(fileCount) : operations[operation].maxBodyBytes;
  return { body: Buffer.concat([Buffer.alloc(cap, ' '), body, Buffer.from(' ')]) };
});

export const page = rewritesResponse('an HTML page', 'html', () => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Sign in</title>',
}));

/** The right response arrives, but byte by byte, one each second. */
export const drips: Fault = {
  ...loses('a response sent byte by byte', 'timeout', async (visit, { status }) => {
    const body = '{'.padEnd(3600);
    visit.write(formatResponse(status, { 'content-length': '3600', 'content-type': 'application/json' }));
    await severalTurns();
    for (const byte of body) {
      if (visit.isClosed) return;
      visit.write(byte);
      visit.clock.pass(1000);
      await severalTurns();
    }
    throw new Error('the response ended before the time limit');
  }),
  limit: (operation) => operations[operation].bodyTimeoutMs,
};

const responseTimeoutOf = (operation: Operation): number => operations[operation].responseTimeoutMs;

export const silent: Fault = {
  ...loses('no response', 'timeout', (visit) => visit.clock.runOut()),
  limit: responseTimeoutOf,
};

/** A response with an unsolicited interim response before it. */
export const continues: Fault = {
  name: 'a 100 before the response',
  shows: () => ({}),
  async act(visit) {
    await visit.read();
    visit.write('HTTP/1.1 100 Continue\r\n\r\n');
    await pass(visit);
  },
};

/** Sends an interim response each second for an hour. */
export const endlessNews = (status: number): Fault => ({
  ...loses(`endless ${status}`, 'timeout', async (visit) => {
    for (let second = 0; second < 3600 && !visit.isClosed; second++) {
      visit.write(`HTTP/1.1 ${status} Still here\r\n\r\n`);
      await severalTurns();
      visit.clock.pass(1000);
    }
    if (!visit.isClosed) throw new Error('the client waited for an hour');
  }),
  limit: responseTimeoutOf,
});

/** Reads the header and no more. The buffers of the connection take all of a small body. */
export const stopsReading: Fault = {
  name: 'a server that stops reading',
  shows: (operation) => ({ kind: 'network', code: operation === 'uploadFile' ? 'stalled' : 'timeout' }),
  limit: (operation) => (operation === 'uploadFile' ? 60_000 : operations[operation].responseTimeoutMs),
  fileSize: overfullBytes,
  async act(visit) {
    await visit.read(() => 0);
    visit.socket.pause();
    await visit.clock.runOut();
  },
};

/** Waits for a connection that is never established. */
export const connecting = {
  shows: (): Partial<Problem> => ({ kind: 'network', code: 'connectTimeout' }),
  limit: (): number => 15_000,
};
