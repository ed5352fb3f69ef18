import { raceAbort } from '../client/core/raceAbort';
import type { AccountRef } from './accountSecrets';

/** Why the user is prompted to sign in: by choice, or because a service has refused a request. */
export type SignInReason = 'wanted' | 'refused';

/**
 * Asks the service whether it accepts a secret that is not stored.
 * @throws the errors of the client, and the reason of the signal when it is aborted
 */
export type SecretCheck = (secret: string, signal: AbortSignal) => Promise<void>;

/** The wish of one caller. */
export interface SignInRequest {
  readonly reason: SignInReason;
  readonly check: SecretCheck;
  /** The words of the service about its refusal. */
  readonly words?: string | undefined;
}

/** Shows a prompt and stores what is entered. @returns the secret, or undefined when the prompt was dismissed */
type Ask = (account: AccountRef, request: SignInRequest, signal: AbortSignal) => Promise<string | undefined>;

interface Prompt {
  readonly answer: Promise<string | undefined>;
  readonly closed: AbortController;
  /** Number of callers waiting for the prompt. */
  waiting: number;
}

/**
 * Shows one sign-in prompt at a time, and shares it among all callers that wait for the same account: the first of
 * them decides how it is asked.
 */
export class SignInPrompts {
  readonly #open = new Map<string, Prompt>();
  /** Fulfilled when all requested prompts are closed. */
  #allClosed: Promise<unknown> = Promise.resolve();

  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /**
   * @returns the secret that was entered and stored, or undefined when the prompt was dismissed
   * @throws the reason of the signal when it is aborted; then the prompt closes unless other callers wait for it
   */
  async open(
    account: AccountRef,
    request: SignInRequest,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<string | undefined> {
    signal.throwIfAborted();
    const key = `${account.scheme} ${account.origin}`;
    const prompt = this.#open.get(key) ?? this.#start(account, request);
    this.#open.set(key, prompt);
    prompt.waiting++;
    try {
      return await raceAbort(prompt.answer, signal);
    } finally {
      prompt.waiting--;
      if (prompt.waiting === 0) {
        prompt.closed.abort();
        this.#open.delete(key);
      }
    }
  }

  #start(account: AccountRef, request: SignInRequest): Prompt {
    const closed = new AbortController();
    const { signal } = closed;
    const answer = this.#allClosed.then(() =>
      signal.aborted ? undefined : this.#ask(account, request, signal),
    );
    this.#allClosed = answer.catch(() => undefined);
    return { answer, closed, waiting: 0 };
  }
}
