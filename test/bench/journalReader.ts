import { systemClock } from '../../src/client/core/clock';
import { LaunchRunner } from '../../src/launch/launchRunner';

/** The argument of the program, as JSON. */
export interface ReadOrder {
  /** Folder of the journal. */
  readonly folder: string;
}

/** The message that the program sends to its parent. */
export interface ReadFigures {
  readonly launches: number;
  /** CPU time of all threads; ms. */
  readonly cpuMs: number;
  /** Until the list is there; ms. */
  readonly timeMs: number;
  /** Memory retained for the launches after garbage collection; bytes. */
  readonly memoryBytes: number;
}

/** Reads the launches like a window that never shows them, in a process of its own with `--expose-gc`. */
async function main(): Promise<void> {
  const { folder } = JSON.parse(process.argv[2] ?? '') as ReadOrder;
  const failUnexpected = (): never => {
    throw new Error('Nothing is started here');
  };
  const runner = new LaunchRunner({
    ...{ folder, clock: systemClock, random: Math.random },
    uploadUrls: { get: failUnexpected, put: failUnexpected, delete: failUnexpected },
    ...{
      clientOf: failUnexpected,
      parallelFiles: failUnexpected,
      requireTrust: failUnexpected,
    },
    rateOf: () => undefined,
    onMeasured: () => undefined,
    onChange: () => undefined,
  });
  const memoryBefore = heldMemory();
  const cpuBefore = process.cpuUsage();
  const beganMs = performance.now();
  // Needed for the offer to resume and for the badge.
  const summaries = await runner.list.read();
  await runner.list.readUnreadable();
  const timeMs = performance.now() - beganMs;
  const { user, system } = process.cpuUsage(cpuBefore);
  const figures: ReadFigures = {
    launches: summaries.length,
    cpuMs: (user + system) / 1000,
    timeMs,
    memoryBytes: heldMemory() - memoryBefore,
  };
  process.send?.(figures, () => process.disconnect());
}

function heldMemory(): number {
  global.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

void main();
