/** A few words of the sources, and what stood in their place while the engine had a fault. */
export interface Change {
  /** From the root of the project on, with `/`. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** A fault that the engine once had. */
export interface PutBack {
  /** What the engine does with it. */
  readonly name: string;
  readonly changes: readonly Change[];
}

export const putBacks: readonly PutBack[] = [];
