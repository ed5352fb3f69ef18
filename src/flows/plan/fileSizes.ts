import { lstat } from 'node:fs/promises';
import { forEachParallel } from '../../client/core/forEachParallel';

/** Files looked at concurrently: enough to hide the latency of a network drive. */
const maxParallelLooks = 16;

/** The sizes of files that are not in a plan, but could be added to it. Each file is looked at once. */
export class FileSizes {
  /** Bytes; undefined while it is not known, and for everything but a regular file. */
  readonly #known = new Map<string, number | undefined>();

  /** @returns bytes, if known */
  sizeOf(file: string): number | undefined {
    return this.#known.get(file);
  }

  /** @returns whether there was anything to look at */
  async lookUp(files: Iterable<string>): Promise<boolean> {
    const fresh = [...files].filter((file) => !this.#known.has(file));
    for (const file of fresh) this.#known.set(file, undefined);
    await forEachParallel(fresh, maxParallelLooks, async (file) => {
      const stats = await lstat(file).catch(() => undefined);
      if (stats?.isFile() === true) this.#known.set(file, stats.size);
    });
    return fresh.length > 0;
  }
}
