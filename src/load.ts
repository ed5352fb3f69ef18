import * as vscode from 'vscode';
import type { Started } from './main';

/** Everything behind the registrations: `main.ts`, imported and started when something is asked for. */
export class LazyMain {
  #loading: Promise<Started> | undefined;
  readonly #whenStarted: ((started: Started) => void)[] = [];
  readonly #start: (main: typeof import('./main')) => Started;

  constructor(start: (main: typeof import('./main')) => Started) {
    this.#start = start;
  }

  get isLoaded(): boolean {
    return this.#loading !== undefined;
  }

  /**
   * Imports it once: each further `import()` would take turns of the event loop, in which VS Code asks for rows again.
   * After a failure, the window has to be reloaded, and the message of the error says so.
   */
  load(): Promise<Started> {
    return (this.#loading ??= this.#load());
  }

  /**
   * Makes an event that can be registered now, although the object whose event it forwards exists only once this is
   * loaded: `forward(({ context }) => context.documents.onDidChange)`. Subscribing to it loads nothing.
   */
  forward<T>(find: (started: Started) => vscode.Event<T>): vscode.Event<T> {
    const forwarded = new vscode.EventEmitter<T>();
    const connect = (started: Started) => find(started)((value) => forwarded.fire(value));
    this.#whenStarted.push(connect);
    return forwarded.event;
  }

  async #load(): Promise<Started> {
    const main = await import('./main').catch(() => undefined);
    if (main === undefined) {
      throw new Error(vscode.l10n.t('Parts of the extension could not be loaded. Reload the window.'));
    }
    const started = this.#start(main);
    for (const connect of this.#whenStarted) connect(started);
    return started;
  }
}
