/**
 * Loads everything that a window needs only once the extension is used: one file, because most windows never use it.
 * The only `import()` of the extension. A file that could not be loaded is not tried again before a reload of the window,
 * because that is how ES modules work.
 */
export const load = (): Promise<typeof import('./main')> => (loading ??= import('./main'));

/** Each further `import()` would take turns of the event loop, in which VS Code asks for rows again. */
let loading: Promise<typeof import('./main')> | undefined;
