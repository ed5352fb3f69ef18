import * as vscode from 'vscode';
import { escapeInvisible } from '../client/text/visibleText';
import { authenticationProvider } from '../contributions';
import { escapeForDisplay } from '../platform/output';
import type { AccountRef, AccountSecrets } from '../secrets/accountSecrets';
import { splitCredentials } from '../secrets/basicCredentials';

/** VS Code distinguishes sessions by their scopes, and withdraws its own sign-in request by them. */
const scopes = ['service'];

export interface AccountOptions {
  readonly secrets: AccountSecrets;
  /** The keyring in which `secrets` stores them. */
  readonly keyring: vscode.SecretStorage;
  /** Prompts the user to sign in. @returns undefined when the prompt was dismissed */
  readonly ask: () => Promise<AccountRef | undefined>;
}

/**
 * Shows in VS Code's Accounts menu who is signed in to which service. The session of an account holds no secret,
 * because other extensions can ask VS Code for the session.
 */
export class Account implements vscode.AuthenticationProvider, vscode.Disposable {
  readonly #changed =
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChangeSessions = this.#changed.event;

  readonly #options: AccountOptions;

  constructor(options: AccountOptions) {
    this.#options = options;
    const { secrets, keyring } = options;
    this.#subscription =
      // Includes changes by other windows.
      keyring.onDidChange(({ key }) => {
        const account = secrets.changed(key);
        if (account !== undefined) void this.#tell(account);
      });
  }

  async getSessions(): Promise<vscode.AuthenticationSession[]> {
    const accounts = await this.#options.secrets.accounts();
    return await Promise.all(accounts.map((account) => this.#session(account)));
  }

  /** Called by the Accounts menu. */
  async createSession(): Promise<vscode.AuthenticationSession> {
    const account = await this.#options.ask();
    if (account === undefined) throw new vscode.CancellationError();
    return await this.#session(account);
  }

  /** Called by the Accounts menu. */
  async removeSession(id: string): Promise<void> {
    const accounts = await this.#options.secrets.accounts();
    const account = accounts.find((one) => idOf(one) === id);
    if (account !== undefined) await this.signOut(account);
  }

  async isSignedIn(account: AccountRef): Promise<boolean> {
    return (await this.#options.secrets.get(account)) !== undefined;
  }

  /** The user name of an account; undefined if its scheme has none. */
  async userOf(account: AccountRef): Promise<string | undefined> {
    if (account.scheme !== 'basic') return undefined;
    const secret = await this.#options.secrets.get(account);
    return secret === undefined ? undefined : splitCredentials(secret).user;
  }

  /** Stores a secret. @returns whether it is stored beyond this window */
  async signIn(account: AccountRef, secret: string): Promise<boolean> {
    const isStored = (await this.#options.secrets.set(account, secret)) === 'stored';
    // When the secret was stored, the keyring's change event notifies listeners.
    if (!isStored) await this.#tell(account);
    return isStored;
  }

  /** @returns whether the secret was removed permanently, and not only from this window */
  async signOut(account: AccountRef): Promise<boolean> {
    const isGone = (await this.#options.secrets.remove(account)) === 'removed';
    await this.#tell(account);
    return isGone;
  }

  /** Adds a sign-in request to the Accounts menu, because a service requires it. */
  offerInMenu(): void {
    void vscode.authentication.getSession(authenticationProvider, scopes, { createIfNone: false });
  }

  async #tell(account: AccountRef): Promise<void> {
    const session = await this.#session(account);
    const isSignedIn = await this.isSignedIn(account);
    // Always removed first: otherwise the menu would keep showing a replaced user name.
    this.#changed.fire({ added: isSignedIn ? [session] : [], removed: [session], changed: [] });
  }

  async #session(account: AccountRef): Promise<vscode.AuthenticationSession> {
    const id = idOf(account);
    const label = await this.#label(account);
    return { id, accessToken: '', account: { id, label }, scopes };
  }

  /**
   * A label that is unique to the account, because the Accounts menu signs out of all accounts with the same label.
   */
  async #label(account: AccountRef): Promise<string> {
    const service = account.origin.replace(/^https:\/\//, '');
    if (account.scheme === 'apiKey') return vscode.l10n.t('{0}, API key', service);
    const user = await this.userOf(account);
    return user === undefined ? service : `${service} (${escapeForDisplay(escapeInvisible(user))})`;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

function idOf({ scheme, origin }: AccountRef): string {
  return `${scheme} ${origin}`;
}
