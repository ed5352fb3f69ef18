import * as vscode from 'vscode';
import { authenticationProvider } from './contributions';
import type { TokenStore } from './secrets/tokenStore';

/** VS Code tells sessions apart by their scopes, and takes back its own offer to sign in by them. */
const scopes = ['service'];

/**
 * Shows in VS Code's Accounts menu who is signed in to which service. The session of an account holds no
 * token: other extensions can ask VS Code for a session, and the token is not theirs.
 */
export class Account implements vscode.AuthenticationProvider, vscode.Disposable {
  readonly #changed =
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #subscriptions: vscode.Disposable;
  readonly onDidChangeSessions = this.#changed.event;

  /** @param ask has a person sign in. @returns the origin, or nothing when that was left. */
  constructor(
    private readonly tokens: TokenStore,
    secrets: vscode.SecretStorage,
    label: string,
    private readonly ask: () => Promise<string | undefined>,
  ) {
    this.#subscriptions = vscode.Disposable.from(
      vscode.authentication.registerAuthenticationProvider(authenticationProvider, label, this, {
        supportsMultipleAccounts: true,
      }),
      // Also what other windows do.
      secrets.onDidChange(({ key }) => {
        const origin = tokens.changed(key);
        if (origin !== undefined) void this.#tell(origin);
      }),
    );
  }

  async getSessions(): Promise<vscode.AuthenticationSession[]> {
    return (await this.tokens.origins()).map(sessionOf);
  }

  /** From the Accounts menu. */
  async createSession(): Promise<vscode.AuthenticationSession> {
    const origin = await this.ask();
    if (origin === undefined) throw new vscode.CancellationError();
    return sessionOf(origin);
  }

  /** @param origin the identifier of the session */
  async removeSession(origin: string): Promise<void> {
    await this.signOut(origin);
  }

  /** Keeps a token. @returns whether it outlives this window. */
  async signIn(origin: string, token: string): Promise<boolean> {
    const isStored = (await this.tokens.set(origin, token)) === 'stored';
    // What is stored is told of by the storage.
    if (!isStored) await this.#tell(origin);
    return isStored;
  }

  /** @returns whether the token is gone for good, and not just for this window. */
  async signOut(origin: string): Promise<boolean> {
    const isGone = (await this.tokens.remove(origin)) === 'removed';
    await this.#tell(origin);
    return isGone;
  }

  /** Has the Accounts menu offer to sign in, because a service has asked for it. */
  offerInMenu(): void {
    void vscode.authentication.getSession(authenticationProvider, scopes, { createIfNone: false });
  }

  async #tell(origin: string): Promise<void> {
    const session = [sessionOf(origin)];
    const isSignedIn = (await this.tokens.get(origin)) !== undefined;
    this.#changed.fire({
      added: isSignedIn ? session : [],
      removed: isSignedIn ? [] : session,
      changed: [],
    });
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }
}

function sessionOf(origin: string): vscode.AuthenticationSession {
  return { id: origin, accessToken: '', account: { id: origin, label: new URL(origin).host }, scopes };
}
