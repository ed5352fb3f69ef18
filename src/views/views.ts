import * as vscode from 'vscode';
import type { Project, ReusableModel } from '../client/core/types';
import { commands, contextKeys } from '../contributions';
import { SeenFailures } from '../session/seenFailures';
import type { Session } from '../session/session';
import { Documents } from './documents';
import { LaunchesView } from './launchesView';
import type { LaunchNode } from './launchNodes';
import type { ListNode } from './listNodes';
import { ListView } from './listView';
import { ProgressStatusBarItem } from './progressStatusBar';
import { readProjectLaunches } from './projectLaunches';
import { RowPages } from './rowPages';
import { RowPlaces } from './rowPlaces';
import { ServiceStatusBarItem } from './serviceStatusBar';
import { followSteps } from './walkthroughProgress';

/** The trees of VS Code, which exist before their rows do. */
export interface Trees {
  readonly projects: vscode.TreeView<ListNode>;
  readonly reusableModels: vscode.TreeView<ListNode>;
  readonly launches: vscode.TreeView<LaunchNode>;
}

/** The trees and documents of a window. */
export interface Views {
  readonly launchesView: LaunchesView;
  readonly projectsView: ListView<Project>;
  readonly reusableModelsView: ListView<ReusableModel>;
  /** Launches, what will be sent, the last connection check, and the last response that could not be used. */
  readonly documents: Documents;
  readonly pages: RowPages;
  readonly places: RowPlaces;
  /** The row that has the keyboard focus in one of the lists, if any. */
  readonly selectedNode: () => ListNode | undefined;
}

/** Creates the views of a session; they end with the extension. */
export function createViews(
  { subscriptions }: Pick<vscode.ExtensionContext, 'subscriptions'>,
  session: Session,
  trees: Trees,
): Views {
  const { settings, connection, launches, log } = session;
  const pages = new RowPages(settings, connection);
  const places = new RowPlaces(connection);
  const launchesView = new LaunchesView(trees.launches, launches, {
    pages,
    places,
    onDidChangePages: connection.onDidChange,
    seenFailures: new SeenFailures(session.globalState),
    onFailed: (error) => log.failed(error),
  });
  const lists = createListViews(session, trees, pages);
  const { projectsView, reusableModelsView } = lists;
  const documents = new Documents(launches);
  subscriptions.push(
    places,
    launchesView,
    projectsView,
    reusableModelsView,
    documents,
    new ServiceStatusBarItem(settings, connection),
    new ProgressStatusBarItem(launches, (error) => log.failed(error)),
    followSteps(launches, launchesView),
  );
  return {
    launchesView,
    ...lists,
    documents,
    pages,
    places,
    selectedNode: () => projectsView.tree.selection[0] ?? reusableModelsView.tree.selection[0],
  };
}

function createListViews(
  { choices, connection, emulator, launches, projects, reusableModels }: Session,
  trees: Trees,
  pages: RowPages,
): Pick<Views, 'projectsView' | 'reusableModelsView'> {
  // Without a service, there is nothing to put in order.
  const findService = () => connection.service().catch(() => undefined);
  const { onDidChange: onDidChangeRank } = choices;
  const projectsView = new ListView<Project>({
    tree: trees.projects,
    pages,
    stateKey: contextKeys.projectsState,
    filteredKey: contextKeys.projectsFiltered,
    store: projects,
    showMore: commands.showMoreProjects,
    node: (project, isNameShared) => ({ kind: 'project', project, isNameShared }),
    rank: async (items) => choices.rank('project', await findService(), items),
    onDidChangeRank,
    launches: {
      read: () => readProjectLaunches(connection, launches),
      onDidChange: launches.onDidChange,
    },
    description: () =>
      emulator.running === undefined
        ? connection.addressOrUndefined?.baseUrl.host
        : vscode.l10n.t('local emulator'),
  });
  const reusableModelsView = new ListView<ReusableModel>({
    tree: trees.reusableModels,
    pages,
    stateKey: contextKeys.reusableModelsState,
    filteredKey: contextKeys.reusableModelsFiltered,
    store: reusableModels,
    showMore: commands.showMoreReusableModels,
    node: (model, isNameShared) => ({ kind: 'reusableModel', model, isNameShared }),
    rank: async (items) => choices.rank('model', await findService(), items),
    onDidChangeRank,
  });
  return { projectsView, reusableModelsView };
}
