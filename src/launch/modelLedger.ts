import type { VariantName } from '../client/apiVariant';
import type { ModelId } from '../client/types';

/** A model that was uploaded from this machine. */
export interface KnownModel {
  readonly baseUrl: string;
  readonly variant: VariantName;
  readonly id: ModelId;
  readonly name: string;
  readonly files: number;
  /** Bytes. */
  readonly size: number;
  readonly state: 'uploaded' | 'finalised';
  /** When the upload ended; ms since the epoch. */
  readonly uploadedAt: number;
}

/** Where the ledger is kept; VS Code's Memento has this shape. */
export interface LedgerStorage {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = 'knownModels';

/** The service lists reusable models only, so that the others can be found again they are noted here. */
const mostModels = 200;

/** The models uploaded from this machine, newest first. */
export class ModelLedger {
  constructor(private readonly storage: LedgerStorage) {}

  /** The models of one service, for which both parts of its address must be the same. */
  list(baseUrl: string, variant: VariantName): KnownModel[] {
    return this.#all().filter((model) => model.baseUrl === baseUrl && model.variant === variant);
  }

  /** Notes a model, in place of what was noted of it before. */
  async note(model: KnownModel): Promise<void> {
    const others = this.#all().filter((other) => !isSame(other, model));
    await this.storage.update(key, [model, ...others].slice(0, mostModels));
  }

  /** Drops what is noted of a service that is gone with all it had. */
  async forget(baseUrl: string): Promise<void> {
    await this.storage.update(
      key,
      this.#all().filter((model) => model.baseUrl !== baseUrl),
    );
  }

  #all(): KnownModel[] {
    const stored = this.storage.get(key);
    return Array.isArray(stored) ? (stored as KnownModel[]) : [];
  }
}

function isSame(a: KnownModel, b: KnownModel): boolean {
  return a.baseUrl === b.baseUrl && a.variant === b.variant && a.id === b.id;
}
