import * as vscode from 'vscode';

/** Each further `import()` would take turns of the event loop, in which VS Code asks for rows again. */
let loading: Promise<typeof import('./main')> | undefined;

/**
 * Loads everything that a window needs only once the extension is used: one file, because most windows never use it.
 * The only `import()` of the extension. After a failure, the window has to be reloaded.
 */
export const load = (): Promise<typeof import('./main')> => (loading ??= import('./main'));

/** Says what to do when {@link load} has failed. */
export function describeLoadFailure(): string {
  return vscode.l10n.t('Parts of the extension could not be loaded. Reload the window.');
}
