import path from 'node:path';
import type { BodyOperation } from '../client/core/types';
import { type Answer, hasItsDigits, toPromptName } from '../client/mapping/prompts';
import { isInside, isSamePath, PathSet, relativePath, toSlashes } from '../files/paths';
import type { LaunchAnswers } from '../launch/journalEntry';
import type { LaunchPlan } from '../launch/launch';
import { FilesNotDescribableError } from './errors';
import type { LaunchRequest } from './launchRequest';
import { escapePattern, findRequestedFiles, type RequestedModel } from './requestedFiles';
import { inOneFolder, leadsOut, type RequestFolder } from './requestFolders';
import type { RequestProperty } from './requestProperty';

/** Limit for the files that are excluded one by one, before those that belong to the model are listed instead. */
const maxExcluded = 500;

/** Limit for the files that are listed although their folder could be named. */
const maxListed = 50;

/**
 * Describes a launch, so that preparing the description gives the same launch, as long as its files are the same.
 * @param environment the name of the environment of its service
 * @throws FilesNotDescribableError; the reason of the signal
 */
export async function toLaunchRequest(
  { model, project, simulate, answers }: LaunchPlan,
  { folder, environment, signal }: ToRequestOptions,
): Promise<LaunchRequest> {
  return {
    model: 'files' in model ? await describeModel(model, folder, signal) : describeExisting(model),
    ...(simulate && project && { project: describeProject(project) }),
    simulate,
    answers: flattenAnswers(answers ?? {}),
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

type NewModel = Extract<LaunchPlan['model'], { readonly files: unknown }>;

/**
 * Describes the files of a model: as the folder that has them, without what else is in it, or one by one. The plan that
 * a description leads to decides whether it is right.
 * @throws FilesNotDescribableError; the reason of the signal
 */
export async function describeModel(
  model: NewModel,
  folder: RequestFolder,
  signal: AbortSignal,
): Promise<RequestedModel> {
  const { name } = model;
  const folders = inOneFolder(folder);
  const listed = { files: model.files.map((file) => toEntry(inFolder(folder, file))), exclude: [] };
  const whole = await describeFolder(model, folder, signal);
  // A few files are listed: whatever is added to their folder later was not selected.
  const isWholeFirst = whole?.exclude.length === 0 || model.files.length > maxListed;
  const candidates = isWholeFirst ? [whole, listed] : [listed, whole];
  for (const candidate of candidates.filter((one) => one !== undefined)) {
    const { plan, problems } = await findRequestedFiles(candidate, folders, signal);
    if (problems.length === 0 && isSame(plan.files, model.files)) return { ...candidate, name };
  }
  const { plan } = await findRequestedFiles(listed, folders, signal);
  const excluded = new PathSet(plan.excluded.map((entry) => entry.path));
  const isExcluded = model.files.some((file) => excluded.isAround(file.path));
  throw new FilesNotDescribableError(isExcluded ? 'excluded' : 'folder');
}

/** Describes the files as one folder with exclusions; undefined if there is no such folder, or too much to exclude. */
async function describeFolder(
  { files }: NewModel,
  folder: RequestFolder,
  signal: AbortSignal,
): Promise<Omit<RequestedModel, 'name'> | undefined> {
  const [first] = files;
  if (first === undefined) return undefined;
  const suffix = path.join(path.sep, first.name);
  if (!first.path.endsWith(suffix)) return undefined;
  const base = first.path.slice(0, -suffix.length);
  if (!isInside(folder.root, base)) return undefined;
  const whole = { files: [toEntry(inFolder(folder, { path: base }))], exclude: [] };
  const wanted = new PathSet(files.map((file) => file.path));
  const { plan } = await findRequestedFiles(whole, inOneFolder(folder), signal);
  const others = [...plan.files, ...plan.rejected].filter((file) => !wanted.has(file.path));
  if (others.length > maxExcluded) return undefined;
  return { ...whole, exclude: others.map((one) => `/${escapePattern(inFolder(folder, one))}`) };
}

function inFolder({ root }: RequestFolder, file: { readonly path: string }): string {
  return toSlashes(relativePath(root, file.path));
}

/** A path as an entry of `files`, which is read as one in the folder whatever its first name is. */
function toEntry(relative: string): string {
  const entry = escapePattern(relative) || '.';
  return leadsOut(entry) ? `./${entry}` : entry;
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

function describeExisting(model: Exclude<LaunchPlan['model'], NewModel>): LaunchRequest['model'] {
  if ('projectOnly' in model) throw new FilesNotDescribableError();
  return { id: toJsonId(model.id) };
}

function describeProject(project: NonNullable<LaunchPlan['project']>): NonNullable<LaunchRequest['project']> {
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
