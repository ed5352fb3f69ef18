import * as vscode from 'vscode';
import type { Started } from './main';

/** Everything behind the registrations: `main.ts`, imported and started when something is asked for. */
export class LazyMain {
  #loading: Promise<Started> | undefined;
  readonly #followers: ((started: Started) => void)[] = [];
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

  /** An event of an object that exists only once this is loaded. Subscribing to it loads nothing. */
  follow<T>(pick: (started: Started) => vscode.Event<T>): vscode.Event<T> {
    const emitter = new vscode.EventEmitter<T>();
    this.#followers.push((started) => pick(started)((event) => emitter.fire(event)));
    return emitter.event;
  }

  async #load(): Promise<Started> {
    const main = await import('./main').catch(() => undefined);
    if (main === undefined) {
      throw new Error(vscode.l10n.t('Parts of the extension could not be loaded. Reload the window.'));
    }
    const started = this.#start(main);
    for (const follower of this.#followers) follower(started);
    return started;
  }
}
