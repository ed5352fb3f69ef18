import * as vscode from 'vscode';
import { escapeInvisible } from '../client/text/visibleText';
import { authenticationProvider } from '../contributions';
import { escapeForDisplay } from '../platform/output';
import type { AccountRef, AccountSecrets } from '../secrets/accountSecrets';
import { splitCredentials } from '../secrets/basicCredentials';

/** VS Code tells sessions apart by their scopes, and takes back its own offer to sign in by them. */
const scopes = ['service'];

export interface AccountOptions {
  readonly secrets: AccountSecrets;
  /** Where `secrets` keeps them. */
  readonly keyring: vscode.SecretStorage;
  /** The label of the provider, as in package.json. */
  readonly label: string;
  /** Has a person sign in. @returns nothing when that was left. */
  readonly ask: () => Promise<AccountRef | undefined>;
}

/**
 * Shows in VS Code's Accounts menu who is signed in to which service. The session of an account holds no
 * secret: other extensions can ask VS Code for a session, and the secret is not theirs.
 */
export class Account implements vscode.AuthenticationProvider, vscode.Disposable {
  readonly #changed =
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #subscriptions: vscode.Disposable;
  readonly onDidChangeSessions = this.#changed.event;

  constructor(private readonly options: AccountOptions) {
    const { secrets, keyring, label } = options;
    this.#subscriptions = vscode.Disposable.from(
      vscode.authentication.registerAuthenticationProvider(authenticationProvider, label, this, {
        supportsMultipleAccounts: true,
      }),
      // Also what other windows do.
      keyring.onDidChange(({ key }) => {
        const account = secrets.changed(key);
        if (account !== undefined) void this.#tell(account);
      }),
    );
  }

  async getSessions(): Promise<vscode.AuthenticationSession[]> {
    const accounts = await this.options.secrets.accounts();
    return await Promise.all(accounts.map((account) => this.#session(account)));
  }

  /** From the Accounts menu. */
  async createSession(): Promise<vscode.AuthenticationSession> {
    const account = await this.options.ask();
    if (account === undefined) throw new vscode.CancellationError();
    return await this.#session(account);
  }

  /** From the Accounts menu. */
  async removeSession(id: string): Promise<void> {
    const accounts = await this.options.secrets.accounts();
    const account = accounts.find((one) => idOf(one) === id);
    if (account !== undefined) await this.signOut(account);
  }

  async isSignedIn(account: AccountRef): Promise<boolean> {
    return (await this.options.secrets.get(account)) !== undefined;
  }

  /** The user name of an account that has one. */
  async userOf(account: AccountRef): Promise<string | undefined> {
    if (account.scheme !== 'basic') return undefined;
    const secret = await this.options.secrets.get(account);
    return secret === undefined ? undefined : splitCredentials(secret).user;
  }

  /** Keeps a secret. @returns whether it outlives this window. */
  async signIn(account: AccountRef, secret: string): Promise<boolean> {
    const isStored = (await this.options.secrets.set(account, secret)) === 'stored';
    // The storage tells of changes to what it holds.
    if (!isStored) await this.#tell(account);
    return isStored;
  }

  /** @returns whether the secret is gone for good, and not just for this window. */
  async signOut(account: AccountRef): Promise<boolean> {
    const isGone = (await this.options.secrets.remove(account)) === 'removed';
    await this.#tell(account);
    return isGone;
  }

  /** Has the Accounts menu offer to sign in, because a service has asked for it. */
  offerInMenu(): void {
    void vscode.authentication.getSession(authenticationProvider, scopes, { createIfNone: false });
  }

  async #tell(account: AccountRef): Promise<void> {
    const session = await this.#session(account);
    const isSignedIn = await this.isSignedIn(account);
    // Removed in any case: the menu would go on showing a user name that was replaced.
    this.#changed.fire({ added: isSignedIn ? [session] : [], removed: [session], changed: [] });
  }

  async #session(account: AccountRef): Promise<vscode.AuthenticationSession> {
    const id = idOf(account);
    const label = labelOf(account, await this.userOf(account));
    return { id, accessToken: '', account: { id, label }, scopes };
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }
}

function idOf({ scheme, origin }: AccountRef): string {
  return `${scheme} ${origin}`;
}

/** The Accounts menu signs out of all accounts with the same label, so each has one of its own. */
function labelOf({ scheme, origin }: AccountRef, user: string | undefined): string {
  const service = origin.replace(/^https:\/\//, '');
  if (scheme === 'apiKey') return vscode.l10n.t('{0}, API key', service);
  return user === undefined ? service : `${service} (${escapeForDisplay(escapeInvisible(user))})`;
}
