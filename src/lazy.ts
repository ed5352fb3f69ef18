/**
 * The parts of the shell that are loaded when they are first needed, in one piece, so that a window in which nobody
 * uses the extension does not pay for it. Imported by `import()` only.
 */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

export { promptForSignIn, signInTo } from './commands/signIn';
export { handlers } from './commands/handlers';
export { resumeLaunch } from './commands/startLaunch';
export { describeError } from './messages/describeError';
export { showError } from './commands/showError';
export { comparisonText } from './launch/launchComparison';
export { runLaunch } from './launch/runLaunch';
export { createRouting } from './platform/routing';
export { createLaunchItem } from './views/launchItems';
export { createListItem } from './views/listItems';

// The texts of `messages`, which know nothing of VS Code, are shown in its language too.
l10n.config({ contents: vscode.l10n.bundle ?? {} });
