import type { FileState } from './recordFile';

/** Cache of values read from files, valid while these files are unchanged. */
export class RecordCache<T> {
  readonly #found = new Map<string, { readonly state: FileState; readonly value: T }>();

  /** @param readState reads the state of the file as it is now */
  async get(id: string, readState: () => Promise<FileState>): Promise<T | undefined> {
    const found = this.#found.get(id);
    if (found === undefined) return undefined;
    const { bytes, mtimeNs } = await readState();
    return found.state.bytes === bytes && found.state.mtimeNs === mtimeNs ? found.value : undefined;
  }

  set(id: string, state: FileState, value: T): T {
    this.#found.set(id, { state, value });
    return value;
  }

  keep(isKept: (id: string) => boolean): void {
    for (const id of this.#found.keys()) if (!isKept(id)) this.#found.delete(id);
  }
}
