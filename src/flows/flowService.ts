import type { ConnectedService } from '../session/service';
import type { ServiceConnection } from '../session/serviceConnection';
import { type DraftStep, isBoundToService, type LaunchDraft } from './launchDraft';

/**
 * The service of one flow, taken at its start. Nothing that happens in the window changes it, except that a user
 * whose list failed may select another service and request the list again.
 */
export class FlowService {
  #current: ConnectedService;

  readonly #connection: Pick<ServiceConnection, 'service' | 'accountOf' | 'requireSelected'>;

  constructor(
    service: ConnectedService,
    connection: Pick<ServiceConnection, 'service' | 'accountOf' | 'requireSelected'>,
  ) {
    this.#current = service;
    this.#connection = connection;
  }

  get current(): ConnectedService {
    return this.#current;
  }

  /**
   * Moves the flow to the service that is selected now.
   * @throws OtherServiceError when another service is selected now, and an answer is valid only at the previous one
   * @throws NotConnectedError, SettingError, MappingError
   */
  async retake(draft: LaunchDraft): Promise<void> {
    if (isBoundToService(draft)) await this.#connection.requireSelected(this.#current);
    else this.#current = await this.#connection.service();
  }

  /** To be called after a request, for which the user may have signed in. */
  async noteSignIn(): Promise<void> {
    const service = this.#current;
    if (service.account !== undefined) return;
    this.#current = { ...service, account: await this.#connection.accountOf(service) };
  }

  /** The same step with the current service: going back must not return to an earlier one. */
  bind(step: DraftStep): DraftStep {
    return async (draft, position) => {
      const answer = await step({ ...draft, service: this.#current }, position);
      return typeof answer === 'object' ? { ...answer, service: this.#current } : answer;
    };
  }
}
