import { raceAbort } from '../client/core/raceAbort';

/** Lets the launches of a window that create a project of the same name at the same service do so one after another. */
export class ProjectTurns {
  /** The last turn of each name; it never fails. */
  readonly #last = new Map<string, Promise<unknown>>();

  /**
   * @param key equal for the same name at the same service
   * @param signal stops only the waiting
   * @throws the reason of the signal, or the errors of the work
   */
  async take(key: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const turn = raceAbort(before, signal).then(work);
    // Also whoever stops waiting lets nobody pass those before it.
    const end = Promise.allSettled([before, turn]);
    this.#last.set(key, end);
    void end.then(() => {
      if (this.#last.get(key) === end) this.#last.delete(key);
    });
    await turn;
  }
}
