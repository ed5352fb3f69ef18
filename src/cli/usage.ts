import { parseArgs, type ParseArgsConfig } from 'node:util';
import { RefusedError } from './refusedError';

const forService = ['service', 'folder', 'settings', 'records', 'credential-fd', 'verbose'] as const;
const forTask = [...forService, 'request'] as const;
const forCreating = ['plan', 'environment'] as const;

/** The commands, each with its arguments and options. */
const verbs = {
  check: ['FILE…', [], 'Checks decks: which files they name, and which are missing. Sends nothing.'],
  plan: [
    '[TASK]',
    [...forTask, 'started'],
    'Prints what a task would send, and the hash of that. Creates nothing.',
  ],
  launch: ['[TASK]', [...forTask, ...forCreating], 'Carries out a task: sends what was planned, or nothing.'],
  study: [
    '[TASK]',
    [...forTask, ...forCreating, 'first-row-only', 'started'],
    'Carries out a task with a table: one simulation for each row.',
  ],
  resume: [
    'ID',
    [...forService, ...forCreating, 'retry-failed'],
    'Goes on with a launch or a study where it stopped.',
  ],
  list: ['', ['records'], 'Lists launches and studies. Sends nothing.'],
  resolve: [
    'ID',
    ['happened', 'id', 'row', 'records'],
    'Records what you have found out about a request whose outcome is unknown. Sends nothing.',
  ],
} as const;

const options = {
  service: ['NAME', 'the service of NAME.service.json in the folder, or the path of such a file'],
  plan: ['PLAN', 'the hash that plan printed, or a file with what it printed: anything else is refused'],
  environment: ['NAME', 'name of a protected service, which has to be said'],
  request: ['FILE', 'the request as JSON, with the properties of a task; - for standard input'],
  folder: ['FOLDER', 'the workspace folder (default: this one)'],
  settings: ['FILE', 'settings.json of the user, for limits and excluded files'],
  records: ['FOLDER', 'where launches are recorded; that of VS Code shows them in its window'],
  'credential-fd': ['NUMBER', 'reads the credential from this file descriptor'],
  'first-row-only': ['', 'stops after the first row'],
  started: ['leave-out|again', 'what becomes of rows that another study has'],
  'retry-failed': ['', 'also repeats rows that have certainly failed'],
  happened: ['yes|no', 'whether the request took effect'],
  id: ['ID', 'identifier of what it created'],
  row: ['NUMBER', 'the row of a study'],
  verbose: ['', 'prints each request, without secrets'],
} as const;

export type Verb = keyof typeof verbs;
type Option = keyof typeof options;

/** The values of options by their names; `true` for one without a value. */
export type Options = Readonly<Partial<Record<Option, string>>>;

export interface Arguments {
  readonly verb: Verb;
  readonly positionals: readonly string[];
  readonly options: Options;
}

/** @returns the parsed arguments, or the help that they ask for. @throws RefusedError */
export function parseArguments(argv: readonly string[]): Arguments | string {
  const [verb = '--help', ...args] = argv;
  if (verb === '--help' || verb === 'help') return formatHelp();
  if (!isVerb(verb)) throw new RefusedError(`There is no command ${verb}. See --help.`);
  if (args.includes('--help')) return formatHelpOf(verb);
  const allowed: readonly Option[] = verbs[verb][1];
  const config: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    allowed.map((name) => [name, { type: options[name][0] === '' ? 'boolean' : 'string' }]),
  );
  const { values, positionals } = parse(args, config, verb);
  const given = Object.entries(values).map(([name, value]) => [name, String(value)]);
  return { verb, positionals, options: Object.fromEntries(given) as Options };
}

function parse(args: string[], config: NonNullable<ParseArgsConfig['options']>, verb: Verb) {
  try {
    return parseArgs({ args, options: config, allowPositionals: true });
  } catch {
    // Its message quotes the argument, which may be a secret by mistake.
    throw new RefusedError(`An option is unknown or lacks its value. See ${verb} --help.`);
  }
}

function isVerb(text: string): text is Verb {
  return Object.hasOwn(verbs, text);
}

function formatHelp(): string {
  const lines = Object.entries(verbs).map(([verb, [, , about]]) => `  ${verb.padEnd(8)} ${about}`);
  return `simulation-service COMMAND …\n\n${lines.join('\n')}\n\n${footer}`;
}

function formatHelpOf(verb: Verb): string {
  const [argument, own, about] = verbs[verb];
  const lines = (own as readonly Option[]).map((name) => {
    const [value, meaning] = options[name];
    return `  ${`--${name} ${value}`.padEnd(28)} ${meaning}`;
  });
  const parts = [`simulation-service ${verb} ${argument}`.trim(), about, lines.join('\n'), footer];
  return parts.filter(Boolean).join('\n\n');
}

const footer = `The credential is read from SIMULATION_SERVICE_CREDENTIAL: a token, a key, or user:password, as the service
says. One JSON document is printed. Exit codes: 0 done, 1 failed, 2 cancelled, 3 unknown, 4 refused.
`;
