import type * as vscode from 'vscode';
import type { Account } from './session/account';
import type { Project, ReusableModel } from './client/core/types';
import type { Connection } from './session/connection';
import type { LocalEmulator } from './session/localEmulator';
import type { Launches } from './session/launchStore';
import type { Log } from './platform/output';
import type { SignInPrompts } from './secrets/signInPrompts';
import type { Settings } from './session/settings';
import type { LaunchesView } from './views/launchesView';
import type { ListNode } from './views/listNodes';
import type { ListStore } from './session/listStore';
import type { ListView } from './views/listView';
import type { CheckDocument } from './views/checkDocument';
import type { RequestDocuments } from './views/requestDocuments';
import type { Memory } from './session/recentChoices';

/** The parts that the commands work with, built once in extension.ts. */
export interface CommandContext {
  readonly settings: Settings;
  readonly connection: Connection;
  readonly account: Account;
  readonly prompts: SignInPrompts;
  readonly emulator: LocalEmulator;
  readonly projects: ListStore<Project>;
  readonly reusableModels: ListStore<ReusableModel>;
  readonly launches: Launches;
  readonly memory: Memory;
  readonly log: Log;
  readonly launchesView: LaunchesView;
  readonly projectsView: ListView<Project>;
  readonly reusableModelsView: ListView<ReusableModel>;
  readonly requestDocuments: RequestDocuments;
  readonly checkDocument: CheckDocument;
  readonly extension: Pick<vscode.Extension<unknown>, 'id' | 'extensionUri'>;
  /** The version of this extension. */
  readonly version: string;
  /** The launch whose row has the keyboard focus, if any. */
  readonly selectedLaunch: () => string | undefined;
  /** The row that has the keyboard focus in one of our views, if any. */
  readonly selectedNode: () => ListNode | undefined;
}
