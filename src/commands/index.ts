import * as vscode from 'vscode';
import { commands, type CommandId } from '../contributions';
import { showError } from '../errorReport';
import type { CommandContext } from './context';
import { signIn, signOut } from './account';
import { copyId } from './copyId';
import { createProject } from './createProject';
import { createSimulation } from './createSimulation';
import { startEmulator, stopEmulator } from './emulator';
import { finaliseModel } from './finaliseModel';
import * as launch from './launchCommands';
import { selectVariant, setBaseUrl } from './service';
import { uploadAndSimulate, uploadModel } from './uploadModel';

type Handler = (context: CommandContext, ...args: readonly unknown[]) => void | Promise<void>;

const handlers: Readonly<Record<CommandId, Handler>> = {
  [commands.uploadModel]: uploadModel,
  [commands.uploadAndSimulate]: uploadAndSimulate,
  [commands.createSimulation]: createSimulation,
  [commands.createProject]: createProject,
  [commands.finaliseModel]: finaliseModel,
  [commands.refresh]: (context) => {
    context.projects.refresh();
    context.reusableModels.refresh();
  },
  [commands.copyId]: copyId,
  [commands.showLog]: ({ log }) => log.show(),
  [commands.setBaseUrl]: setBaseUrl,
  [commands.selectVariant]: selectVariant,
  [commands.signIn]: signIn,
  [commands.signOut]: signOut,
  [commands.startEmulator]: startEmulator,
  [commands.stopEmulator]: stopEmulator,
  [commands.resumeLaunch]: launch.resume,
  [commands.retryLaunch]: launch.resume,
  [commands.finaliseLaunch]: launch.finalise,
  [commands.simulateLaunch]: launch.simulate,
  [commands.launchAgain]: launch.again,
  [commands.settleLaunch]: launch.settle,
  [commands.cancelLaunch]: launch.cancel,
  [commands.copyLaunchIds]: launch.copyIds,
  [commands.copyLaunchJson]: launch.copyJson,
  [commands.revealLaunchFiles]: launch.reveal,
  [commands.removeLaunch]: launch.remove,
  [commands.exportLaunch]: launch.exportRecord,
  [commands.compareLaunch]: launch.compare,
  [commands.filterLaunches]: launch.filterLaunches,
};

/** Handlers throw; here, and only here, what they throw is logged and shown. */
export function registerCommands(context: CommandContext): vscode.Disposable {
  const registrations = Object.entries(handlers).map(([id, handler]) =>
    // Nothing is returned: other extensions can call commands, and what they may know is on the screen.
    vscode.commands.registerCommand(id, async (...args: readonly unknown[]): Promise<void> => {
      try {
        await handler(context, ...args);
      } catch (error) {
        context.log.failed(error);
        void showError(error);
      }
    }),
  );
  return vscode.Disposable.from(...registrations);
}
