import type { UploadProgress } from '../upload/uploadProgress';
import type { LaunchFiles } from './launchFiles';
import type { LaunchRecord } from './launchRecord';

/** A launch that this window runs. */
export interface RunningLaunch {
  /** The only controller of this run, from the user's click to the end. */
  readonly cancel: AbortController;
  /** Undefined until it is read. */
  readonly record?: LaunchRecord | undefined;
  readonly files?: LaunchFiles | undefined;
  /** Set while it uploads. */
  readonly progress?: UploadProgress | undefined;
  /** Whether the user is being asked something before the launch goes on. */
  readonly isAsking?: boolean | undefined;
}

/** The launches that this window runs, by their identifiers. */
export class RunningLaunches {
  readonly #launches = new Map<string, RunningLaunch>();
  readonly #onUpdate: () => void;

  /** @param onUpdate called after each {@link update}; whoever adds or removes a launch also changes the journal */
  constructor(onUpdate: () => void) {
    this.#onUpdate = onUpdate;
  }

  has(id: string): boolean {
    return this.#launches.has(id);
  }

  get(id: string): RunningLaunch | undefined {
    return this.#launches.get(id);
  }

  /** Adds a launch, or replaces what is known of it. */
  set(id: string, launch: RunningLaunch): void {
    this.#launches.set(id, launch);
  }

  /** Changes what is known of a launch, while it runs. */
  update(id: string, changes: Partial<Omit<RunningLaunch, 'cancel'>>): void {
    const launch = this.#launches.get(id);
    if (launch !== undefined) this.#launches.set(id, { ...launch, ...changes });
    this.#onUpdate();
  }

  delete(id: string): void {
    this.#launches.delete(id);
  }
}
