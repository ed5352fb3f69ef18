/** An input of VS Code that may be shown again after it was hidden. */
interface Input {
  show(): void;
}

/** The inputs of a window. VS Code shows one at a time, and hides it when another one comes. */
export class InputScreen {
  #shown: Input | undefined;
  /** Inputs that are hidden by an interrupting question. */
  readonly #covered = new Set<Input>();

  show(input: Input): void {
    this.#shown = input;
    input.show();
  }

  /** Whether an input is hidden only until a question in between is answered. */
  isCovered(input: Input): boolean {
    return this.#covered.has(input);
  }

  /** To be called when an input is answered or left. */
  remove(input: Input): void {
    this.#covered.delete(input);
    if (this.#shown === input) this.#shown = undefined;
  }

  /** Asks something in between. The input that is shown now is not left and comes back afterwards. */
  async interrupt<T>(ask: () => Promise<T>): Promise<T> {
    const below = this.#shown;
    if (below !== undefined) this.#covered.add(below);
    try {
      return await ask();
    } finally {
      if (below !== undefined && this.#covered.delete(below)) this.show(below);
    }
  }
}
