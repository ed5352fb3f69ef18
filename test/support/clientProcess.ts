import { systemClock } from '../../src/client/clock';
import { HttpTransport } from '../../src/client/http';
import { contextWith } from '../../src/client/secureContext';
import type { Operation } from '../../src/client/types';
import { createClient } from './client';
import { clientCalls } from './clientCalls';

/** Calls of a client, one after the other; the argument of the program, as JSON. */
export type ClientOrder = readonly {
  readonly server: string;
  readonly operation: Operation;
  /** Trusted in place of those that Node trusts, in PEM. */
  readonly authorities?: readonly string[];
}[];

/** What the process tells its parent at its end, for each call. */
export interface ClientEnd {
  /** The properties of what the call was rejected with, or how long the list is that it got. */
  readonly outcomes: readonly unknown[];
  /** Bytes more than before that were held at most during the call. */
  readonly held: readonly number[];
}

/** Calls the service in a process of its own, so that memory and environment are those of the client alone. */
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
  const secureContext = contextWith(authorities);
  return new HttpTransport(systemClock, () => Promise.resolve({ secureContext }));
}

function success(result: unknown): unknown {
  const { items, broken } = (result ?? {}) as { items?: readonly unknown[]; broken?: number };
  return items === undefined ? {} : { items: items.length, broken };
}

function failure(error: unknown): unknown {
  return { ...(error as object) };
}

/** What is still needed by somebody, unlike what the process has of the machine: that depends on the collector. */
function heldBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

void main();
