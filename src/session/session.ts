import type * as vscode from 'vscode';
import type { Project, ReusableModel } from '../client/core/types';
import type { Routing } from '../client/http/route';
import { load } from '../load';
import type { Log } from '../platform/log';
import type { NetworkSettings } from '../platform/routing';
import { AccountSecrets } from '../secrets/accountSecrets';
import { knownSecrets } from '../secrets/knownSecrets';
import { SignInPrompts } from '../secrets/signInPrompts';
import { Account } from './account';
import { Connection } from './connection';
import { LaunchStore } from './launchStore';
import { type FailedList, ListStore } from './listStore';
import { LocalEmulator } from './localEmulator';
import { Settings } from './settings';

/** The state of a window: its settings, its service, the account, the lists of the service and the launches. */
export interface Session {
  readonly log: Log;
  readonly settings: Settings;
  readonly connection: Connection;
  readonly account: Account;
  readonly prompts: SignInPrompts;
  readonly emulator: LocalEmulator;
  readonly projects: ListStore<Project>;
  readonly reusableModels: ListStore<ReusableModel>;
  readonly launches: LaunchStore;
  /** Stores the recent choices. */
  readonly globalState: vscode.Memento;
}

export interface SessionOptions {
  readonly log: Log;
  readonly journalFolder: string;
}

/** Creates the session of this window; it ends with the extension. */
export function createSession(
  { secrets: keyring, globalState, subscriptions }: vscode.ExtensionContext,
  { log, journalFolder }: SessionOptions,
): Session {
  const settings = new Settings();
  const secrets = new AccountSecrets(keyring, { onSecret: (secret) => knownSecrets.add(secret) });
  const prompts: SignInPrompts = new SignInPrompts(async (to, request, signal) =>
    (await load()).promptForSignIn(account, to, request, signal),
  );
  const connection = new Connection(settings, async (selection) => {
    const { ServiceConnector, redactor } = await load();
    return new ServiceConnector(selection, {
      settings,
      secrets,
      signIn: (to, check, signal) => prompts.open(to, { reason: 'refused', check }, signal),
      createRouting: () => loadRouting(settings.network),
      clientOptions: {
        log: (line) => log.info(line),
        hide: (text, carried) => redactor.words(text, carried),
      },
    });
  });
  const account: Account = new Account({
    ...{ secrets, keyring },
    label: 'Simulation Service',
    escape: async (text) => (await load()).escapeForDisplay(text),
    ask: async () => (await load()).signInTo({ connection, prompts }, connection.address()),
  });
  const emulator = new LocalEmulator(connection, (line) => log.debug(line));
  const launches = new LaunchStore({
    folder: journalFolder,
    loadRunners: async (onChange) => {
      const { createRunners } = await load();
      const storages = { folder: journalFolder, keyring, globalState };
      return createRunners({ ...storages, connection, settings, log }, onChange);
    },
  });
  const lists = createLists(connection, async (error) => {
    log.failed(error);
    const { describeListFailure, messageWithoutSecrets } = await load();
    const failed = describeListFailure(error);
    if (failed.state === 'signInNeeded') account.offerInMenu();
    return 'text' in failed ? { ...failed, text: messageWithoutSecrets(failed.text) } : failed;
  });
  const { projects, reusableModels } = lists;
  subscriptions.push(
    ...[settings, connection, account, emulator, projects, reusableModels, launches],
    account.onDidChangeSessions(() => [projects, reusableModels].forEach((list) => list.refresh())),
  );
  return {
    ...{ log, settings, connection, account, prompts, emulator, ...lists, launches },
    globalState,
  };
}

function createLists(
  connection: Connection,
  describeFailure: (error: unknown) => Promise<FailedList>,
): Pick<Session, 'projects' | 'reusableModels'> {
  return {
    projects: new ListStore(connection, {
      describeFailure,
      ask: (client, options) => client.listProjects(options),
    }),
    reusableModels: new ListStore(connection, {
      describeFailure,
      ask: (client, options) => client.listReusableModels(options),
    }),
  };
}

function loadRouting(settings: NetworkSettings): Routing {
  let routing: Promise<Routing> | undefined;
  return async (origin) => {
    routing ??= load().then((parts) => parts.createRouting(settings, (secret) => knownSecrets.add(secret)));
    const route = await routing;
    return await route(origin);
  };
}
