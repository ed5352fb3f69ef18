import * as vscode from 'vscode';
import type { Project, ReusableModel } from '../client/core/types';
import { commands, contextKeys, views } from '../contributions';
import { load } from '../load';
import { SeenFailures } from '../session/seenFailures';
import type { Session } from '../session/session';
import { CheckDocument, checkScheme } from './checkDocument';
import { createDropTarget, type DropHandler } from './dropTarget';
import { LaunchDocuments, launchScheme } from './launchDocuments';
import { LaunchesView } from './launchesView';
import type { ListNode } from './listNodes';
import { ListView } from './listView';
import { ProjectLaunches } from './projectLaunches';
import { RequestDocuments, requestScheme } from './requestDocuments';
import { ServiceStatusBarItem } from './serviceStatusBar';
import { followSteps } from './walkthroughProgress';

/** The trees and documents of a window. */
export interface Views {
  readonly launchesView: LaunchesView;
  readonly projectsView: ListView<Project>;
  readonly reusableModelsView: ListView<ReusableModel>;
  readonly requestDocuments: RequestDocuments;
  readonly checkDocument: CheckDocument;
  /** The row that has the keyboard focus in one of the lists, if any. */
  readonly selectedNode: () => ListNode | undefined;
}

/**
 * Creates the views of a session; they end with the extension.
 * @param drop called when files are dropped into the projects or the launches
 */
export function createViews(
  { subscriptions }: Pick<vscode.ExtensionContext, 'subscriptions'>,
  session: Session,
  drop: DropHandler,
): Views {
  const { settings, connection, launches, log } = session;
  const dropTarget = createDropTarget(drop);
  const launchesView = new LaunchesView(launches, {
    seenFailures: new SeenFailures(session.globalState),
    dropTarget,
    onFailed: (error) => log.failed(error),
  });
  const lists = createListViews(session, dropTarget);
  const { projectsView, reusableModelsView } = lists;
  const requestDocuments = new RequestDocuments();
  const checkDocument = new CheckDocument();
  const launchDocuments = new LaunchDocuments(launches);
  const { registerTextDocumentContentProvider: register } = vscode.workspace;
  subscriptions.push(
    ...[launchesView, projectsView, reusableModelsView, launchDocuments, requestDocuments, checkDocument],
    new ServiceStatusBarItem(settings, connection),
    register(launchScheme, launchDocuments),
    register(requestScheme, requestDocuments),
    register(checkScheme, checkDocument),
    followSteps(launches, launchesView),
  );
  return {
    ...{ launchesView, ...lists, requestDocuments, checkDocument },
    selectedNode: () => projectsView.tree.selection[0] ?? reusableModelsView.tree.selection[0],
  };
}

function createListViews(
  { connection, emulator, launches, projects, reusableModels }: Session,
  dropTarget: vscode.TreeDragAndDropController<unknown>,
): Pick<Views, 'projectsView' | 'reusableModelsView'> {
  const item = async (node: ListNode) => (await load()).createListItem(node);
  const projectsView = new ListView<Project>({
    viewId: views.projects,
    stateKey: contextKeys.projectsState,
    store: projects,
    showMore: commands.showMoreProjects,
    item,
    dropTarget,
    node: (project, isNameShared) => ({ kind: 'project', project, isNameShared }),
    launches: {
      byProject: new ProjectLaunches(connection, launches),
      onDidChange: launches.onDidChange,
    },
    description: () =>
      emulator.running === undefined
        ? connection.addressOrUndefined?.baseUrl.host
        : vscode.l10n.t('local emulator'),
  });
  const reusableModelsView = new ListView<ReusableModel>({
    viewId: views.reusableModels,
    stateKey: contextKeys.reusableModelsState,
    store: reusableModels,
    showMore: commands.showMoreReusableModels,
    item,
    node: (model, isNameShared) => ({ kind: 'reusableModel', model, isNameShared }),
  });
  return { projectsView, reusableModelsView };
}
