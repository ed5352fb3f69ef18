import { setImmediate } from 'node:timers/promises';
import type { Project } from '../../src/client/core/types';
import { removeDuplicates } from '../../src/session/removeDuplicates';
import { filterEntries, type ListNode, listNodes } from '../../src/views/listNodes';
import { createBenchClient } from './newClient';

/** The argument of the program, as JSON. */
export interface ListOrder {
  /** Origin of the service. */
  readonly origin: string;
}

/** The message that the program sends to its parent. */
export interface ListFigures {
  /** The longest time that the event loop was blocked; ms. */
  readonly blockMs: number;
  /** Memory retained for the list after garbage collection; bytes. */
  readonly memoryBytes: number;
  /** Time from a filter, or from “show more”, to the rows; ms. */
  readonly filterMs: number;
  readonly more: number;
}

const node = (project: Project): ListNode => ({ kind: 'project', project });

/** Reads a long list as the extension does, in a process of its own with `--expose-gc`. */
async function main(): Promise<void> {
  const { origin } = JSON.parse(process.argv[2] ?? '') as ListOrder;
  const client = createBenchClient(origin);
  const stopWatching = watchBlocks();
  const before = heldMemory();
  const listing = removeDuplicates(await client.listProjects());
  const blockMs = await stopWatching();
  const memoryBytes = heldMemory() - before;
  const content = { state: 'ready', listing } as const;
  const filterMs = timeOf(() =>
    listNodes(content, node, { found: filterEntries(listing.items, 'study 99') }),
  );
  const more = timeOf(() => listNodes(content, node, { most: 400 }));
  await client.close();
  const figures: ListFigures = { blockMs, memoryBytes, filterMs, more };
  process.send?.(figures, () => process.disconnect());
}

function heldMemory(): number {
  global.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function watchBlocks(): () => Promise<number> {
  let maxBlockMs = 0;
  let last = performance.now();
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      await setImmediate();
      const now = performance.now();
      maxBlockMs = Math.max(maxBlockMs, now - last);
      last = now;
    }
  };
  const watched = watch();
  return async () => {
    // The last block is measured at the next sample.
    await setImmediate();
    isOver = true;
    await watched;
    return maxBlockMs;
  };
}

function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

void main();
