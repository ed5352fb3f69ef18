/** Tests inside the extension host; the files are named so in test/integration. */
const integrationSuites = [
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
] as const;

/** Tests by clicks; the files are named so in test/browser. */
const browserSuites = [
  'account',
  'attention',
  'connectionCheck',
  'environments',
  'german',
  'hostileNames',
  'hostileWorkspaces',
  'launches',
  'mainJob',
  'outcomes',
  'package',
  'pseudoLanguage',
  'requestBodies',
  'restrictedMode',
  'walkthrough',
] as const;

type IntegrationSuite = (typeof integrationSuites)[number] | 'veryLargeFiles';
type BrowserSuite = (typeof browserSuites)[number];

/** What every `npm test` runs, and what only `npm run test:full` does besides. */
export interface Suites<Name> {
  readonly everyTime: readonly Name[];
  readonly inDepth: readonly Name[];
}

/** @param isLatest of the VS Code versions that are tested */
export function integrationSuitesFor(isLatest: boolean): Suites<IntegrationSuite> {
  const everyTime: readonly IntegrationSuite[] = isLatest
    ? // Proxies and certificates are proved outside of VS Code each time; here, it is what VS Code adds to them.
      without(integrationSuites, ['network', 'certificates'])
    : // In an older version, what touches VS Code most.
      ['activation', 'views', 'uploads', 'launches', 'authentication'];
  return { everyTime, inDepth: [...without(integrationSuites, everyTime), 'veryLargeFiles'] };
}

/** @param isLatest of the VS Code versions that are tested */
export function browserSuitesFor(isLatest: boolean): Suites<BrowserSuite> {
  const everyTime: readonly BrowserSuite[] = isLatest ? ['mainJob', 'outcomes', 'package'] : ['mainJob'];
  const rest = without(browserSuites, everyTime);
  return { everyTime, inDepth: isLatest ? rest : without(rest, latestOnly) };
}

/** In the other versions, the suites of the extension host have tests of what these show, or it is the same. */
const latestOnly: readonly BrowserSuite[] = [
  'connectionCheck',
  'environments',
  'german',
  'hostileNames',
  'hostileWorkspaces',
  'package',
  'pseudoLanguage',
  'requestBodies',
];

function without<Name extends string>(all: readonly Name[], left: readonly string[]): Name[] {
  return all.filter((name) => !left.includes(name));
}
