/** Everything behind the registrations of `extension.ts`; `load` loads it on first use. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

export { promptForSignIn, signInTo } from './flows/signIn';
export { handlers } from './commands/handlers';
export { offerToResume } from './commands/offerToResume';
export { uploadDropped } from './commands/uploadModel';
export { openTaskTerminal } from './commands/task/taskTerminal';
export { runTool } from './tools/runTool';
export { describeError } from './messages/describeError';
export { showError } from './ui/showError';
export { startEmulator } from './emulator/emulator';
export { escapeForDisplay, logWithoutSecrets, messageWithoutSecrets, redactor } from './platform/output';
export { createRouting } from './platform/routing';
export { createRunners } from './session/createRunners';
export { ServiceConnector } from './session/serviceConnector';
export { isPossiblySameService } from './session/service';
export { formatLaunchDocument } from './views/launchDocumentText';
export { createLaunchItem } from './views/launchItems';
export { describeFilter, findParent, orderOf, takeChanges } from './views/launchChanges';
export { createChildNodes, createRootNodes } from './views/launchNodes';
export { describeListFailure } from './views/listFailure';
export { createListItem } from './views/listItems';

// Passes VS Code's translations to `messages`, which does not depend on VS Code.
l10n.config({ contents: vscode.l10n.bundle ?? {} });
