import path from 'node:path';
import type { BodyOperation } from '../client/core/types';
import { type Answer, hasItsDigits, toPromptName } from '../client/mapping/prompts';
import { isInside, isSamePath, PathSet, relativePath, toSlashes } from '../files/paths';
import type { LaunchAnswers } from '../launch/journalEntry';
import type { NewLaunch } from '../launch/launch';
import { FilesNotDescribableError } from './errors';
import type { LaunchRequest } from './launchRequest';
import { escapePattern, findRequestedFiles, type RequestedModel } from './requestedFiles';
import { inOneFolder, leadsOut, type RequestFolder } from './requestFolders';
import type { RequestProperty } from './requestProperty';

/** Limit for the files that are excluded one by one, before those that belong to the model are listed instead. */
const maxExcluded = 50;

/**
 * Describes a launch, so that preparing the description gives the same launch, as long as its files are the same.
 * @param environment the name of the environment of its service
 * @throws FilesNotDescribableError; the reason of the signal
 */
export async function toLaunchRequest(
  { model, project, simulate, answers }: NewLaunch,
  { folder, environment, signal }: ToRequestOptions,
): Promise<LaunchRequest> {
  return {
    model: 'files' in model ? await describeModel(model, folder, signal) : describeExisting(model),
    ...(simulate && project && { project: describeProject(project) }),
    ...{ simulate, answers: flattenAnswers(answers ?? {}) },
    ...(environment !== undefined && { environment }),
  };
}

export interface ToRequestOptions {
  readonly folder: RequestFolder;
  readonly environment: string | undefined;
  readonly signal: AbortSignal;
}

/** The properties of a request as a user writes them. Those that have their default are left out. */
export type WrittenRequest = Readonly<Partial<Record<RequestProperty, unknown>>>;

/** The inverse of {@link parseLaunchRequest}. */
export function toWrittenRequest({
  model,
  project,
  simulate,
  environment,
  answers,
}: LaunchRequest): WrittenRequest {
  const isNew = 'files' in model;
  return {
    ...(isNew && { files: model.files }),
    ...(isNew && model.exclude.length > 0 && { exclude: model.exclude }),
    model: isNew ? model.name : model,
    ...(project && { project: 'id' in project ? project : project.name }),
    ...(project && 'create' in project && project.create && { createProject: true }),
    ...(environment !== undefined && { environment }),
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(!simulate && { simulate }),
  };
}

type NewModel = Extract<NewLaunch['model'], { readonly files: unknown }>;

/**
 * Describes the files of a model. Tries the shortest description first; whether one is right shows the plan that it
 * leads to.
 * @throws FilesNotDescribableError; the reason of the signal
 */
export async function describeModel(
  model: NewModel,
  folder: RequestFolder,
  signal: AbortSignal,
): Promise<RequestedModel> {
  const { name } = model;
  const folders = inOneFolder(folder);
  const [first] = model.files;
  const suffix = first && path.join(path.sep, first.name);
  const base =
    first && suffix && first.path.endsWith(suffix) ? first.path.slice(0, -suffix.length) : undefined;
  const relative = model.files.map((file) => toSlashes(relativePath(folder.root, file.path)));
  const listed = { files: relative.map(toEntry), exclude: [] };
  const candidates: { readonly files: readonly string[]; readonly exclude: readonly string[] }[] = [];
  if (model.files.length <= maxExcluded) candidates.push(listed);
  if (base !== undefined && isInside(folder.root, base)) {
    const place = toSlashes(relativePath(folder.root, base));
    const whole = { files: [toEntry(place)], exclude: [] };
    const wanted = new PathSet(model.files.map((file) => file.path));
    const { plan } = await findRequestedFiles(whole, folders, signal);
    const others = [...plan.files, ...plan.refused].filter((file) => !wanted.has(file.path));
    const excluded = others.map((file) => toSlashes(relativePath(folder.root, file.path)));
    if (others.length === 0) candidates.unshift(whole);
    else if (others.length <= maxExcluded)
      candidates.push({ ...whole, exclude: excluded.map((one) => `/${escapePattern(one)}`) });
    candidates.push({ ...whole, exclude: onlyThese(place, relative) });
  }
  if (!candidates.includes(listed)) candidates.push(listed);
  for (const candidate of candidates) {
    const { plan, problems } = await findRequestedFiles(candidate, folders, signal);
    if (problems.length === 0 && isSame(plan.files, model.files)) return { ...candidate, name };
  }
  const { plan } = await findRequestedFiles(listed, folders, signal);
  const leftOut = new PathSet(plan.leftOut.map((entry) => entry.path));
  const isExcluded = model.files.some((file) => leftOut.isAround(file.path));
  throw new FilesNotDescribableError(isExcluded ? 'excluded' : 'folder');
}

/** A path as an entry of `files`, which is read as one in the folder whatever its first name is. */
function toEntry(relative: string): string {
  const entry = escapePattern(relative) || '.';
  return leadsOut(entry) ? `./${entry}` : entry;
}

/** Patterns that exclude everything in a folder but these files. */
function onlyThese(place: string, files: readonly string[]): string[] {
  const prefix = place === '' ? '' : `/${escapePattern(place)}`;
  const kept = new Set<string>();
  for (const file of files) {
    const segments = file.slice(place === '' ? 0 : place.length + 1).split('/');
    // A folder must be taken back before something in it can be.
    segments.forEach((_, index) => {
      const part = segments
        .slice(0, index + 1)
        .map(escapePattern)
        .join('/');
      kept.add(`!${prefix}/${part}${index < segments.length - 1 ? '/' : ''}`);
    });
  }
  return [`${prefix}/**`, ...kept];
}

function isSame(
  found: readonly { readonly name: string; readonly path: string }[],
  wanted: NewModel['files'],
): boolean {
  const byName = new Map(found.map((file) => [file.name, file.path]));
  return (
    byName.size === wanted.length &&
    wanted.every((file) => isSamePath(byName.get(file.name) ?? '', file.path))
  );
}

function describeExisting(model: Exclude<NewLaunch['model'], NewModel>): LaunchRequest['model'] {
  if ('none' in model) throw new FilesNotDescribableError();
  return { id: toJsonId(model.id) };
}

function describeProject(project: NonNullable<NewLaunch['project']>): NonNullable<LaunchRequest['project']> {
  return 'newName' in project ? { name: project.newName, create: true } : { id: toJsonId(project.id) };
}

/** JSON has no number that long. */
function toJsonId(id: string | number | bigint): string | number {
  return typeof id === 'bigint' ? String(id) : id;
}

/** Answers to prompts of the same name need the name of the request only if they differ. */
function flattenAnswers(answers: LaunchAnswers): Record<string, Answer> {
  const all = Object.entries(answers).flatMap(([operation, ofBody]) =>
    Object.entries(ofBody).map(([placeholder, answer]) => ({
      operation: operation as BodyOperation,
      key: toPromptName(placeholder),
      answer,
    })),
  );
  const flat = all.map(({ operation, key, answer }) => {
    const isClear = all.every((other) => other.key !== key || other.answer === answer);
    // A number with many digits would lose some when the task is read.
    const written = typeof answer === 'number' && !hasItsDigits(answer) ? String(answer) : answer;
    return [isClear ? key : `${operation}.${key}`, written] as const;
  });
  return Object.fromEntries(flat);
}
