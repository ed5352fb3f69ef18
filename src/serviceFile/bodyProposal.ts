import { isObject } from '../client/core/json';
import type { BodyOperation } from '../client/core/types';
import { defaultBodies, placeholders } from '../client/mapping/requestBodies';
import { toPlainName } from '../client/response/conventions';
import type { Omission } from './openApi';
import type { JsonSchema, OpenApiReferences } from './openApiReferences';

export interface BodyProposal {
  /** A body as the settings have it; undefined where the built-in one fits, or where nothing is known. */
  readonly template?: Readonly<Record<string, unknown>>;
  readonly omissions: readonly Omission[];
}

/** Limit for the depth of objects in a body. */
const maxDepth = 5;

/** Names of properties, in any notation, by the placeholder that stands for their values. */
const meanings: readonly (readonly [placeholder: string, names: RegExp])[] = [
  ['name', /^(name|title|label|displayname|(project|model|simulation)(name|title))$/],
  ['description', /^(description|summary|comment|notes?)$/],
  ['project_id', /^project(id|uuid|key)?$/],
  ['model_id', /^model(id|uuid|key)?$/],
  ['total', /^(total|totalsize|totalbytes|sizebytes|bytes|size)$/],
];
const fileMeanings: readonly (readonly [placeholder: string, names: RegExp])[] = [
  ['file.name', /^(name|filename|path|filepath|key)$/],
  ['file.size', /^(size|bytes|sizebytes|sizeinbytes|filesize|length|contentlength)$/],
];

/**
 * Proposes the body of a request from its schema: required properties become placeholders by their names, constants, or
 * questions with their choices and defaults. Properties that are not required are left out, but for those that the service
 * cannot do without: names, identifiers and files.
 */
export function proposeBody(
  operation: BodyOperation,
  schema: JsonSchema | undefined,
  references: OpenApiReferences,
): BodyProposal {
  // Nothing is specified for finalising, so that no body is what it takes.
  if (schema === undefined)
    return { omissions: operation === 'finaliseModel' ? [] : [{ kind: 'body', operation }] };
  const proposal = new Body(operation, references);
  const body = proposal.readObject(schema, []);
  if (body === undefined) return { omissions: [{ kind: 'body', operation }] };
  const { prompts, omissions } = proposal;
  const asked = Object.keys(prompts).length > 0 ? { $prompts: prompts } : {};
  const builtIn: Readonly<Partial<Record<BodyOperation, unknown>>> = defaultBodies;
  const template = { ...body, ...asked };
  const isBuiltIn = JSON.stringify(template) === JSON.stringify(builtIn[operation] ?? {});
  return isBuiltIn ? { omissions } : { template, omissions };
}

/** One body while it is read. */
class Body {
  readonly prompts: Record<string, unknown> = {};
  readonly omissions: Omission[] = [];

  readonly #operation: BodyOperation;
  readonly #references: OpenApiReferences;

  constructor(operation: BodyOperation, references: OpenApiReferences) {
    this.#operation = operation;
    this.#references = references;
  }

  /** @returns undefined for what is no object, or has several forms */
  readObject(given: unknown, path: readonly string[], isFile = false): Record<string, unknown> | undefined {
    const schema = this.#references.resolveSchema(given);
    if (schema === undefined || !isObject(schema['properties']) || path.length > maxDepth) return undefined;
    const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
    const body: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(schema['properties'])) {
      const isRequired = required.includes(name);
      const value = this.#readProperty(property, [...path, name], { isRequired, isFile });
      if (value !== undefined) body[escapeBraces(name)] = value;
      else if (isRequired) this.omissions.push(this.#omit([...path, name]));
    }
    return body;
  }

  #readProperty(
    given: unknown,
    path: readonly string[],
    { isRequired, isFile }: { readonly isRequired: boolean; readonly isFile: boolean },
  ): unknown {
    const schema = this.#references.resolveSchema(given);
    if (schema === undefined) return undefined;
    const name = path.at(-1) ?? '';
    const { type, items, enum: choices, default: fallback } = schema;
    const placeholder = this.#findPlaceholder(toPlainName(name), schema, isFile);
    if (placeholder !== undefined && (isRequired || placeholder !== 'description')) return `{${placeholder}}`;
    if (Array.isArray(choices) && choices.length === 1) return isRequired ? choices[0] : undefined;
    if ('const' in schema) return isRequired ? schema['const'] : undefined;
    if (this.#isListOfFiles(name, schema)) return this.#readFiles(items, path);
    if (!isRequired) return undefined;
    if (isObject(schema['properties'])) return this.readObject(schema, path, isFile);
    if (isFile) return undefined;
    if (Array.isArray(choices)) return this.#ask(path, toChoice(choices, fallback), schema);
    if (isType(type, 'number') || isType(type, 'integer'))
      return this.#ask(path, { type: 'number', ...withDefault('number', fallback) }, schema);
    if (isType(type, 'string'))
      return this.#ask(path, { type: 'text', ...withDefault('string', fallback) }, schema);
    return fallback;
  }

  #findPlaceholder(plainName: string, { type }: JsonSchema, isFile: boolean): string | undefined {
    const isScalar = ['string', 'number', 'integer'].some((one) => isType(type, one)) || type === undefined;
    if (!isScalar) return undefined;
    const allowed = placeholders[this.#operation];
    return (isFile ? fileMeanings : meanings).find(
      ([placeholder, names]) => allowed.includes(placeholder) && names.test(plainName),
    )?.[0];
  }

  #isListOfFiles(name: string, { type, items }: JsonSchema): boolean {
    if (!placeholders[this.#operation].includes('file.name')) return false;
    return isType(type, 'array') && isObject(items) && /files?|artifacts?|attachments?|inputs?/i.test(name);
  }

  #readFiles(items: unknown, path: readonly string[]): unknown {
    const schema = this.#references.resolveSchema(items);
    if (schema === undefined) return undefined;
    if (isType(schema['type'], 'string')) return ['{file.name}'];
    const entry = this.readObject(schema, [...path, '0'], true);
    return entry === undefined || Object.keys(entry).length === 0 ? undefined : [entry];
  }

  /** Declares a question, and @returns its placeholder; undefined for one that nobody could answer */
  #ask(
    path: readonly string[],
    prompt: Readonly<Record<string, unknown>> | undefined,
    { title, description }: JsonSchema,
  ): string | undefined {
    if (prompt === undefined) return undefined;
    const name = path.join('_').replace(/[^\w-]/g, '_');
    const words = [title, description].find((text) => typeof text === 'string' && text.trim() !== '');
    this.prompts[name] = { ...prompt, ...(typeof words === 'string' && { label: toLabel(words) }) };
    return `{prompt.${name}}`;
  }

  #omit(path: readonly string[]): Omission {
    return { kind: 'property', operation: this.#operation, property: path.join('.') };
  }
}

/** Limit for the choices of a question; more cannot be chosen from. */
const maxChoices = 500;

function toChoice(given: readonly unknown[], fallback: unknown): Record<string, unknown> | undefined {
  const isChoice = (value: unknown): value is string | number =>
    typeof value === 'string' || typeof value === 'number';
  const choices = given.filter((value) => value !== null);
  if (choices.length === 0 || choices.length > maxChoices || !choices.every(isChoice)) return undefined;
  return {
    type: 'choice',
    choices,
    ...(isChoice(fallback) && choices.includes(fallback) && { default: fallback }),
  };
}

function withDefault(type: 'number' | 'string', fallback: unknown): object {
  return typeof fallback === type ? { default: fallback } : {};
}

/** OpenAPI 3.1 may have several types, of which one is `null`. */
function isType(type: unknown, wanted: string): boolean {
  return Array.isArray(type) ? type.includes(wanted) : type === wanted;
}

function toLabel(words: string): string {
  return words.trim().replace(/\s+/g, ' ').slice(0, 200);
}

/** A brace in a name is no placeholder. */
function escapeBraces(name: string): string {
  return name.replace(/[{}]/g, '$&$&');
}
