import { findChangedFiles } from './checkFiles';
import type { PlannedFile } from './uploadPlan';

interface WaitingFile {
  readonly file: PlannedFile;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Checks files once more after they were sent. Those that wait for a check are checked together. */
export class SentFileCheck {
  #waiting: WaitingFile[] = [];
  #isChecking = false;

  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** @throws FileChangedError, FileUnreadableError, or the reason of the signal */
  async assertUnchanged(file: PlannedFile): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ file, resolve, reject });
      if (!this.#isChecking) void this.#checkWaiting();
    });
  }

  async #checkWaiting(): Promise<void> {
    this.#isChecking = true;
    while (this.#waiting.length > 0) {
      const together = this.#waiting;
      this.#waiting = [];
      try {
        await this.#check(together);
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
    this.#isChecking = false;
  }

  async #check(together: readonly WaitingFile[]): Promise<void> {
    const changes = await findChangedFiles(
      together.map(({ file }) => file),
      this.#signal,
    );
    const changeOf = new Map(changes.map((change) => [change.file, change]));
    for (const { file, resolve, reject } of together) {
      const change = changeOf.get(file.name);
      if (change === undefined) resolve();
      else reject(change);
    }
  }
}
