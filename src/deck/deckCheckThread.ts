import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import program from './deckCheckProgram?worker';
import type { DeckCheckOrder, DeckReport } from './finding';

/**
 * A thread for one check of decks, because reading them may take seconds and a drive may not respond. It may be started
 * before the order is known: starting it takes as long as many a check. Aborting ends it at once.
 */
export class DeckCheckThread {
  readonly #worker: Worker;
  readonly #signal: AbortSignal;
  readonly #report: Promise<DeckReport>;

  /** @throws the reason of the signal */
  constructor(signal: AbortSignal) {
    signal.throwIfAborted();
    this.#signal = signal;
    this.#worker = new Worker(program, {
      eval: true,
      env: {},
      execArgv: [],
      name: 'simulation decks',
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
    });
    this.#report = this.#receiveReport();
    // Whoever waits for the check is told.
    this.#report.catch(() => undefined);
  }

  /**
   * Does the check, after which the thread is of no more use.
   * @throws the reason of the signal, or the error of the thread
   */
  async check(order: DeckCheckOrder): Promise<DeckReport> {
    this.#worker.postMessage(order);
    return await this.#report;
  }

  async #receiveReport(): Promise<DeckReport> {
    try {
      const [report] = (await once(this.#worker, 'message', { signal: this.#signal })) as [DeckReport];
      return report;
    } catch (error) {
      this.#signal.throwIfAborted();
      throw error;
    } finally {
      // Never settles while the thread waits for a lost drive.
      void this.#worker.terminate();
    }
  }
}
