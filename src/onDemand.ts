/**
 * The parts of the shell that are loaded when they are first needed, in one piece, so that a window in which nobody
 * uses the extension does not pay for it. Imported by `import()` only.
 */
export { promptForSignIn, signInTo } from './commands/account';
export { handlers } from './commands/handlers';
export { resumeLaunch } from './commands/launching';
export { describeError, showError } from './errorReport';
export { comparisonText } from './launch/launchComparison';
export { runLaunch } from './launch/runLaunch';
export { networkRouting } from './network';
export { launchItem } from './views/launchItems';
export { treeItem } from './views/treeItems';
