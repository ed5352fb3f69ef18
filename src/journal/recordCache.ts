import type { FileState } from './recordFile';

/** Cache of values read from files, valid while these files are unchanged. */
export class RecordCache<T> {
  readonly #found = new Map<string, { readonly state: FileState; readonly value: T }>();

  get(launch: string, { bytes, mtimeNs }: FileState): T | undefined {
    const found = this.#found.get(launch);
    return found?.state.bytes === bytes && found.state.mtimeNs === mtimeNs ? found.value : undefined;
  }

  set(launch: string, state: FileState, value: T): T {
    this.#found.set(launch, { state, value });
    return value;
  }

  keep(isKept: (launch: string) => boolean): void {
    for (const launch of this.#found.keys()) if (!isKept(launch)) this.#found.delete(launch);
  }
}
