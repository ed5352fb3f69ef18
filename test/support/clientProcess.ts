import { systemClock } from '../../src/client/core/clock';
import { HttpTransport } from '../../src/client/http/httpTransport';
import { createContext } from '../../src/client/http/secureContext';
import { createClient } from './client';
import { clientCalls, type InterfaceOperation } from './clientCalls';

/** Calls of a client, one after the other; the argument of the program, as JSON. */
export type ClientOrder = readonly {
  readonly server: string;
  readonly operation: InterfaceOperation;
  /** Trusted instead of Node's default authorities; PEM. */
  readonly authorities?: readonly string[];
}[];

/** The message that the process sends to its parent at its end, with one element for each call. */
export interface ClientEnd {
  /** Properties of the error that the call was rejected with, or the length of the list that it returned. */
  readonly outcomes: readonly unknown[];
  /** Peak of additional bytes held during the call. */
  readonly held: readonly number[];
}

/** Calls the service in a process of its own, so that memory and environment belong to the client alone. */
async function main(): Promise<void> {
  const outcomes: unknown[] = [];
  const held: number[] = [];
  for (const { server, operation, authorities } of JSON.parse(process.argv[2] ?? '') as ClientOrder) {
    const client = createClient(server, {
      ...(authorities && { transport: transportTrusting(authorities) }),
      credentials: { headers: () => Promise.resolve({ authorization: 'Bearer 0123456789abcdef' }) },
    });
    const before = heldBytes();
    let most = before;
    const sampling = setInterval(() => (most = Math.max(most, heldBytes())), 50);
    outcomes.push(await clientCalls[operation](client, server).then(success, failure));
    clearInterval(sampling);
    held.push(most - before);
    await client.close();
  }
  process.send?.({ outcomes, held } satisfies ClientEnd, () => process.disconnect());
}

function transportTrusting(authorities: readonly string[]): HttpTransport {
  const secureContext = createContext(authorities);
  return new HttpTransport(systemClock, () => Promise.resolve({ secureContext }));
}

function success(result: unknown): unknown {
  const { items, skipped } = (result ?? {}) as { items?: readonly unknown[]; skipped?: number };
  return items === undefined ? {} : { items: items.length, skipped };
}

function failure(error: unknown): unknown {
  return { ...(error as object) };
}

/** Bytes still referenced; the memory of the process depends on the garbage collector. */
function heldBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

void main();
