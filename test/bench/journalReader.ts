import { newRunner } from '../support/runner';
import { createBenchClient } from './newClient';

/** The message that the program sends to its parent. */
export interface ReadFigures {
  readonly launches: number;
  /** Until the list is there; ms. */
  readonly timeMs: number;
  /** Memory retained for the launches after garbage collection; bytes. */
  readonly memoryBytes: number;
}

/** Reads the launches of a folder like a window that never shows them, in a process of its own with `--expose-gc`. */
async function main(): Promise<void> {
  const folder = JSON.parse(process.argv[2] ?? '') as string;
  const runner = newRunner(folder, createBenchClient('https://service.example'));
  const memoryBefore = heldMemory();
  const start = performance.now();
  // Needed for the offer to resume and for the badge.
  const summaries = await runner.list.read();
  await runner.list.readUnreadable();
  const timeMs = performance.now() - start;
  const memoryBytes = heldMemory() - memoryBefore;
  const figures: ReadFigures = { launches: summaries.length, timeMs, memoryBytes };
  process.send?.(figures, () => process.disconnect());
}

function heldMemory(): number {
  global.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

void main();
