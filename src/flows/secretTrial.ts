import * as vscode from 'vscode';
import { isSignInRequired, ServiceError } from '../client/core/errors';
import { describeError } from '../messages/describeError';
import { describeReason } from '../messages/serviceErrors';
import type { AccountRef } from '../secrets/accountSecrets';
import type { SecretCheck } from '../secrets/signInPrompts';

/** Checks what the user enters for an account, while the input is open. */
export class SecretTrial {
  /** The secret that the service neither accepted nor refused. */
  #unchecked: string | undefined;

  readonly #account: AccountRef;
  readonly #check: SecretCheck;

  constructor(account: AccountRef, check: SecretCheck) {
    this.#account = account;
    this.#check = check;
  }

  /** Whether the service has accepted a secret that was entered. */
  isChecked(secret: string): boolean {
    return secret !== this.#unchecked;
  }

  /**
   * @returns why the input stays open. A secret that cannot be checked is accepted when it is entered once more.
   * @throws the reason of the signal
   */
  async verify(secret: string, signal: AbortSignal): Promise<vscode.InputBoxValidationMessage | undefined> {
    if (secret === this.#unchecked) return undefined;
    this.#unchecked = undefined;
    try {
      await this.#check(secret, signal);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (isSignInRequired(error)) {
        return { message: describeRefusal(this.#account), severity: vscode.InputBoxValidationSeverity.Error };
      }
      this.#unchecked = secret;
      return { message: describeUnchecked(error), severity: vscode.InputBoxValidationSeverity.Warning };
    }
  }
}

function describeRefusal({ scheme, origin }: AccountRef): string {
  const { host } = new URL(origin);
  return {
    bearer: vscode.l10n.t('The token was refused by {0}.', host),
    apiKey: vscode.l10n.t('The API key was refused by {0}.', host),
    basic: vscode.l10n.t('The user name or the password was refused by {0}.', host),
  }[scheme];
}

function describeUnchecked(error: unknown): string {
  const reason = error instanceof ServiceError ? describeReason(error) : describeError(error);
  const next = vscode.l10n.t('Press Enter again to keep the credentials anyway.');
  return `${vscode.l10n.t('The credentials could not be checked.')} ${reason} ${next}`;
}
