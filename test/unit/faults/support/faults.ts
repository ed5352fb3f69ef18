import type { Operation } from '../../../../src/client/core/types';
import type { Problem } from '../../../../src/launch/journalEntry';
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

/** More than all buffers of a connection on this machine can hold. */
export const overfullBytes = 16 * 1024 * 1024;

export const network = (code: string) => () => ({ kind: 'network', code });

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
