import { isObject } from '../client/core/json';
import { type Answer, hasItsDigits } from '../client/mapping/prompts';
import { escapeInvisible } from '../client/text/visibleText';
import { toSlashes } from '../files/paths';
import { leadsOut } from './requestFolders';
import type { RequestProblem } from './requestProblem';
import type { RequestProperty } from './requestProperty';

/** A launch that is described without clicks, for example by a task. Holds no address, header or secret. */
export interface LaunchRequest {
  readonly model:
    | {
        /** Non-empty. Paths of files and folders, or patterns, with `/`: relative, or absolute (see `RequestPlaces`). */
        readonly files: readonly string[];
        /** Patterns in the syntax of `.gitignore`, after those of the setting. */
        readonly exclude: readonly string[];
        readonly name: string;
      }
    | { readonly id: string | number };
  /** Absent if no simulation is created. */
  readonly project?:
    | { readonly id: string | number }
    /** With `create`, it is created if there is none of this name. */
    | { readonly name: string; readonly create: boolean };
  readonly simulate: boolean;
  /** The name of an environment that the user has defined; absent for the selected one. */
  readonly environment?: string;
  /**
   * Answers by prompt name or `description`. The name of a request and a dot before it mean the prompt of that
   * request alone: `createModel.description`.
   */
  readonly answers: Readonly<Record<string, Answer>>;
}

/** Limit for the entries of a list, and for answers. */
const maxEntries = 10_000;

/** Limit for a path, a pattern and an answer; characters. */
const maxTextLength = 4096;

/** Limit for the name of a model or a project; characters. */
const maxNameLength = 1000;

/** A request as it is written, with only those properties that have their types. */
interface WrittenRequest {
  readonly files?: readonly string[];
  readonly exclude?: readonly string[];
  readonly model?: string | { readonly id: string | number };
  readonly project?: string | { readonly id: string | number };
  readonly createProject?: boolean;
  readonly environment?: string;
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly simulate?: boolean;
}

type TypeName = Extract<RequestProblem, { readonly kind: 'wrongType' }>['expected'];

/** The type of each property that is there, in the order in which problems are listed. */
const types: Readonly<Record<Exclude<RequestProperty, 'study'>, TypeName>> = {
  simulate: 'boolean',
  files: 'textList',
  exclude: 'textList',
  model: 'nameOrId',
  createProject: 'boolean',
  project: 'nameOrId',
  environment: 'name',
  answers: 'answers',
};

const isOfType: Readonly<Record<TypeName, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  textList: (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
  name: (value) => typeof value === 'string' && isFit(value, maxNameLength),
  // A name that is unfit is a problem of its own, because it can be shown.
  nameOrId: (value) => typeof value === 'string' || isId(value),
  answers: (value) => isObject(value) && Object.values(value).every(isAnswer),
};

/** Properties that mean nothing beside what another one is. */
const conflicts: readonly (readonly [
  property: RequestProperty,
  other: RequestProperty,
  applies: (written: Readonly<Record<string, unknown>>) => boolean,
])[] = [
  ['files', 'model', ({ model }) => isObject(model)],
  ['exclude', 'model', ({ model }) => isObject(model)],
  ['project', 'simulate', ({ simulate }) => simulate === false],
  ['createProject', 'simulate', ({ simulate }) => simulate === false],
  ['createProject', 'project', ({ createProject, project }) => createProject === true && isObject(project)],
];

/**
 * Parses a request that anybody may have written. Nothing is guessed: an unknown property, a wrong type or a conflict
 * makes it invalid.
 * @returns the request, or everything that is wrong with it
 */
export function parseLaunchRequest(given: unknown): LaunchRequest | readonly RequestProblem[] {
  if (!isObject(given)) return [{ kind: 'notAnObject' }];
  // Nothing is taken from a prototype.
  const own = { ...given };
  const problems: RequestProblem[] = Object.keys(own)
    .filter((property) => !Object.hasOwn(types, property))
    .map((property) => ({ kind: 'unknownProperty', property: showBriefly(property) }));
  const typed: Record<string, unknown> = {};
  for (const [property, expected] of Object.entries(types) as [keyof WrittenRequest, TypeName][]) {
    const value = own[property];
    if (isOfType[expected](value)) typed[property] = value;
    else if (value !== undefined) problems.push({ kind: 'wrongType', property, expected });
  }
  const written: WrittenRequest = typed;
  for (const [property, other, applies] of conflicts)
    if (own[property] !== undefined && applies(own)) problems.push({ kind: 'conflict', property, other });
  problems.push(...findMissing(own), ...findUnfit(written));
  const { files = [], exclude = [], model, project, environment, answers = {} } = written;
  const { simulate = true, createProject: create = false } = written;
  if (model === undefined || problems.length > 0) return problems;
  return {
    model:
      typeof model === 'string'
        ? { files: files.map(toSlashes), exclude: exclude.map(toPattern), name: model }
        : { id: model.id },
    simulate,
    answers: { ...answers },
    ...(project !== undefined && {
      project: typeof project === 'string' ? { name: project, create } : { id: project.id },
    }),
    ...(environment !== undefined && { environment }),
  };
}

function findMissing(own: Readonly<Record<string, unknown>>): RequestProblem[] {
  const problems: RequestProblem[] = [];
  const { model, files, project, simulate } = own;
  const isNewModel = model !== undefined && !isObject(model);
  const hasNoFiles = files === undefined || (Array.isArray(files) && files.length === 0);
  if (model === undefined) problems.push({ kind: 'missing', property: 'model' });
  if (isNewModel && hasNoFiles) problems.push({ kind: 'missing', property: 'files' });
  if (project === undefined && simulate !== false) problems.push({ kind: 'missing', property: 'project' });
  return problems;
}

/** Finds lists that are too long, and texts and numbers that cannot be taken as they are. */
function findUnfit(written: WrittenRequest): RequestProblem[] {
  const problems: RequestProblem[] = [];
  const { files = [], exclude = [], model, project, answers = {} } = written;
  for (const [property, texts, maxLength] of [
    ['files', files, maxTextLength],
    ['exclude', exclude, maxTextLength],
    ['model', [model], maxNameLength],
    ['project', [project], maxNameLength],
  ] as const) {
    if (texts.length > maxEntries) problems.push({ kind: 'tooMany', property, max: maxEntries });
    for (const text of texts.slice(0, maxEntries))
      if (typeof text === 'string' && !isFit(text, maxLength))
        problems.push({ kind: 'unfitText', property, text: showBriefly(text) });
  }
  // A path that leads out of all folders is never even looked at.
  for (const entry of files.slice(0, maxEntries))
    if (leadsOut(entry)) problems.push({ kind: 'outsideFolder', entry: showBriefly(entry) });
  const all = Object.entries(answers);
  if (all.length > maxEntries) problems.push({ kind: 'tooMany', property: 'answers', max: maxEntries });
  for (const [key, value] of all)
    if (typeof value === 'number' && !hasItsDigits(value))
      problems.push({ kind: 'inexactAnswer', key: showBriefly(key) });
  return problems;
}

function isId(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { id, ...others } = value;
  const isFitId = (typeof id === 'string' && isFit(id, maxNameLength)) || Number.isSafeInteger(id);
  return isFitId && Object.keys(others).length === 0;
}

function isAnswer(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= maxTextLength;
  return typeof value === 'number' && Number.isFinite(value);
}

/** A pattern of `exclude`, with `/` on Windows, except where a backslash is the escape of a first or last character. */
function toPattern(written: string): string {
  const [, first = '', between = '', last = ''] = /^(\\?)(.*?)(\\ )?$/s.exec(written) ?? [];
  return first + toSlashes(between) + last;
}

/** Whether a text is one line that can be read as it is: neither blank nor too long nor with invisible characters. */
function isFit(text: string, maxLength: number): boolean {
  return text.trim() !== '' && text.length <= maxLength && escapeInvisible(text, maxLength) === text;
}

/** A text of a request for a message. */
export function showBriefly(text: string): string {
  return escapeInvisible(text, 100);
}
