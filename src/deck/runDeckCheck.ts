import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import program from './deckCheckProgram?worker';
import { packOrder } from './deckOrderMessage';
import type { DeckCheckOrder, DeckReport } from './finding';

/**
 * Checks decks in a thread of its own, because reading them may take seconds and a drive may not respond. Aborting
 * ends the thread at once.
 * @throws the reason of the signal, or the error of the thread
 */
export async function runDeckCheck(order: DeckCheckOrder, signal: AbortSignal): Promise<DeckReport> {
  signal.throwIfAborted();
  const worker = new Worker(program, {
    ...{ eval: true, env: {}, execArgv: [], name: 'simulation decks' },
    workerData: packOrder(order),
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  });
  try {
    const [report] = (await once(worker, 'message', { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    })) as [DeckReport];
    return report;
  } finally {
    // Never settles while the thread waits for a lost drive.
    void worker.terminate();
  }
}
