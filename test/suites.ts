/** Suites inside the extension host, by the names of their files in test/integration. */
export const integrationSuites = [
  'activation',
  'views',
  'uploads',
  'commandArguments',
  'emulator',
  'launches',
  'requests',
  'authentication',
  'environments',
  'oneService',
  'canary',
  'network',
  'certificates',
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
  'deckPlan',
  'deckWorkspaces',
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
  const everyTime: readonly IntegrationSuite[] = isLatest
    ? // These test in VS Code what unit tests or clicks prove each time.
      without(integrationSuites, [
        'canary',
        'certificates',
        'commandArguments',
        'deckCheck',
        'environments',
        'network',
        'requests',
      ])
    : // In an older version, the suites that depend most on VS Code.
      ['activation', 'authentication'];
  const elsewhere = isLatest ? [] : suitesOnWindows.inHost;
  const rest = without(integrationSuites, [...everyTime, ...elsewhere]);
  return { everyTime, inDepth: [...rest, 'veryLargeFiles'] };
}

/** @param isLatest whether it is the latest of the tested VS Code versions */
export function browserSuitesFor(isLatest: boolean): Suites<BrowserSuite> {
  const everyTime: readonly BrowserSuite[] = isLatest ? ['mainJob'] : [];
  const rest = without(browserSuites, everyTime);
  const elsewhere = [...latestOnly, ...suitesOnWindows.byClicks];
  return { everyTime, inDepth: isLatest ? rest : without(rest, elsewhere) };
}

/**
 * In the other versions these are covered by suites in the extension host, or do not depend on the version.
 */
const latestOnly: readonly BrowserSuite[] = [
  'connectionCheck',
  'environments',
  'hostileNames',
  'hostileWorkspaces',
  'package',
  'plan',
  'pseudoLanguage',
  'requestBodies',
];

/**
 * On Windows, in the older version, all that concerns files, launches, studies, decks, tasks and settings. The rest
 * depends on the system only by its sockets, which are those of Linux there, or not at all. What runs here does not run
 * in depth in that version on Linux.
 */
export const suitesOnWindows: {
  /** Folders of test/unit. */
  readonly unitFolders: readonly string[];
  readonly inHost: readonly IntegrationSuite[];
  readonly byClicks: readonly BrowserSuite[];
} = {
  unitFolders: ['journal', 'launch', 'study', 'upload', 'deck'],
  inHost: ['activation', 'uploads', 'launches', 'environments', 'deckCheck', 'tasks'],
  byClicks: ['mainJob', 'outcomes', 'launches', 'attention', 'studies', 'tasks', 'pages', 'simulatedFaults'],
};

function without<Name extends string>(all: readonly Name[], left: readonly string[]): Name[] {
  return all.filter((name) => !left.includes(name));
}
