import * as vscode from 'vscode';
import { type Authentication, splitApiKeyHeader } from '../client/authentication';
import { escapeInvisible } from '../client/text/visibleText';
import { isSecretAllowed } from '../client/url/baseUrl';
import { settings } from '../contributions';
import { withEllipsis } from '../messages/labels';
import { findSettingId, nameSetting } from '../messages/settingNames';
import { formatLine } from '../platform/format';
import { showMessage } from '../platform/output';
import { showSetting } from '../platform/showSetting';
import { type AccountRef, getAccountAt } from '../secrets/accountSecrets';
import type { SecretCheck, SignInRequest } from '../secrets/signInPrompts';
import type { ServiceAddress, ServiceSnapshot } from '../session/service';
import type { Session } from '../session/session';
import { withInterruption } from '../ui/quickInput';
import { showError } from '../ui/showError';
import { askForSecret, type EnteredSecret, otherMethod } from './signInInput';
import { askForMethod } from './signInMethod';

export type SignInContext = Pick<Session, 'connection' | 'prompts' | 'settings'>;

/**
 * Prompts the user to sign in to a service with the configured scheme.
 * @returns undefined when the prompt was dismissed or signing in is not possible
 */
export async function signInTo(
  context: SignInContext,
  service: ServiceAddress | ServiceSnapshot,
): Promise<AccountRef | undefined> {
  const { connection, prompts } = context;
  const authentication = connection.authenticationOf(service);
  const { scheme } = authentication;
  if (scheme === 'none') {
    await tellNoScheme(context, service);
    return undefined;
  }
  const account = getAccountAt(scheme, service.baseUrl);
  const check: SecretCheck = async (secret, signal) => {
    const checked = 'mapping' in service ? service : connection.serviceAt(service);
    // The secret goes where this account's belongs, also if the settings have changed since it was asked for.
    await connection.clients.checkSecret({ ...checked, authentication }, secret, signal);
  };
  return (await prompts.open(account, { reason: 'wanted', check })) === undefined ? undefined : account;
}

async function tellNoScheme(context: SignInContext, service: ServiceAddress): Promise<void> {
  const environment = context.connection.environmentOf(service);
  const other = withEllipsis(vscode.l10n.t('Other Method'));
  const open = vscode.l10n.t('Open Setting');
  const text = vscode.l10n.t(
    'You cannot sign in, because the setting {0} is “none”. Requests are sent without credentials.',
    nameSetting(settings.authentication, environment?.name),
  );
  const chosen = await showMessage('information', text, other, open);
  if (chosen === open) await showSetting(findSettingId(settings.authentication, environment?.name));
  else if (chosen === other) await signInOtherwise(context, service);
}

/** Asks by which method the service wants users to sign in, keeps that in the settings, and has the user sign in. */
async function signInOtherwise(context: SignInContext, service: ServiceAddress): Promise<void> {
  const { connection, settings: written } = context;
  const name = connection.environmentOf(service)?.name;
  const before = connection.authenticationOf(service);
  const other = vscode.l10n.t('Other Method');
  const title = name === undefined ? other : formatLine(other, escapeInvisible(name));
  const method = await withInterruption(() => askForMethod(before, { title }));
  if (method === undefined) return;
  await written.setAuthentication(method, name);
  await signInTo(context, service);
}

/**
 * Prompts for credentials and stores them once the service has accepted them, or the user keeps them unchecked.
 * @param signal closes the prompt
 * @returns undefined when the prompt was dismissed, or when no secret may be sent there
 */
export async function promptForSignIn(
  context: SignInContext & Pick<Session, 'account'>,
  to: AccountRef,
  request: SignInRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { account } = context;
  // Shown as ASCII to reveal look-alike names.
  const { origin } = to;
  if (!isSecretAllowed(new URL(origin))) {
    void showMessage(
      'error',
      vscode.l10n.t('You cannot sign in to {0}, because the connection is not encrypted.', origin),
    );
    return undefined;
  }
  const isSignedIn = await account.isSignedIn(to);
  const user = await account.userOf(to);
  const service = findConfiguredService(context, to);
  const word = findWord(service && context.connection.authenticationOf(service), to);
  const entered = await askForSecret({
    account: to,
    request,
    signal,
    isSignedIn,
    user,
    word,
    hasOtherMethods: service !== undefined,
  });
  if (entered === otherMethod) {
    // Whoever waits for this account goes on without it: the other one is asked for by its own prompt.
    if (service !== undefined) void signInOtherwise(context, service).catch(showError);
    return undefined;
  }
  if (entered === undefined) return undefined;
  const isStored = await account.signIn(to, entered.secret);
  void announce(origin, { ...entered, isStored }, word);
  return entered.secret;
}

/** The selected service if it is the one of an account and the settings describe it. */
function findConfiguredService(
  { connection }: SignInContext,
  { origin }: AccountRef,
): ServiceAddress | undefined {
  const service = connection.addressOrUndefined;
  return service?.baseUrl.origin === origin && !connection.isOverride(service) ? service : undefined;
}

/** The word that stands before a token or key in its header. */
function findWord(authentication: Authentication | undefined, { scheme }: AccountRef): string {
  if (scheme === 'bearer') return 'Bearer';
  return authentication?.scheme === 'apiKey' ? splitApiKeyHeader(authentication.header).word : '';
}

async function announce(
  origin: string,
  { hadWord, isChecked, isStored }: EnteredSecret & { readonly isStored: boolean },
  word: string,
): Promise<void> {
  const done = isChecked
    ? vscode.l10n.t('You are signed in to {0}.', origin)
    : vscode.l10n.t('The credentials for {0} are kept, but they could not be checked.', origin);
  const prefix = hadWord
    ? ` ${vscode.l10n.t('The word “{0}” was removed from the beginning of the token.', word)}`
    : '';
  if (isStored) {
    await showMessage(isChecked ? 'information' : 'warning', done + prefix);
    return;
  }
  const lost = vscode.l10n.t(
    'The secret storage of VS Code is not available, so you will be signed out when this window closes.',
  );
  await showMessage('warning', `${done}${prefix} ${lost}`);
}
