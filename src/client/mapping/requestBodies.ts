import { isObject } from '../core/json';
import { totalSizeOf } from '../core/totalSize';
import type { BodyOperation, Identifier, ModelFile } from '../core/types';
import { MappingError } from './mappingError';
import {
  type Answers,
  descriptionPrompt,
  parsePrompts,
  type Prompt,
  resolveAnswers,
  toSentValues,
} from './prompts';
import { fillTemplate, findPlaceholders, type Json } from './template';

/** The body of one kind of request, and the prompts it needs. */
export interface RequestTemplate {
  readonly body: Json;
  readonly prompts: readonly Prompt[];
}

/** Templates that replace the default bodies. */
export type RequestTemplates = Readonly<Partial<Record<BodyOperation, RequestTemplate>>>;

/** The values from which a body is built. */
export interface TemplateValues {
  /** Name of the project to be created, or else of the model. */
  readonly name?: string | undefined;
  readonly project_id?: Identifier | undefined;
  readonly model_id?: Identifier | undefined;
  /** The files of a model that is created from files. */
  readonly files?: readonly ModelFile[] | undefined;
}

/** The user's answers to the prompts of a body. */
export interface PromptAnswers {
  readonly answers?: Answers | undefined;
}

/** As above for a body about a model. The model's identifier replaces a missing name. */
export type ModelRequestOptions = PromptAnswers & Pick<TemplateValues, 'name' | 'files'>;

/** The part of the service mapping that bodies are built from. */
interface WithTemplates {
  readonly templates: RequestTemplates;
}

/**
 * The default bodies of the requests. The interface does not specify their fields (src/client/README.md,
 * Unspecified), so they are data in one place. It specifies none for finalising.
 */
export const defaultBodies = {
  createProject: { name: '{name}' },
  createModel: { name: '{name}', files: [{ name: '{file.name}', size: '{file.size}' }] },
  createSimulation: { project_id: '{project_id}', model_id: '{model_id}' },
} as const satisfies Partial<Record<BodyOperation, Json>>;

/** The placeholders allowed in each body, besides those of its prompts. */
export const placeholders: Readonly<Record<BodyOperation, readonly string[]>> = {
  createProject: ['name', 'description'],
  createModel: ['name', 'description', 'total', 'file.name', 'file.size'],
  finaliseModel: ['name', 'model_id', 'total', 'file.name', 'file.size'],
  createSimulation: ['name', 'description', 'project_id', 'model_id'],
};

/**
 * Parses the template of a setting: a JSON object in which placeholders stand for values. Its `$prompts` are not
 * sent; they declare the prompts.
 * @returns undefined for `null`, which stands for the default body
 * @throws {MappingError} `type`, `prompt`, `brace`, `placeholder` or `noFileHere`
 */
export function parseTemplate(given: unknown, operation: BodyOperation): RequestTemplate | undefined {
  const setting = `requests.${operation}` as const;
  if (given === undefined || given === null) return undefined;
  if (!isObject(given)) throw new MappingError(setting, 'type');
  const { $prompts, ...rest } = given;
  const prompts = parsePrompts($prompts, setting);
  const body = rest as Json;
  const used = findPlaceholders(body);
  const known = new Set([...placeholders[operation], ...prompts.map(({ placeholder }) => placeholder)]);
  for (const { placeholder, perFile } of used) {
    if (placeholder === undefined) throw new MappingError(setting, 'brace');
    if (!known.has(placeholder)) throw new MappingError(setting, 'placeholder', `{${placeholder}}`);
    if (placeholder.startsWith('file.') && !perFile) {
      throw new MappingError(setting, 'noFileHere', `{${placeholder}}`);
    }
  }
  const isDescribed = used.some(({ placeholder }) => placeholder === descriptionPrompt.placeholder);
  return { body, prompts: isDescribed ? [descriptionPrompt, ...prompts] : prompts };
}

/** Builds the body of a request; undefined for a request without one. @throws {MappingError} `noAnswer` */
export function buildRequestBody(
  operation: BodyOperation,
  { templates }: WithTemplates,
  known: TemplateValues,
  { answers = {} }: PromptAnswers = {},
): Json | undefined {
  const prompts = templates[operation]?.prompts ?? [];
  const answered = resolveAnswers(prompts, answers, `requests.${operation}`);
  return previewBody(operation, { templates }, known, answered);
}

/** Everything in the settings that decides what is sent, in a form that can be compared. */
export function describeTemplate(operation: BodyOperation, { templates }: WithTemplates): Json {
  const builtIn: Partial<Record<BodyOperation, Json>> = defaultBodies;
  const { body = builtIn[operation] ?? null, prompts = [] } = templates[operation] ?? {};
  const asked = prompts.map((prompt) => [prompt.placeholder, prompt.type, String(prompt.default ?? '')]);
  return [body, asked];
}

/** The body as far as it is known: unknown values stay placeholders. */
export function previewBody(
  operation: BodyOperation,
  { templates }: WithTemplates,
  known: TemplateValues,
  answers: Answers,
): Json | undefined {
  const builtIn: Partial<Record<BodyOperation, Json>> = defaultBodies;
  const { body = builtIn[operation], prompts = [] } = templates[operation] ?? {};
  if (body === undefined) return undefined;
  const { files, ...values } = known;
  const total = files && totalSizeOf(files);
  const all = { ...values, total, ...toSentValues(prompts, answers) };
  return fillTemplate(body, { values: new Map(Object.entries(all)), files });
}
