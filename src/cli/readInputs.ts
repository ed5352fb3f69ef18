import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, type ParseError } from 'jsonc-parser';
import { isObject } from '../client/core/json';
import { escapeInvisible } from '../client/text/visibleText';
import { parseTask } from '../commands/task/taskDefinition';
import { taskType } from '../contributions';
import { getErrnoCode } from '../files/errnoCode';
import { LaunchRequestError } from '../request/errors';
import { type LaunchRequest, parseLaunchRequest } from '../request/launchRequest';
import type { RequestFolder } from '../request/requestFolders';
import { taskProperties } from '../request/requestProperty';
import { joinExclude } from '../session/excludeSetting';
import { type Setting, settingTable as table } from '../settingTable';
import { parseStudyRequest, type StudyRequest } from '../study/studyRequest';
import { bytesPerMegabit } from '../upload/uploadLimit';
import { RefusedError } from './refusedError';
import type { Options } from './usage';

/** The settings that a launch needs, from the files in which a window has them. */
export interface FileSettings {
  /** The workspace folder; what is excluded there is excluded here. */
  readonly folder: RequestFolder;
  readonly allowInsecureHttp: boolean;
  readonly parallelFiles: number | 'auto';
  readonly maxUploadBytesPerSecond: number | undefined;
  readonly maxStudyRows: number;
  readonly checksDecks: boolean;
  readonly deckFormats: Readonly<Record<string, string>>;
}

/**
 * Reads the settings: those of the user from the option, those that a workspace may set from its folder, and the others
 * from the manifest of the package.
 * @throws RefusedError
 */
export function readSettings({ folder = '.', settings }: Options): FileSettings {
  const root = path.resolve(folder).replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
  const builtIn = readDefaults();
  const user = settings === undefined ? {} : readJsonObject(settings);
  const workspace = readJsonObject(path.join(root, '.vscode', 'settings.json'), {});
  const read = <Value>({ key, parse: parseValue }: Setting<Value>, levels: readonly object[] = [user]) =>
    parseValue([...levels, builtIn].map((level) => own(level, key)).find((value) => value !== undefined));
  const exclude = joinExclude({
    builtIn: own(builtIn, table.exclude.key),
    user: own(user, table.exclude.key),
    workspace: [own(workspace, table.exclude.key)],
  });
  const megabits = read(table.maxMegabitsPerSecond);
  return {
    folder: { root, exclude },
    allowInsecureHttp: read(table.allowInsecureHttp),
    parallelFiles: read(table.parallelFiles),
    maxUploadBytesPerSecond: megabits === undefined ? undefined : megabits * bytesPerMegabit,
    maxStudyRows: read(table.studyMaxRows),
    checksDecks: read(table.deckCheck, [workspace, user]),
    deckFormats: read(table.deckFormats, [workspace, user]),
  };
}

/**
 * Reads what is to be launched: a task of the folder by its label, or a request as JSON.
 * @throws RefusedError, LaunchRequestError
 */
export function readRequest(
  label: string | undefined,
  { request }: Options,
  { folder }: FileSettings,
): LaunchRequest | StudyRequest {
  if ((label === undefined) === (request === undefined))
    throw new RefusedError('Name either a task or a request.');
  const parsed =
    label === undefined ? parseRequest(request ?? '', folder.root) : readTask(label, folder.root);
  if ('length' in parsed) throw new LaunchRequestError(parsed);
  return parsed;
}

function parseRequest(file: string, root: string) {
  const given = resolveVariables(readJson(file === '-' ? standardInput : file), root);
  return isObject(given) && Object.hasOwn(given, 'study')
    ? parseStudyRequest(given)
    : parseLaunchRequest(given);
}

function readTask(label: string, root: string) {
  const file = path.join(root, '.vscode', 'tasks.json');
  const { tasks } = readJsonObject(file) as { readonly tasks?: unknown };
  const written: readonly unknown[] = Array.isArray(tasks) ? tasks : [];
  const simulations = written.filter(isObject).filter((task) => task['type'] === taskType);
  const found = simulations.filter((task) => task['label'] === label);
  const [task] = found;
  if (found.length !== 1 || task === undefined)
    throw new RefusedError(`${found.length} simulation tasks have the label ${escapeInvisible(label)}.`, {
      labels: simulations.map((one) => one['label']),
    });
  // As VS Code passes a task on: what it knows of it, with its variables resolved.
  const known = ['type', ...taskProperties].filter((name) => Object.hasOwn(task, name));
  const definition = Object.fromEntries(known.map((name) => [name, resolveVariables(task[name], root)]));
  return parseTask({ label, definition }, written);
}

function resolveVariables(value: unknown, root: string): unknown {
  if (Array.isArray(value)) return value.map((element) => resolveVariables(element, root));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolveVariables(one, root)]));
  if (typeof value !== 'string') return value;
  const resolved = value.replaceAll('${workspaceFolder}', root);
  const [variable] = /\$\{[^}]*\}/.exec(resolved) ?? [];
  if (variable === undefined) return resolved;
  throw new RefusedError(`Only VS Code knows the value of ${escapeInvisible(variable)}.`);
}

interface Manifest {
  readonly version: string;
  readonly contributes: {
    readonly configuration: readonly {
      readonly properties: Record<string, { readonly default?: unknown }>;
    }[];
  };
}

/** The manifest of the package that this program is in. */
export function readManifest(): Manifest {
  return readJsonObject(path.join(import.meta.dirname, '..', 'package.json')) as Manifest;
}

/** The values that the manifest has for settings, by key. */
function readDefaults(): object {
  const all = readManifest().contributes.configuration.flatMap(({ properties }) =>
    Object.entries(properties),
  );
  return Object.fromEntries(all.map(([key, { default: value }]) => [key, value]));
}

function own(level: object, key: string): unknown {
  return Object.hasOwn(level, key) ? (level as Record<string, unknown>)[key] : undefined;
}

/**
 * Reads a file with a JSON object.
 * @param otherwise in place of a file that does not exist
 * @throws RefusedError
 */
export function readJsonObject(file: string, otherwise?: object): object {
  const value = readJson(file, otherwise);
  if (isObject(value)) return value;
  throw new RefusedError(`${escapeInvisible(file)} has no JSON object in it.`);
}

const standardInput = 0;

/** Reads JSON, with comments as VS Code allows them. @param file a path, or a file descriptor */
function readJson(file: string | number, otherwise?: object): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(readInput(file, otherwise && JSON.stringify(otherwise)), errors, {
    allowTrailingComma: true,
  });
  if (errors.length === 0) return value;
  throw new RefusedError(`${nameInput(file)} is no JSON.`);
}

/** Reads a text file. @param otherwise in place of a file that does not exist. @throws RefusedError */
export function readInput(file: string | number, otherwise?: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const code = getErrnoCode(error);
    if (code === 'ENOENT' && otherwise !== undefined) return otherwise;
    throw new RefusedError(`${nameInput(file)} cannot be read (${code}).`);
  }
}

function nameInput(file: string | number): string {
  if (typeof file === 'string') return escapeInvisible(file);
  return file === standardInput ? 'Standard input' : `File descriptor ${file}`;
}
