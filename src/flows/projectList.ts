import { type Clock, systemClock } from '../client/core/clock';
import { isSignInRequired } from '../client/core/errors';
import type { Listing, Project } from '../client/core/types';
import type { ListStore } from '../session/listStore';
import type { ConnectedService } from '../session/service';
import type { LoadOptions } from '../ui/loadRows';

/** Age from which a list is requested again; ms. The user may have created a project elsewhere. */
const maxAgeMs = 60_000;

interface EarlyRequest {
  readonly service: ConnectedService;
  readonly startedAt: number;
  readonly listing: Promise<Listing<Project>>;
}

/** The projects for one flow, which may be requested while the user answers earlier questions. */
export class ProjectList {
  #early: EarlyRequest | undefined;

  readonly #store: Pick<ListStore<Project>, 'fresh'>;
  readonly #closed: AbortSignal;
  readonly #clock: Pick<Clock, 'now'>;

  /** @param closed aborted when the flow ends */
  constructor(
    store: Pick<ListStore<Project>, 'fresh'>,
    closed: AbortSignal,
    clock: Pick<Clock, 'now'> = systemClock,
  ) {
    this.#store = store;
    this.#closed = closed;
    this.#clock = clock;
  }

  /** Requests the projects in the background. Nobody is asked to sign in for them, and a failure is not shown. */
  requestEarly(service: ConnectedService): void {
    if (this.#early !== undefined) return;
    const listing = this.#store.fresh(service, { signal: this.#closed, unattended: true });
    const early = { service, startedAt: this.#clock.now(), listing };
    this.#early = early;
    listing.catch(() => {
      if (this.#early === early) this.#early = undefined;
    });
  }

  /** The projects: the early request for the first call, a new one afterwards. @throws the errors of the client */
  async request(
    service: ConnectedService,
    options: Omit<LoadOptions, 'isRepeat'>,
  ): Promise<Listing<Project>> {
    const early = this.#early;
    this.#early = undefined;
    if (early?.service.key === service.key && this.#clock.now() - early.startedAt <= maxAgeMs) {
      try {
        return await early.listing;
      } catch (error) {
        if (!isSignInRequired(error)) throw error;
      }
    }
    return await this.#store.fresh(service, options);
  }
}
