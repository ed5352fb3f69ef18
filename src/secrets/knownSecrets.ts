/**
 * The secrets that become known in this window. The redactor, which is loaded on first use of the extension, follows
 * them.
 */
export class KnownSecrets {
  #waiting: string[] = [];
  #follower: ((secret: string) => void) | undefined;

  add(secret: string): void {
    if (this.#follower === undefined) this.#waiting.push(secret);
    else this.#follower(secret);
  }

  /** Passes on all secrets, those of before too. To be called once. */
  follow(follower: (secret: string) => void): void {
    this.#follower = follower;
    this.#waiting.forEach(follower);
    this.#waiting = [];
  }
}

export const knownSecrets = new KnownSecrets();
