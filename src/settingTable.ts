/**
 * Every setting: its key, who may set it, and how its value is read. The description above each one is its row in the
 * table of the README, which `npm run documents` writes; `@default` is for a default that package.json does not say in
 * words. A test compares keys, scopes and defaults with package.json.
 */

/** How a setting is read. */
export interface Setting<Value> {
  readonly key: string;
  /** Who may set it: `machine` is the user alone; `window` a workspace too, and `resource` each folder of it. */
  readonly scope: 'machine' | 'window' | 'resource';
  /** For a setting that decides which service is used, or what the requests to it are like. */
  readonly about?: 'service' | 'mapping';
  /** What holds in place of a value that means nothing; only where the code needs it. */
  readonly fallback?: unknown;
  /** @param value as it was written, so of any type */
  readonly parse: (value: unknown) => Value;
}

export const settingTable = {
  /** Address of the service. */
  baseUrl: { key: 'simulationService.baseUrl', scope: 'machine', about: 'service', parse: parseText },

  /** `variant_a` (v1) or `variant_b` (v7, with reusable models). */
  variant: {
    key: 'simulationService.variant',
    scope: 'machine',
    about: 'service',
    ...acceptWord({ of: ['variant_a', 'variant_b'], fallback: 'variant_b' }),
  },

  /** Allow a base URL with `http://` on another computer. */
  allowInsecureHttp: {
    key: 'simulationService.allowInsecureHttp',
    scope: 'machine',
    about: 'service',
    parse: (value: unknown) => value === true,
  },

  /** `bearer`, `basic`, `apiKey` or `none`. */
  authentication: {
    key: 'simulationService.authentication',
    scope: 'machine',
    about: 'service',
    fallback: 'bearer',
    parse: keepAsWritten,
  },

  /** Header for an API key, such as `Authorization: Token`. */
  apiKeyHeader: {
    key: 'simulationService.apiKeyHeader',
    scope: 'machine',
    about: 'service',
    fallback: 'X-API-Key',
    parse: keepAsWritten,
  },

  /** Services by name. */
  environments: {
    key: 'simulationService.environments',
    scope: 'machine',
    about: 'service',
    parse: keepAsWritten,
  },

  /** Name of the selected environment. */
  environment: {
    key: 'simulationService.environment',
    scope: 'window',
    about: 'service',
    // Anything else becomes a name that no environment has.
    parse: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  },

  /** The service’s own pages, with placeholders for IDs. */
  pages: { key: 'simulationService.pages', scope: 'machine', about: 'service', parse: keepAsWritten },

  /** Finalise a model as soon as all of its files are uploaded. */
  finaliseAfterUpload: {
    key: 'simulationService.finaliseAfterUpload',
    scope: 'machine',
    about: 'service',
    parse: (value: unknown) => value !== false,
  },

  /** Files uploaded at the same time: `auto`, or 1 to 64. */
  parallelFiles: {
    key: 'simulationService.upload.parallelFiles',
    scope: 'machine',
    ...acceptCount({ min: 1, max: 64, fallback: 'auto' }),
  },

  /** Limit for the uploads of this window together, in Mbit/s; 0 for none. */
  maxMegabitsPerSecond: {
    key: 'simulationService.upload.maxMegabitsPerSecond',
    scope: 'machine',
    parse: parsePositive,
  },

  /**
   * `.gitignore` patterns of files to exclude.
   * @default version control, dependencies, keys, `.env`, lock files
   */
  exclude: { key: 'simulationService.upload.exclude', scope: 'resource', parse: parseTexts },

  /** Check decks before an upload: `warn` or `off`. */
  deckCheck: {
    key: 'simulationService.deckCheck',
    scope: 'resource',
    parse: (value: unknown) => value !== 'off',
  },

  /** Formats of decks by `.gitignore` pattern. */
  deckFormats: { key: 'simulationService.deckCheck.formats', scope: 'resource', parse: parseTextsByName },

  /** Launches kept in the list, at least 10. */
  keepLaunches: {
    key: 'simulationService.launches.keep',
    scope: 'machine',
    ...acceptCount({ min: 10, fallback: 200 }),
  },

  /** Tools for agents: `on`, `readOnly` or `off`. */
  agentTools: {
    key: 'simulationService.agentTools',
    scope: 'machine',
    // A value that means nothing switches them off, although they are on by default.
    ...acceptWord({ of: ['on', 'readOnly', 'off'], fallback: 'off' }),
  },

  /** Rows that a table of a study may have. */
  studyMaxRows: {
    key: 'simulationService.study.maxRows',
    scope: 'machine',
    ...acceptCount({ min: 1, fallback: 500 }),
  },

  /** Simulations above which you type their number. */
  studyTypeAbove: {
    key: 'simulationService.study.typeAbove',
    scope: 'machine',
    ...acceptCount({ min: 0, fallback: 20 }),
  },

  /**
   * Prefix of all paths of the service.
   * @default that of the variant
   */
  pathPrefix: {
    key: 'simulationService.pathPrefix',
    scope: 'machine',
    about: 'mapping',
    parse: keepAsWritten,
  },

  /** Headers of each request to the service. */
  requestHeaders: {
    key: 'simulationService.requestHeaders',
    scope: 'machine',
    about: 'mapping',
    parse: keepAsWritten,
  },

  /** Headers of each file sent to the file server. */
  uploadHeaders: {
    key: 'simulationService.uploadHeaders',
    scope: 'machine',
    about: 'mapping',
    parse: keepAsWritten,
  },

  /** Body of the request that creates a project. */
  createProjectBody: {
    key: 'simulationService.requests.createProject',
    scope: 'machine',
    about: 'mapping',
    parse: keepAsWritten,
  },

  /** Body of the request that creates a model. */
  createModelBody: {
    key: 'simulationService.requests.createModel',
    scope: 'machine',
    about: 'mapping',
    parse: keepAsWritten,
  },

  /**
   * Body of the request that finalises a model.
   * @default no body
   */
  finaliseModelBody: {
    key: 'simulationService.requests.finaliseModel',
    scope: 'machine',
    about: 'mapping',
    parse: keepAsWritten,
  },

  /** Body of the request that creates a simulation. */
  createSimulationBody: {
    key: 'simulationService.requests.createSimulation',
    scope: 'machine',
    about: 'mapping',
    parse: keepAsWritten,
  },

  /** Places of values in responses, as JSON pointers. */
  responses: { key: 'simulationService.responses', scope: 'machine', about: 'mapping', parse: keepAsWritten },

  /** Where the service says what became of a simulation. */
  simulationStatus: {
    key: 'simulationService.simulationStatus',
    scope: 'machine',
    about: 'mapping',
    parse: keepAsWritten,
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

/** For a value that another file validates, because an error has to name what is wrong in it. */
function keepAsWritten(value: unknown): unknown {
  return value;
}

export function parseText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The texts of a list; other elements are passed over. */
export function parseTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((element) => typeof element === 'string') : [];
}

/** The properties of an object that are texts. */
function parseTextsByName(value: unknown): Readonly<Record<string, string>> {
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  return Object.fromEntries(Object.entries(value ?? {}).filter(isText));
}

function parsePositive(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}

/** One of several words. */
function acceptWord<const Word extends string, const Fallback extends Word>({
  of: words,
  fallback,
}: {
  readonly of: readonly Word[];
  readonly fallback: Fallback;
}) {
  return { fallback, parse: (value: unknown): Word => words.find((word) => word === value) ?? fallback };
}

/** A whole number: any number is rounded, and raised or lowered to the limits. */
function acceptCount<const Fallback>({
  min,
  max = Infinity,
  fallback,
}: {
  readonly min: number;
  readonly max?: number;
  readonly fallback: Fallback;
}) {
  const parse = (value: unknown): number | Fallback => {
    const number = Math.round(Number(value));
    return Number.isFinite(number) ? Math.min(max, Math.max(min, number)) : fallback;
  };
  return { fallback, parse };
}
