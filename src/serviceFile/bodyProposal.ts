import { isObject } from '../client/core/json';
import type { BodyOperation } from '../client/core/types';
import { hasItsDigits } from '../client/mapping/prompts';
import { defaultBodies, placeholders } from '../client/mapping/requestBodies';
import { isWrapper, readClaim, toPlainName } from '../client/response/conventions';
import { wordsOf } from '../client/text/keyWords';
import { sanitizeText } from '../client/text/sanitizeText';
import { isBareKey, isSecretKey } from '../client/text/secretKeys';
import { hasInvisible } from '../client/text/visibleText';
import type { Omission } from './omission';
import { hasType, type JsonSchema, type OpenApiReferences, readOwnText } from './openApiReferences';

export interface BodyProposal {
  /** A body as the settings have it; undefined where the built-in one fits, or where nothing is known. */
  readonly template?: Readonly<Record<string, unknown>>;
  readonly omissions: readonly Omission[];
  /** The names of the lists that get an entry for each file. */
  readonly fileLists?: readonly string[];
}

/** The body of a request as a document describes it. */
export interface DescribedBody {
  /** Undefined for a body that is no JSON. */
  readonly schema: JsonSchema | undefined;
  readonly isRequired: boolean;
}

/** Limit for the depth of objects in a body. */
const maxDepth = 5;

/** Limits for one body: for its questions, for the properties that are left out, and for its text; characters. */
const maxQuestions = 40;
const maxOmissions = 40;
const maxTemplateLength = 64 * 1024;

/** The keywords by which a schema demands more of an object than its properties. */
const conditions = ['dependentRequired', 'dependentSchemas', 'dependencies', 'if', 'not'];

/** The suffixes that an identifier may have: `project_id`, `ProjectUuid`, `projectRef`. */
const idSuffix = '(id|uuid|guid|key|ref|reference|pk)';

type Meaning = readonly [placeholder: string, names: RegExp, types: readonly string[]];

const texts = ['string'];
const numbers = ['integer', 'number'];
const scalars = [...texts, ...numbers];

/** Names of properties, in any notation, by the placeholder that stands for their values. */
const meanings: readonly Meaning[] = [
  ['name', /^(name|title|label|displayname)$/, texts],
  ['description', /^(description|summary|comment|notes?)$/, texts],
  ['project_id', new RegExp(`^project${idSuffix}?$`), scalars],
  ['model_id', new RegExp(`^model${idSuffix}?$`), scalars],
  ['total', /^(total|totalsize|totalbytes|sizebytes|sizeinbytes|bytes|size)$/, numbers],
];
const fileMeanings: readonly Meaning[] = [
  ['file.name', /^(name|filename|path|filepath|relativepath|key)$/, texts],
  ['file.size', /^(size|bytes|sizebytes|sizeinbytes|filesize|length|contentlength)$/, numbers],
];

/** The names of what is created, under which nothing else has its name. */
const ownNames: Readonly<Record<BodyOperation, RegExp>> = {
  createProject: /^project(name|title|label)$/,
  createModel: /^model(name|title|label)$/,
  finaliseModel: /^model(name|title|label)$/,
  createSimulation: /^(simulation|run|job)(name|title|label)$/,
};

const isIdName = new RegExp(`^${idSuffix}$`);

/** What the created thing is called in conventions. */
const resources: Readonly<Record<BodyOperation, string>> = {
  createProject: 'project',
  createModel: 'model',
  finaliseModel: 'model',
  createSimulation: 'simulation',
};

/** Objects that hold the fields of what is created: `{"data": {"attributes": {"name": "Wing"}}}`. */
const fieldsName = /^(attributes|properties|metadata|input|spec)$/;

/**
 * Proposes the body of a request from its schema: required properties become placeholders by their names, constants, or
 * questions with their choices and defaults. Properties that are not required are left out, but for those that the service
 * cannot do without: names, identifiers and files.
 * @param described undefined where the document has no body for the operation
 */
export function proposeBody(
  operation: BodyOperation,
  described: DescribedBody | undefined,
  references: OpenApiReferences,
): BodyProposal {
  const isFinalising = operation === 'finaliseModel';
  // Nothing is specified for finalising, so that no body is what it takes.
  if (isFinalising && described?.isRequired !== true && described?.schema === undefined)
    return { omissions: [] };
  const nothing: BodyProposal = { omissions: [{ kind: 'body', operation }] };
  if (described?.schema === undefined) return nothing;
  const body = new Body(operation, references);
  const template = body.propose(described.schema);
  if (template === undefined) return nothing;
  const { omissions, fileLists } = body;
  const builtIn: Readonly<Partial<Record<BodyOperation, unknown>>> = defaultBodies;
  if (isFinalising && Object.keys(template).length === 0)
    return described.isRequired ? { template, omissions } : { omissions };
  const isBuiltIn = JSON.stringify(template) === JSON.stringify(builtIn[operation]);
  return { ...(!isBuiltIn && { template }), omissions, fileLists };
}

/** Where a property stands: its name last, and whether it belongs to a file. */
interface Place {
  readonly path: readonly string[];
  readonly isFile: boolean;
}

/** One body while it is read. */
class Body {
  readonly omissions: Omission[] = [];
  readonly fileLists: string[] = [];

  /** Whether an object in it has conditions that are not read. */
  #hasConditions = false;
  readonly #prompts = new Map<string, unknown>();
  readonly #used = new Set<string>();
  readonly #operation: BodyOperation;
  readonly #references: OpenApiReferences;

  constructor(operation: BodyOperation, references: OpenApiReferences) {
    this.#operation = operation;
    this.#references = references;
  }

  /** @returns undefined for what is no object, has several forms, or is more than a person could look through */
  propose(given: JsonSchema): Record<string, unknown> | undefined {
    const body = this.#readObject(given, { path: [], isFile: false });
    if (body === undefined || this.#references.isExhausted) return undefined;
    if (this.#operation === 'createSimulation')
      for (const id of ['project_id', 'model_id']) if (!this.#used.has(id)) this.#omit([id]);
    if (this.#hasConditions) this.omissions.push({ kind: 'condition', operation: this.#operation });
    if (this.#isOverfull) return undefined;
    const asked = this.#prompts.size > 0 ? { $prompts: Object.fromEntries(this.#prompts) } : {};
    const template = { ...body, ...asked };
    return JSON.stringify(template).length > maxTemplateLength ? undefined : template;
  }

  /** Whether there is more than a person could answer, or look through. */
  get #isOverfull(): boolean {
    return this.#prompts.size > maxQuestions || this.omissions.length > maxOmissions;
  }

  #readObject(given: unknown, { path, isFile }: Place): Record<string, unknown> | undefined {
    const schema = this.#references.resolveSchema(given);
    if (schema === undefined || path.length > maxDepth) return undefined;
    // An empty one will do to finalise, where a service does not say what it takes.
    const isAny = this.#operation === 'finaliseModel' && path.length === 0 && hasType(schema, 'object');
    const { properties = isAny ? {} : undefined } = schema;
    if (!isObject(properties)) return undefined;
    const required = new Set<unknown>(Array.isArray(schema['required']) ? schema['required'] : []);
    const values = new Map<string, unknown>();
    const taken = new Set<unknown>();
    const read = (name: string, isRequired: boolean) => {
      if (this.#isOverfull) return;
      const place = { path: [...path, name], isFile };
      // The name of the setting for questions cannot be sent.
      const isSendable = (path.length > 0 || name !== '$prompts') && isUsableKey(name);
      const property = isSendable ? this.#references.resolveSchema(properties[name]) : undefined;
      // Such a value is the service's own: it stands in responses only.
      if (property?.['readOnly'] === true) return;
      const value = property && this.#readProperty(property, place, { isRequired, taken });
      if (value === undefined && isRequired) this.#omit(place.path);
      if (value === undefined) return;
      values.set(name, value);
      taken.add(value);
    };
    const names = Object.keys(properties);
    // What is required comes first, so that an optional label is not given the name that a title has.
    for (const name of names) if (required.has(name)) read(name, true);
    for (const name of names) if (!required.has(name)) read(name, false);
    for (const name of required)
      if (typeof name === 'string' && !Object.hasOwn(properties, name) && !this.#isOverfull)
        this.#omit([...path, name]);
    if (conditions.some((key) => key in schema) || Number(schema['minProperties']) > values.size)
      this.#hasConditions = true;
    const ordered = names.filter((name) => values.has(name)).map((name) => [name, values.get(name)] as const);
    return Object.fromEntries(ordered);
  }

  #readProperty(
    schema: JsonSchema,
    place: Place,
    { isRequired, taken }: { readonly isRequired: boolean; readonly taken: ReadonlySet<unknown> },
  ): unknown {
    const { path, isFile } = place;
    const { items, enum: choices, default: fallback } = schema;
    const isFixed = 'const' in schema || (Array.isArray(choices) && choices.length === 1);
    if (isFixed)
      return isRequired ? toLiteral('const' in schema ? schema['const'] : toList(choices)[0]) : undefined;
    const placeholder = Array.isArray(choices) ? undefined : this.#findPlaceholder(schema, place);
    if (placeholder !== undefined) {
      const isWanted = isRequired || (placeholder !== 'description' && !taken.has(`{${placeholder}}`));
      if (!isWanted) return undefined;
      this.#used.add(placeholder);
      return `{${placeholder}}`;
    }
    if (this.#isListOfFiles(path.at(-1) ?? '', schema)) {
      const files = this.#readFiles(items, path);
      if (files !== undefined) this.fileLists.push(path.at(-1) ?? '');
      return files;
    }
    if (isObject(schema['properties'])) return isRequired ? this.#readObject(schema, place) : undefined;
    if (!isRequired) return undefined;
    return isFile ? toLiteral(fallback) : this.#askFor(schema, path);
  }

  /** A question for a required value, or what the document says that it is by default. */
  #askFor(schema: JsonSchema, path: readonly string[]): unknown {
    const { enum: choices, default: fallback } = schema;
    const format = readOwnText(schema, 'format');
    if (isSecret(path.at(-1) ?? '', schema)) return undefined;
    if (Array.isArray(choices)) return this.#ask(path, toChoice(choices, fallback), schema);
    // .NET describes some numbers by their format alone, or beside a text of digits.
    const isNumber = /^(u?int\d+|float|double|decimal)$/.test(format);
    const isFormatOnly = schema['type'] === undefined && isNumber;
    // A text fits where a number may be a text.
    const isNoText = isNumber || !hasType(schema, 'string');
    if (isFormatOnly || (isNoText && numbers.some((type) => hasType(schema, type)))) {
      const known = isExact(fallback) ? { default: fallback } : {};
      return this.#ask(path, { type: 'number', ...known }, schema);
    }
    if (hasType(schema, 'string') && format !== 'binary' && format !== 'byte') {
      const known = isVisible(fallback) ? { default: fallback } : {};
      return this.#ask(path, { type: 'text', ...known }, schema);
    }
    return toLiteral(fallback);
  }

  #findPlaceholder(schema: JsonSchema, { path, isFile }: Place): string | undefined {
    const allowed = placeholders[this.#operation];
    const plain = toPlainName(path.at(-1) ?? '');
    const parents = path.slice(0, -1);
    // An `id` belongs to what it stands in: `{"project": {"id": 5}}`.
    const parent = isIdName.test(plain) ? parents.findLast((key) => !isWrapper(key)) : undefined;
    const name = parent === undefined || isFile ? plain : toPlainName(parent) + plain;
    const [found] = (isFile ? fileMeanings : meanings).filter(
      ([placeholder, names, types]) =>
        allowed.includes(placeholder) &&
        (names.test(name) || (placeholder === 'name' && ownNames[this.#operation].test(name))) &&
        (schema['type'] === undefined || types.some((type) => hasType(schema, type))),
    );
    if (found === undefined) return undefined;
    // A name in anything else is the name of that: `{"solver": {"name": "implicit"}}`.
    const isSure = isFile || new RegExp(`${idSuffix}$`).test(name) || this.#areOfCreated(parents);
    return isSure ? found[0] : undefined;
  }

  /** Whether fields in these objects are those of what is created. */
  #areOfCreated(parents: readonly string[]): boolean {
    const resource = resources[this.#operation];
    return parents.every(
      (key) => ['own', 'neutral'].includes(readClaim(key, resource)) || fieldsName.test(toPlainName(key)),
    );
  }

  #isListOfFiles(name: string, schema: JsonSchema): boolean {
    if (!placeholders[this.#operation].includes('file.name')) return false;
    const isCalledSo = wordsOf(name).some((word) =>
      /^(files?|filenames?|artifacts?|attachments?|inputs?)$/.test(word),
    );
    return hasType(schema, 'array') && isObject(schema['items']) && isCalledSo;
  }

  #readFiles(items: unknown, path: readonly string[]): unknown {
    const schema = this.#references.resolveSchema(items);
    if (schema === undefined) return undefined;
    if (hasType(schema, 'string')) return Array.isArray(schema['enum']) ? undefined : ['{file.name}'];
    const entry = this.#readObject(schema, { path: [...path, '0'], isFile: true });
    const isRepeated =
      entry !== undefined &&
      Object.values(entry).some((value) => typeof value === 'string' && value.startsWith('{file.'));
    return isRepeated ? [entry] : undefined;
  }

  /** Declares a question, and @returns its placeholder; undefined for one that nobody could answer */
  #ask(
    path: readonly string[],
    prompt: Readonly<Record<string, unknown>> | undefined,
    schema: JsonSchema,
  ): string | undefined {
    if (prompt === undefined) return undefined;
    const plain =
      path
        .join('_')
        .replace(/[^\w-]/g, '_')
        .slice(0, 60) || 'value';
    let name = plain;
    for (let count = 2; this.#prompts.has(name); count++) name = `${plain}_${count}`;
    const label = findLabel(schema);
    this.#prompts.set(name, label === undefined ? prompt : { ...prompt, label });
    return `{prompt.${name}}`;
  }

  #omit(path: readonly string[]): void {
    const property = sanitizeText(path.join('.'), 200);
    this.omissions.push({ kind: 'property', operation: this.#operation, property });
  }
}

/** The words that a framework has for each list of choices say nothing. */
const emptyWords = /^An enumeration\.$/;

function findLabel({ title, description }: JsonSchema): string | undefined {
  const found = [description, title].map((text) => (typeof text === 'string' ? sanitizeText(text, 200) : ''));
  return found.find((text) => text !== '' && !emptyWords.test(text));
}

/** Whether a value is a secret, which cannot be asked for like another text, nor stand in the settings. */
function isSecret(name: string, schema: JsonSchema): boolean {
  const isText = schema['type'] === undefined || hasType(schema, 'string');
  const isNamedSo = isSecretKey(name) && !isBareKey(name) && !Array.isArray(schema['enum']);
  return isText && (schema['format'] === 'password' || isNamedSo);
}

/** Limit for the choices of a question; more cannot be chosen from. */
const maxChoices = 500;

function toChoice(given: readonly unknown[], fallback: unknown): Record<string, unknown> | undefined {
  const choices = [...new Set(given.filter((value) => value !== null))];
  if (choices.length === 0 || choices.length > maxChoices || !choices.every(isChoice)) return undefined;
  const isDefault = isChoice(fallback) && choices.includes(fallback);
  return { type: 'choice', choices, ...(isDefault && { default: fallback }) };
}

function isChoice(value: unknown): value is string | number {
  return isVisible(value) || isExact(value);
}

/** Whether a value is a text of which a person sees everything in one line. */
function isVisible(value: unknown): value is string {
  return typeof value === 'string' && !hasInvisible(value);
}

/** Whether a value is a number that is sent with the digits that the document has. */
function isExact(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && hasItsDigits(value);
}

/** Whether a person can see a key, and the settings keep it: VS Code loses one of them. */
function isUsableKey(key: string): boolean {
  return key !== '__proto__' && !hasInvisible(key);
}

/** A value as it stands in a body. @returns undefined for one that a body cannot have as it is, or that is too deep */
function toLiteral(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return isVisible(value) ? value.replaceAll('{', '{{') : undefined;
  if (typeof value === 'boolean' || value === null || isExact(value)) return value;
  if (typeof value !== 'object' || depth === maxDepth) return undefined;
  const entries = Object.entries(value).map(([key, item]) => [key, toLiteral(item, depth + 1)] as const);
  if (entries.some(([key, item]) => item === undefined || !isUsableKey(key))) return undefined;
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
