/** An input of VS Code that may be shown again after it was hidden. */
interface Input {
  show(): void;
  hide(): void;
}

/** The inputs of a window. VS Code shows one at a time, and hides it when another one comes. */
export class InputScreen {
  #shown: Input | undefined;
  /** Inputs that are hidden by an interruption. */
  readonly #covered = new Set<Input>();
  /** Inputs that were told to hide; VS Code reports that later, perhaps after the interruption. */
  readonly #hiding = new Set<Input>();

  show(input: Input): void {
    this.#shown = input;
    input.show();
  }

  /** To be called when VS Code reports that an input is hidden. @returns whether the user has left it */
  isLeft(input: Input): boolean {
    return !this.#hiding.delete(input) && !this.#covered.has(input);
  }

  /** To be called when an input is answered or left. */
  remove(input: Input): void {
    this.#covered.delete(input);
    this.#hiding.delete(input);
    if (this.#shown === input) this.#shown = undefined;
  }

  /** Does something in between. The input that is shown now is hidden, not left, and comes back afterwards. */
  async interrupt<T>(run: () => Promise<T>): Promise<T> {
    const below = this.#shown;
    if (below === undefined || this.#covered.has(below)) return await run();
    this.#covered.add(below);
    this.#hiding.add(below);
    below.hide();
    try {
      return await run();
    } finally {
      if (this.#covered.delete(below)) this.show(below);
    }
  }
}
