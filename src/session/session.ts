import * as vscode from 'vscode';
import type { Project, ReusableModel } from '../client/core/types';
import type { Log } from '../platform/log';
import { messageWithoutSecrets, redactor } from '../platform/output';
import { createRouting } from '../platform/routing';
import { createSystemProxyLookup } from '../platform/systemProxy';
import { assertTrusted } from '../platform/trust';
import { type AccountRef, AccountSecrets } from '../secrets/accountSecrets';
import { SignInPrompts, type SignInRequest } from '../secrets/signInPrompts';
import { Account } from './account';
import { createRunners, type RunnerContext } from './createRunners';
import { LaunchStore } from './launchStore';
import { type FailedList, ListStore } from './listStore';
import { LocalEmulator } from './localEmulator';
import { RecentChoices } from './recentChoices';
import type { ServiceAddress } from './service';
import { ServiceClients } from './serviceClients';
import { ServiceConnection } from './serviceConnection';
import { Settings } from './settings';
import { findStatusClient } from './statusClient';

/** The state of a window: its settings, its service, the account, the lists of the service and the launches. */
export interface Session {
  readonly log: Log;
  readonly settings: Settings;
  readonly connection: ServiceConnection;
  readonly account: Account;
  readonly prompts: SignInPrompts;
  readonly emulator: LocalEmulator;
  readonly projects: ListStore<Project>;
  readonly reusableModels: ListStore<ReusableModel>;
  readonly launches: LaunchStore;
  readonly choices: RecentChoices;
  /** Stores what the user has seen. */
  readonly globalState: vscode.Memento;
}

/** What the session needs from the layers above. */
export interface SessionOptions {
  readonly log: Log;
  readonly journalFolder: string;
  /** Prompts for the secret of an account. @returns undefined when the prompt was dismissed */
  readonly promptForSignIn: (
    session: Pick<Session, 'account' | 'connection' | 'prompts' | 'settings'>,
    to: AccountRef,
    request: SignInRequest,
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  /** Prompts the user to sign in to a service. @returns undefined when the prompt was dismissed */
  readonly signInTo: (
    session: Pick<Session, 'connection' | 'prompts' | 'settings'>,
    service: ServiceAddress,
  ) => Promise<AccountRef | undefined>;
  readonly describeListFailure: (error: unknown) => FailedList;
}

/** Creates the session of this window; it ends with the extension. */
export function createSession(
  { secrets: keyring, globalState, subscriptions }: vscode.ExtensionContext,
  { log, journalFolder: folder, promptForSignIn, signInTo, describeListFailure }: SessionOptions,
): Session {
  const settings = new Settings();
  const secrets = new AccountSecrets(keyring, { onSecret });
  const prompts: SignInPrompts = new SignInPrompts((to, request, signal) =>
    promptForSignIn({ account, connection, prompts, settings }, to, request, signal),
  );
  const changed = new vscode.EventEmitter<void>();
  const clients = createClients({ log, prompts, secrets, settings });
  const connection: ServiceConnection = new ServiceConnection(settings, { changed, secrets, clients });
  subscriptions.push(
    settings.onDidChangeService(() => connection.settingsChanged()),
    settings.onDidChangeNetwork(() => connection.networkChanged()),
  );
  const account: Account = new Account({
    secrets,
    keyring,
    ask: async () => await signInTo({ connection, prompts, settings }, connection.address()),
  });
  const emulator = new LocalEmulator(connection, (line) => log.debug(line));
  const launches = createLaunchStore({ folder, keyring, connection, settings, log });
  const lists = createLists(connection, (error) => {
    log.failed(error);
    const failed = describeListFailure(error);
    if (failed.state === 'signInNeeded') account.offerInMenu();
    return 'text' in failed ? { ...failed, text: messageWithoutSecrets(failed.text) } : failed;
  });
  const { projects, reusableModels } = lists;
  const chosen = new vscode.EventEmitter<void>();
  subscriptions.push(
    settings,
    changed,
    account,
    emulator,
    projects,
    reusableModels,
    chosen,
    launches,
    // The settings may say now how to ask.
    connection.onDidChange(() => launches.poller.refresh()),
    account.onDidChangeSessions(() => [projects, reusableModels].forEach((list) => list.refresh())),
  );
  return {
    log,
    settings,
    connection,
    account,
    prompts,
    emulator,
    ...lists,
    launches,
    choices: new RecentChoices(globalState, chosen),
    globalState,
  };
}

function createLaunchStore({
  folder,
  ...context
}: Pick<RunnerContext, 'folder' | 'keyring'> &
  Pick<Session, 'connection' | 'settings' | 'log'>): LaunchStore {
  const { connection, log } = context;
  return new LaunchStore(folder, {
    createRunners: (onChange) =>
      createRunners({ folder, ...context, redactor, requireTrust: assertTrusted }, onChange),
    statusClientOf: (service) => findStatusClient(connection, service),
    log: (line) => log.warn(line),
  });
}

function createClients({
  log,
  prompts,
  secrets,
  settings,
}: Pick<Session, 'log' | 'prompts' | 'settings'> & { readonly secrets: AccountSecrets }): ServiceClients {
  return new ServiceClients({
    secrets,
    signIn: (to, request, signal) => prompts.open(to, { reason: 'refused', ...request }, signal),
    createRouting: () => createRouting(settings.network, onSecret, createSystemProxyLookup()),
    clientOptions: {
      log: (line) => log.info(line),
      hide: (text, carried) => redactor.words(text, carried),
    },
  });
}

function onSecret(secret: string): void {
  redactor.addSecret(secret);
}

/** Creates the lists of the selected service. */
function createLists(
  connection: ServiceConnection,
  describeFailure: (error: unknown) => FailedList,
): Pick<Session, 'projects' | 'reusableModels'> {
  return {
    projects: new ListStore<Project>(connection, {
      describeFailure,
      ask: (client, options) => client.listProjects(options),
    }),
    reusableModels: new ListStore<ReusableModel>(connection, {
      describeFailure,
      ask: (client, options) => client.listReusableModels(options),
    }),
  };
}
