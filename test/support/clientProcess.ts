import { readFileSync, writeFileSync } from 'node:fs';
import { variants } from '../../src/client/apiVariant';
import { systemClock } from '../../src/client/clock';
import { HttpTransport } from '../../src/client/http';
import { contextWith } from '../../src/client/secureContext';
import { ServiceClient } from '../../src/client/serviceClient';
import type { Operation } from '../../src/client/types';
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
  /** How much memory more than before the process had at most during the call, in bytes. */
  readonly rises: readonly number[];
}

/** Calls the service in a process of its own, so that memory and environment are those of the client alone. */
async function main(): Promise<void> {
  const outcomes: unknown[] = [];
  const rises: number[] = [];
  for (const { server, operation, authorities } of JSON.parse(process.argv[2] ?? '') as ClientOrder) {
    const client = new ServiceClient({
      baseUrl: server,
      variant: variants.variant_b,
      ...(authorities && { transport: transportTrusting(authorities) }),
      credentials: { headers: () => Promise.resolve({ authorization: 'Bearer 0123456789abcdef' }) },
      log: () => undefined,
    });
    const before = restingMemory();
    outcomes.push(await clientCalls[operation](client, server).then(success, failure));
    rises.push(peakMemory() - before);
    await client.close();
  }
  process.send?.({ outcomes, rises } satisfies ClientEnd, () => process.disconnect());
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

/** Memory in bytes without what former calls have left. Linux counts its peak from here on. */
function restingMemory(): number {
  globalThis.gc?.();
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
  return process.memoryUsage.rss();
}

function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

void main();
