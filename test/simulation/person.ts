import type { UnreadableRecord } from '../../src/launch/journal';
import type { Engine } from './loadEngine';
import type { LaunchTruth, Oracle } from './oracle';
import type { Kind } from './recordPlaces';
import type { Service } from './service';
import type { StudyTruth } from './studyTruth';
import type { World } from './world';

/** How a list is read. */
interface Reading<Item> {
  /** It may be older than what is expected in it. */
  readonly mayBeOld: boolean;
  /** @param look how often it was read before */
  readonly read: (look: number) => Promise<readonly Item[]>;
  readonly readUnreadable: () => Promise<readonly UnreadableRecord[]>;
}

/** Someone who uses windows, and sees what they list and which errors they report. */
export abstract class Person {
  constructor(
    readonly world: World,
    readonly engine: Engine,
    readonly service: Service,
    readonly oracle: Oracle,
  ) {}

  /** @returns undefined when it fails with an error that the messages know */
  protected async attempt<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.noteFailure(what, error);
      return undefined;
    }
  }

  /** The messages of the extension must have words for every error that the user has not caused. */
  protected noteFailure(what: string, error: unknown): void {
    const {
      kind,
      code = '',
      name,
      stack = String(error),
    } = error as Error & { kind?: string; code?: string };
    this.world.note(() => `${what} ends: ${kind ?? String(error)} ${code}`);
    if (kind === undefined && name !== 'AbortError')
      this.world.violate('only errors with a message of their own are thrown', `${what}: ${stack}`);
  }

  /** Undefined when the list could not be read, which the view reports. */
  protected async look<Item extends { readonly id: string }>(
    kind: Kind,
    expected: readonly (LaunchTruth | StudyTruth)[],
    { mayBeOld, read, readUnreadable }: Reading<Item>,
  ): Promise<readonly Item[] | undefined> {
    const seen = new Set<string>();
    const listIntact = () => expected.filter(({ isRemoved, isDamaged }) => !isRemoved && !isDamaged);
    try {
      let found: readonly Item[] = [];
      // Reads several times, because a record may become readable or unreadable between two reads.
      for (let look = 0; look < 4; look++) {
        found = await read(look);
        const unreadable = await readUnreadable();
        for (const { id } of [...found, ...unreadable]) seen.add(id);
        for (const { id, code } of unreadable) {
          if (code === 'damaged' && listIntact().some((one) => one.id === id))
            this.world.violate('a torn record can be read', `${kind} ${id}`);
        }
        if (mayBeOld || listIntact().every(({ id }) => seen.has(id!))) return found;
      }
      for (const { number, id } of listIntact())
        if (!seen.has(id!)) this.world.violate(`every ${kind} is shown`, `${kind} ${number} is not`);
      return found;
    } catch (error) {
      this.noteFailure(`list of each ${kind}`, error);
      return undefined;
    }
  }
}
