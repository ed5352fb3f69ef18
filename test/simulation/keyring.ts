import { currentProcess } from './hosts';
import type { World } from './world';

/** The keyring of the user, shared by all windows. */
export class Keyring {
  readonly secrets = new Map<string, string>();
  /** Until this true time it fails, or responds only after it is unlocked. */
  lockedUntil = 0;
  whenLocked: 'fails' | 'waits' = 'fails';

  constructor(readonly world: World) {}

  /** The part of VS Code's `SecretStorage` that the engine uses. */
  forWindow() {
    return {
      get: (key: string) => this.#ask('get', () => this.secrets.get(key)),
      store: (key: string, value: string) => this.#ask('store', () => void this.secrets.set(key, value)),
      delete: (key: string) => this.#ask('delete', () => void this.secrets.delete(key)),
    };
  }

  async #ask<T>(what: string, effect: () => T): Promise<T> {
    const world = this.world;
    const process = currentProcess();
    world.waits(process);
    const { keyringFails, keyringHangs } = world.circumstances;
    return await new Promise<T>((resolve, reject) => {
      if (world.strikes(keyringHangs)) {
        world.note(() => `keyring: ${what} never responds`);
        return;
      }
      const fails = world.strikes(keyringFails);
      world.queue.after(this.#delay(), () => {
        const isLocked = !world.isCalm && world.queue.now < this.lockedUntil && this.whenLocked === 'fails';
        if (fails || isLocked) {
          world.note(() => `keyring: ${what} fails in ${process.name}`);
          process.run(() => reject(new Error('The keyring could not be opened: simulated')));
          return;
        }
        const result = effect();
        process.run(() => resolve(result));
      });
    });
  }

  #delay(): number {
    const { queue, random, isCalm } = this.world;
    const locked = !isCalm && this.whenLocked === 'waits' ? Math.max(0, this.lockedUntil - queue.now) : 0;
    return locked + random.between(0.5, 40);
  }
}
