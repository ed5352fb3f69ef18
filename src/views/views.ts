import * as vscode from 'vscode';
import type { Project, ReusableModel } from '../client/core/types';
import { commands, contextKeys, views } from '../contributions';
import type { messageWithoutSecrets } from '../platform/output';
import { SeenFailures } from '../session/seenFailures';
import type { isPossiblySameService } from '../session/service';
import type { Session } from '../session/session';
import { CheckDocument, checkScheme } from './checkDocument';
import { createDropTarget, type DropHandler } from './dropTarget';
import { LaunchDocuments, launchScheme } from './launchDocuments';
import type { formatLaunchDocument } from './launchDocumentText';
import { LaunchesView, type LaunchesViewParts } from './launchesView';
import type { createListItem } from './listItems';
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

/** Loaded on demand: needed only while a view is open. */
export interface ViewParts extends LaunchesViewParts {
  readonly describeError: (error: unknown) => string;
  readonly formatLaunchDocument: typeof formatLaunchDocument;
  readonly createListItem: typeof createListItem;
  readonly messageWithoutSecrets: typeof messageWithoutSecrets;
  readonly escapeForDisplay: (text: string) => string;
  readonly isPossiblySameService: typeof isPossiblySameService;
}

/**
 * Creates the views of a session; they end with the extension.
 * @param drop called when files are dropped into the projects or the launches
 */
export function createViews(
  { subscriptions }: Pick<vscode.ExtensionContext, 'subscriptions'>,
  session: Session,
  load: () => Promise<ViewParts>,
  drop: DropHandler,
): Views {
  const { settings, connection, launches, log } = session;
  const dropTarget = createDropTarget(drop);
  const launchesView = new LaunchesView(launches, {
    load,
    seenFailures: new SeenFailures(session.globalState),
    dropTarget,
    onFailed: (error) => log.failed(error),
  });
  const lists = createListViews(session, load, dropTarget);
  const { projectsView, reusableModelsView } = lists;
  const requestDocuments = new RequestDocuments(load);
  const checkDocument = new CheckDocument();
  const launchDocuments = new LaunchDocuments(launches, load);
  const { registerTextDocumentContentProvider: register } = vscode.workspace;
  subscriptions.push(
    ...[launchesView, projectsView, reusableModelsView, launchDocuments, requestDocuments, checkDocument],
    new ServiceStatusBarItem(settings, connection, {
      describe: async (error) => (await load()).describeError(error),
      loadEscape: async () => (await load()).escapeForDisplay,
    }),
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
  load: () => Promise<ViewParts>,
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
      byProject: new ProjectLaunches(connection, launches, load),
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
