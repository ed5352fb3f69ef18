import { readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './host/testDataFolder';

/** The suites of a folder of `test`, by the names of their files. */
export function listSuites(folder: 'integration' | 'browser'): string[] {
  const files = readdirSync(path.join(repositoryRoot(), 'test', folder)).sort();
  return files.filter((name) => name.endsWith('.test.ts')).map((name) => path.basename(name, '.test.ts'));
}

/** The suites that every `npm test` runs, and the additional ones of `npm run test:full`. */
export interface Suites {
  readonly everyTime: readonly string[];
  readonly inDepth: readonly string[];
}

/** @param isLatest whether it is the latest of the tested VS Code versions */
export function integrationSuitesFor(isLatest: boolean): Suites {
  if (!isLatest) return { everyTime: ['activation', 'authentication'], inDepth: olderOnLinux.inHost };
  // These test in VS Code what unit tests or clicks prove each time.
  const repeated = [
    'canary',
    'commandArguments',
    'deckCheck',
    'environments',
    'network',
    'requests',
    'secretForms',
  ];
  const inDepth = [...repeated, 'veryLargeFiles'];
  return { everyTime: without(listSuites('integration'), inDepth), inDepth };
}

/** @param isLatest whether it is the latest of the tested VS Code versions */
export function browserSuitesFor(isLatest: boolean): Suites {
  if (!isLatest) return { everyTime: [], inDepth: olderOnLinux.byClicks };
  return { everyTime: ['mainJob'], inDepth: without(listSuites('browser'), ['mainJob']) };
}

interface SuitesOfVersion {
  readonly inHost: readonly string[];
  readonly byClicks: readonly string[];
}

/**
 * In the older version, the suites about what VS Code does itself: trees, menus, tools, sign-in, certificates; and what a
 * yes to its questions creates.
 */
const olderOnLinux: SuitesOfVersion = {
  inHost: ['views', 'network', 'checkConnection', 'agentTools', 'emulator'],
  byClicks: [
    'account',
    'addService',
    'agentTools',
    'agreements',
    'drop',
    'findValues',
    'menus',
    'restrictedMode',
    'severalServices',
    'twoFolders',
    'walkthrough',
  ],
};

/**
 * On Windows, in the older version, what concerns files, launches, studies, decks, tasks and settings. The rest
 * depends on the system only by its sockets, which are those of Linux there, or not at all. What runs here does not run
 * in depth in that version on Linux.
 */
export const suitesOnWindows: SuitesOfVersion & {
  /** Folders of test/unit. */
  readonly unitFolders: readonly string[];
  /** Suites of these folders that concern sockets only, or whose many processes prove nothing more there. */
  readonly unitsLeftOut: readonly string[];
} = {
  unitFolders: ['upload', 'launch', 'study', 'journal', 'deck', 'cli'],
  unitsLeftOut: [
    'again',
    'closingServers',
    'faults',
    'foreignServers',
    'hostileWire',
    'killed',
    'parallelUploads',
    'sameAsWindow',
    'secrets',
    'slowLines',
    'study',
    'uploadLimit',
  ],
  inHost: ['activation', 'launches', 'environments', 'deckCheck', 'tasks'],
  // Tasks run in the extension host there, and studies in the unit tests.
  byClicks: ['mainJob', 'outcomes', 'launches'],
};

function without(all: readonly string[], left: readonly string[]): string[] {
  return all.filter((name) => !left.includes(name));
}
