import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { type CommandId, commands } from '../contributions';
import { showExtensionSettings } from '../platform/showSetting';
import { showConnectionCheck } from './checkConnection';
import { showDeckCheck } from './checkDeck';
import { copyId } from './copyId';
import { createProject } from './createProject';
import { createSample } from './createSample';
import { startLocalEmulator, stopLocalEmulator } from './emulator';
import { filterList } from './filterList';
import { finaliseModel } from './finaliseModel';
import { findValuesInResponse, showResponse } from './findValues';
import { compareLaunch } from './launch/compareLaunches';
import { createSimulation } from './launch/createSimulation';
import { clearLaunchFilter, filterLaunches } from './launch/filterLaunches';
import * as launch from './launch/launchCommands';
import { removeFailedLaunches, removeLaunches } from './launch/removeLaunches';
import { openInBrowser } from './openInBrowser';
import { openWalkthrough } from './openWalkthrough';
import { pinEntry } from './pinEntry';
import { reportIssue } from './reportIssue';
import { selectEnvironment } from './selectEnvironment';
import { addService } from './service/addService';
import { exportService } from './service/exportService';
import { editRequestBody, selectVariant, setBaseUrl } from './serviceSettings';
import { signIn, signOut } from './signIn';
import { chooseFault } from './simulateFault';
import { createFromTable } from './study/createFromTable';
import { createTable } from './study/createTable';
import * as study from './study/studyCommands';
import { saveLaunchAsTask } from './task/saveLaunchAsTask';
import { uploadAndSimulate, uploadFilesHere, uploadModel } from './uploadModel';

type Handler = (context: CommandContext, ...args: readonly unknown[]) => void | Promise<void>;

/** The function of each command. */
export const handlers: Readonly<Record<CommandId, Handler>> = {
  [commands.uploadModel]: uploadModel,
  [commands.uploadAndSimulate]: uploadAndSimulate,
  [commands.uploadFilesHere]: uploadFilesHere,
  [commands.checkDeck]: showDeckCheck,
  [commands.createSimulation]: createSimulation,
  [commands.createFromTable]: createFromTable,
  [commands.createTable]: createTable,
  [commands.createProject]: createProject,
  [commands.createSample]: createSample,
  [commands.finaliseModel]: finaliseModel,
  [commands.refresh]: (context) => {
    context.projects.refresh();
    context.reusableModels.refresh();
    context.launches.refresh();
    context.launches.poller.refresh();
  },
  [commands.pin]: (context, node) => pinEntry(context, node, true),
  [commands.unpin]: (context, node) => pinEntry(context, node, false),
  [commands.filterProjects]: ({ projectsView }) => filterList(projectsView, vscode.l10n.t('Filter Projects')),
  [commands.filterReusableModels]: ({ reusableModelsView }) =>
    filterList(reusableModelsView, vscode.l10n.t('Filter Reusable Models')),
  [commands.showMoreProjects]: ({ projectsView }) => projectsView.showMore(),
  [commands.showMoreReusableModels]: ({ reusableModelsView }) => reusableModelsView.showMore(),
  [commands.copyId]: copyId,
  [commands.openInBrowser]: openInBrowser,
  [commands.showLog]: ({ log }) => log.show(),
  [commands.reportIssue]: reportIssue,
  [commands.openWalkthrough]: openWalkthrough,
  [commands.openSettings]: ({ extension }) => showExtensionSettings(extension.id),
  [commands.checkConnection]: showConnectionCheck,
  [commands.showResponse]: showResponse,
  [commands.findValuesInResponse]: findValuesInResponse,
  [commands.editRequestBody]: editRequestBody,
  [commands.addService]: addService,
  [commands.exportService]: exportService,
  [commands.setBaseUrl]: setBaseUrl,
  [commands.selectVariant]: selectVariant,
  [commands.selectEnvironment]: selectEnvironment,
  [commands.signIn]: signIn,
  [commands.signOut]: signOut,
  [commands.startEmulator]: startLocalEmulator,
  [commands.stopEmulator]: stopLocalEmulator,
  [commands.simulateFault]: chooseFault,
  [commands.resumeLaunch]: launch.resume,
  [commands.retryLaunch]: launch.resume,
  [commands.finaliseLaunch]: launch.finalise,
  [commands.simulateLaunch]: launch.simulate,
  [commands.launchAgain]: launch.recreate,
  [commands.resolveLaunch]: launch.resolve,
  [commands.noteLaunch]: launch.note,
  [commands.cancelLaunch]: launch.cancel,
  [commands.copyLaunchIds]: launch.copyIds,
  [commands.copyLaunchJson]: launch.copyJson,
  [commands.revealLaunchFiles]: launch.reveal,
  [commands.removeLaunch]: removeLaunches,
  [commands.removeFailedLaunches]: removeFailedLaunches,
  [commands.compareLaunch]: compareLaunch,
  [commands.saveLaunchAsTask]: saveLaunchAsTask,
  [commands.resumeStudy]: study.resumeStudy,
  [commands.stopStudy]: study.stopStudy,
  [commands.tryFailedAgain]: study.tryFailedAgain,
  [commands.resolveStudy]: study.resolveStudy,
  [commands.exportStudy]: study.exportStudy,
  [commands.filterLaunches]: filterLaunches,
  [commands.clearProjectFilter]: ({ projectsView }) => {
    projectsView.filter = '';
  },
  [commands.clearReusableModelFilter]: ({ reusableModelsView }) => {
    reusableModelsView.filter = '';
  },
  [commands.clearLaunchFilter]: clearLaunchFilter,
};
