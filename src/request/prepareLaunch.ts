import { createHash } from 'node:crypto';
import { stringifyExactly } from '../client/core/exactJson';
import type { BodyOperation, Identifier, Listing, Project, ReusableModel } from '../client/core/types';
import {
  type Answer,
  isAllowedAnswer,
  parseAnswer,
  type Prompt,
  toPromptName,
} from '../client/mapping/prompts';
import { previewBody, type TemplateValues } from '../client/mapping/requestBodies';
import type { ServiceMapping } from '../client/mapping/serviceMapping';
import type { Json } from '../client/mapping/template';
import type { DeckReport } from '../deck/finding';
import type { LaunchAnswers } from '../launch/journalEntry';
import type { LaunchPlan } from '../launch/launch';
import type { UploadPlan } from '../upload/uploadPlan';
import type { CheckDecks } from './deckOrder';
import { LaunchRequestError } from './errors';
import { type LaunchRequest, showBriefly } from './launchRequest';
import { findRequestedFiles, type RequestedFiles } from './requestedFiles';
import type { RequestFolders } from './requestFolders';
import type { RequestProblem } from './requestProblem';

/** The service that a launch would use. Only its lists are requested. */
export interface PreparingService {
  /** Equal for two services only if requests to both are the same. */
  readonly key: string;
  readonly mapping: ServiceMapping;
  /** Whether models are finalised after their upload. */
  readonly finalise: boolean;
  /** Undefined if nothing may be requested yet: then an existing project that is given by name only stays undefined. */
  readonly listProjects: ((signal: AbortSignal) => Promise<Listed<Project>>) | undefined;
  /** Undefined also if the service does not list its reusable models: then an identifier cannot be checked. */
  readonly listModels: ((signal: AbortSignal) => Promise<Listed<ReusableModel>>) | undefined;
}

/** What a service has listed: only a whole list proves that something is absent. */
export type Listed<T> = Pick<Listing<T>, 'items' | 'partial'>;

export interface PrepareOptions {
  readonly folders: RequestFolders;
  readonly service: PreparingService;
  /** Checks the decks among the files; undefined if nothing is to be checked. */
  readonly checkDecks?: CheckDecks | undefined;
  readonly signal: AbortSignal;
}

/** A launch that could begin now, with everything that a user wants to know before. */
export interface PreparedLaunch {
  readonly launch: LaunchPlan;
  /** Empty for an existing model. */
  readonly plan: UploadPlan;
  readonly deck: DeckReport;
  /** The bodies of the requests, as far as they are known before the first response. */
  readonly bodies: Readonly<Partial<Record<BodyOperation, Json>>>;
  /** See {@link hashLaunch}. */
  readonly hash: string;
  /**
   * As `hash`, but of the project and the model as the request has them, so that it is known before anything is
   * requested and stays the same when they have been looked up.
   */
  readonly requestHash: string;
}

const noFiles: UploadPlan = { files: [], excluded: [], rejected: [] };
const noDeck: DeckReport = { decks: [], findings: [], partlyRead: [] };

/** Limit for the names that are offered instead of an unknown one. */
const maxOthers = 5;

/**
 * Finds out what a request would launch. Creates nothing: at most, the lists of projects and models are requested.
 * @throws LaunchRequestError with everything that is missing or wrong, ServiceError, or the reason of the signal
 */
export async function prepareLaunch(
  request: LaunchRequest,
  options: PrepareOptions,
): Promise<PreparedLaunch> {
  return await new Preparation(request, options).run();
}

class Preparation {
  readonly #request: LaunchRequest;
  readonly #options: PrepareOptions;
  readonly #problems: RequestProblem[] = [];

  constructor(request: LaunchRequest, options: PrepareOptions) {
    this.#request = request;
    this.#options = options;
  }

  async run(): Promise<PreparedLaunch> {
    const { service, checkDecks, signal } = this.#options;
    const { simulate } = this.#request;
    const finalise = 'id' in this.#request.model || service.finalise;
    if (simulate && !finalise) this.#problems.push({ kind: 'notFinalised' });
    const files = await this.#findFiles();
    // Nothing is requested for somebody who wants files from outside.
    if (this.#problems.some(({ kind }) => kind === 'outsideFolder'))
      throw new LaunchRequestError(this.#problems);
    const project = await this.#findProject();
    const model = await this.#findModel(files?.plan);
    const answers = this.#findAnswers(listOperations({ model, project, simulate, finalise }));
    if (this.#problems.length > 0) throw new LaunchRequestError(this.#problems);
    const launch: LaunchPlan = {
      model,
      finalise,
      simulate,
      ...(project && { project }),
      ...(Object.keys(answers).length > 0 && { answers }),
    };
    const deck = files && checkDecks && (await checkDecks(files.plan, files.selections, signal));
    return {
      launch,
      plan: files?.plan ?? noFiles,
      deck: deck ?? noDeck,
      bodies: previewBodies(service.mapping, launch),
      hash: hashLaunch(service, launch),
      requestHash: hashRequest(service, this.#request, launch),
    };
  }

  async #findFiles(): Promise<RequestedFiles | undefined> {
    const { model } = this.#request;
    if ('id' in model) return undefined;
    const { folders, signal } = this.#options;
    const found = await findRequestedFiles(model, folders, signal);
    this.#problems.push(...found.problems);
    return found;
  }

  async #findProject(): Promise<LaunchPlan['project']> {
    const { project } = this.#request;
    if (project === undefined) return undefined;
    const { listProjects } = this.#options.service;
    if (listProjects === undefined) {
      if ('id' in project) return { id: project.id, name: String(project.id) };
      return project.create ? { newName: project.name } : undefined;
    }
    const found = findProject(await listProjects(this.#options.signal), project);
    if (!('kind' in found)) return found;
    this.#problems.push(found);
    return undefined;
  }

  async #findModel(plan: UploadPlan | undefined): Promise<LaunchPlan['model']> {
    const { model } = this.#request;
    if (!('id' in model)) return { name: model.name, files: plan?.files ?? [] };
    const { listModels } = this.#options.service;
    if (listModels === undefined) return { id: model.id, name: String(model.id) };
    const found = findModel(await listModels(this.#options.signal), model.id);
    if (!('kind' in found)) return found;
    this.#problems.push(found);
    return { id: model.id, name: String(model.id) };
  }

  /** The keys of answers for a project that need not be created, because it is there by now. */
  #listProjectAnswers(): string[] {
    const { project } = this.#request;
    if (project === undefined || 'id' in project || !project.create) return [];
    const prompts = this.#options.service.mapping.templates.createProject?.prompts ?? [];
    const keys = prompts.map(({ placeholder }) => toPromptName(placeholder));
    return keys.flatMap((key) => [key, `createProject.${key}`]);
  }

  /** The answers of the request by request body, with the defaults of those that it does not give. */
  #findAnswers(operations: readonly BodyOperation[]): LaunchAnswers {
    const given = this.#request.answers;
    const unused = new Set(Object.keys(given));
    const find = (operation: BodyOperation, prompt: Prompt): Answer | undefined => {
      const key = toPromptName(prompt.placeholder);
      const keys = [`${operation}.${key}`, key].filter((one) => Object.hasOwn(given, one));
      for (const one of keys) unused.delete(one);
      const written = keys[0] === undefined ? prompt.default : given[keys[0]];
      // An input of a task is always a text, even for a number.
      const answer = typeof written === 'string' ? (parseAnswer(written, prompt) ?? written) : written;
      if (answer === undefined) this.#problems.push({ kind: 'missingAnswer', key, operation });
      else if (!isAllowedAnswer(answer, prompt)) this.#problems.push({ kind: 'unfitAnswer', key, operation });
      return answer;
    };
    const found = operations.flatMap((operation) => {
      const prompts = this.#options.service.mapping.templates[operation]?.prompts ?? [];
      const answers = prompts.map((prompt) => [prompt.placeholder, find(operation, prompt)] as const);
      return answers.length === 0 ? [] : [[operation, Object.fromEntries(answers)] as const];
    });
    for (const key of this.#listProjectAnswers()) unused.delete(key);
    for (const key of unused) this.#problems.push({ kind: 'unknownAnswer', key: showBriefly(key) });
    return Object.fromEntries(found);
  }
}

/** The project that a request means among those of the service. @returns it, or why it is not clear */
export function findProject(
  listed: Listed<Project>,
  project: NonNullable<LaunchRequest['project']>,
): NonNullable<LaunchPlan['project']> | RequestProblem {
  if ('id' in project) {
    const found = findListed(listed, project.id);
    return found ?? { kind: 'unknownProject', project: showBriefly(String(project.id)), others: [] };
  }
  const { items: all, partial } = listed;
  const [first, ...more] = all.filter(({ name }) => name === project.name);
  if (first !== undefined && more.length === 0 && partial === undefined)
    return { id: first.id, name: first.name };
  if (more.length > 0 && first !== undefined) {
    const ids = [first, ...more].map(({ id }) => id);
    return { kind: 'ambiguousProject', name: showBriefly(project.name), ids };
  }
  // Another one of this name may not be listed.
  if (partial !== undefined) return { kind: 'unsureProject', project: showBriefly(project.name) };
  if (project.create) return { newName: project.name, existingProjects: all.map(({ id }) => id) };
  const others = findNearest(
    all.map(({ name }) => name),
    project.name,
  );
  return { kind: 'unknownProject', project: showBriefly(project.name), others };
}

/** The model with an identifier among those of the service. @returns it, or why there is none */
export function findModel(
  listed: Listed<ReusableModel>,
  id: string | number,
): { readonly id: Identifier; readonly name: string } | RequestProblem {
  return findListed(listed, id) ?? { kind: 'unknownModel', model: showBriefly(String(id)) };
}

/** The entry with an identifier. One that is not in a list that is not whole has the identifier for its name. */
function findListed(
  { items, partial }: Listed<{ readonly id: Identifier; readonly name: string }>,
  id: string | number,
): { readonly id: Identifier; readonly name: string } | undefined {
  const found = findById(items, id);
  if (found !== undefined) return { id: found.id, name: found.name };
  return partial && { id: toListedForm(id, items), name: String(id) };
}

/** The requests with bodies, in order. */
function listOperations({
  model,
  project,
  simulate,
  finalise,
}: Pick<LaunchPlan, 'model' | 'simulate' | 'finalise'> & {
  readonly project?: LaunchPlan['project'] | undefined;
}): BodyOperation[] {
  const isNewProject = project !== undefined && 'newName' in project;
  return [
    ...(isNewProject ? (['createProject'] as const) : []),
    // A model that is not finalised now may be finalised later, when no user can be prompted.
    ...('files' in model ? (['createModel', 'finaliseModel'] as const) : []),
    ...(simulate && finalise ? (['createSimulation'] as const) : []),
  ];
}

/** The bodies of the requests of a launch, as far as they are known before the first response. */
export function previewBodies(mapping: ServiceMapping, launch: LaunchPlan): PreparedLaunch['bodies'] {
  const { model, project, answers } = launch;
  const bodies = listOperations(launch).flatMap((operation) => {
    const known: TemplateValues =
      operation === 'createProject'
        ? { name: project && 'newName' in project ? project.newName : undefined }
        : {
            name: model.name,
            files: 'files' in model ? model.files : undefined,
            model_id: 'id' in model ? model.id : undefined,
            project_id: project && 'id' in project ? project.id : undefined,
          };
    const body = previewBody(operation, mapping, known, answers?.[operation] ?? {});
    return body === undefined ? [] : [[operation, body] as const];
  });
  return Object.fromEntries(bodies);
}

/**
 * The SHA-256 of everything that a launch sends and of where it goes, in hex: two launches are the same if and only if
 * their hashes are. Of a file, its name, path, size and recorded state count, not its bytes.
 */
export function hashLaunch(
  { key, mapping }: Pick<PreparingService, 'key' | 'mapping'>,
  launch: LaunchPlan,
): string {
  const { model, project, finalise, simulate } = launch;
  const files = 'files' in model ? model.files : [];
  const parts: Json = [
    key,
    stringifyExactly(previewBodies(mapping, launch)),
    // What file servers get, and what is read as the identifiers that are sent next.
    { ...mapping.uploadHeaders },
    { ...mapping.responses },
    finalise,
    simulate,
    project === undefined ? null : 'newName' in project ? { newName: project.newName } : { id: project.id },
    'id' in model ? { id: model.id } : { name: model.name },
    files.map(({ name, path, size, mtimeNs, ctimeNs, inode }) => [name, path, size, mtimeNs, ctimeNs, inode]),
  ];
  return createHash('sha256').update(stringifyExactly(parts)).digest('hex');
}

function hashRequest(
  service: Pick<PreparingService, 'key' | 'mapping'>,
  request: LaunchRequest,
  { project, model, ...rest }: LaunchPlan,
): string {
  const asWritten = 'files' in model || 'files' in request.model ? model : { ...request.model, name: '' };
  const parts: Json = [
    hashLaunch(service, { ...rest, model: asWritten }),
    request.project === undefined ? null : { ...request.project },
    Object.entries(request.answers).map(([key, answer]) => [key, answer]),
  ];
  return createHash('sha256').update(stringifyExactly(parts)).digest('hex');
}

/** An identifier may come as a number and be written as text, or the other way round. */
function findById<T extends { readonly id: Identifier }>(
  items: readonly T[],
  id: string | number,
): T | undefined {
  const same = items.filter((item) => String(item.id) === String(id));
  return same.find((item) => item.id === id) ?? (same.length === 1 ? same[0] : undefined);
}

/** An identifier in the form that those of the service have: numbers and texts are sent back as they came. */
export function toListedForm(id: string | number, items: readonly { readonly id: Identifier }[]): Identifier {
  if (items.length === 0) return id;
  if (items.every((item) => typeof item.id === 'string')) return String(id);
  const isNumber = typeof id === 'string' && /^(0|-?[1-9]\d{0,38})$/.test(id);
  if (!isNumber || items.some((item) => typeof item.id === 'string')) return id;
  return Number.isSafeInteger(Number(id)) ? Number(id) : BigInt(id);
}

/** Names that differ only in case or contain the wanted one come first. */
function findNearest(names: readonly string[], wanted: string): string[] {
  const key = wanted.toLowerCase();
  const rank = (name: string) => {
    const other = name.toLowerCase();
    return other === key ? 0 : other.includes(key) || key.includes(other) ? 1 : 2;
  };
  return [...new Set(names)]
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, maxOthers)
    .map(showBriefly);
}
