/** Suites inside the extension host, by the names of their files in test/integration. */
export const integrationSuites = [
  'activation',
  'views',
  'commandArguments',
  'emulator',
  'launches',
  'requests',
  'authentication',
  'environments',
  'oneService',
  'canary',
  'network',
  'checkConnection',
  'deckCheck',
  'tasks',
  'agentTools',
] as const;

/** Suites in the browser, by the names of their files in test/browser. A unit test verifies that none is missing. */
export const browserSuites = [
  'account',
  'agentTools',
  'attention',
  'connectionCheck',
  'drop',
  'environments',
  'failedSteps',
  'german',
  'hostileNames',
  'hostileWorkspaces',
  'launches',
  'mainJob',
  'menus',
  'outcomes',
  'package',
  'pages',
  'plan',
  'pseudoLanguage',
  'requestBodies',
  'restrictedMode',
  'simulatedFaults',
  'studies',
  'tasks',
  'unexpectedQuestions',
  'walkthrough',
] as const;

type IntegrationSuite = (typeof integrationSuites)[number] | 'veryLargeFiles';
type BrowserSuite = (typeof browserSuites)[number];

/** The suites that every `npm test` runs, and the additional ones of `npm run test:full`. */
export interface Suites<Name> {
  readonly everyTime: readonly Name[];
  readonly inDepth: readonly Name[];
}

/** @param isLatest whether it is the latest of the tested VS Code versions */
export function integrationSuitesFor(isLatest: boolean): Suites<IntegrationSuite> {
  if (!isLatest) return { everyTime: ['activation', 'authentication'], inDepth: olderOnLinux.inHost };
  // These test in VS Code what unit tests or clicks prove each time.
  const inDepth = ['canary', 'commandArguments', 'deckCheck', 'environments', 'network', 'requests'] as const;
  return { everyTime: without(integrationSuites, inDepth), inDepth: [...inDepth, 'veryLargeFiles'] };
}

/** @param isLatest whether it is the latest of the tested VS Code versions */
export function browserSuitesFor(isLatest: boolean): Suites<BrowserSuite> {
  if (!isLatest) return { everyTime: [], inDepth: olderOnLinux.byClicks };
  return { everyTime: ['mainJob'], inDepth: without(browserSuites, ['mainJob']) };
}

interface SuitesOfVersion {
  readonly inHost: readonly IntegrationSuite[];
  readonly byClicks: readonly BrowserSuite[];
}

/** In the older version, the suites about what VS Code does itself: trees, menus, tools, sign-in, certificates. */
const olderOnLinux: SuitesOfVersion = {
  inHost: ['views', 'network', 'checkConnection', 'agentTools', 'emulator'],
  byClicks: ['account', 'agentTools', 'drop', 'menus', 'restrictedMode', 'walkthrough'],
};

/**
 * On Windows, in the older version, all that concerns files, launches, studies, decks, tasks and settings. The rest
 * depends on the system only by its sockets, which are those of Linux there, or not at all. What runs here does not run
 * in depth in that version on Linux.
 */
export const suitesOnWindows: SuitesOfVersion & {
  /** Folders of test/unit. */
  readonly unitFolders: readonly string[];
  /** Suites of these folders that concern sockets only. */
  readonly unitsOfSockets: readonly string[];
} = {
  unitFolders: ['upload', 'launch', 'study', 'journal', 'deck'],
  unitsOfSockets: ['closingServers', 'foreignServers', 'hostileWire', 'parallelUploads', 'uploadLimit'],
  inHost: ['activation', 'launches', 'environments', 'deckCheck', 'tasks'],
  byClicks: ['mainJob', 'outcomes', 'launches', 'studies', 'tasks'],
};

function without<Name extends string>(all: readonly Name[], left: readonly string[]): Name[] {
  return all.filter((name) => !left.includes(name));
}
