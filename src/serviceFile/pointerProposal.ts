import { ResponseError } from '../client/core/errors';
import { isObject } from '../client/core/json';
import type { ReadOperation } from '../client/core/types';
import type { ResponsePointers } from '../client/mapping/responsePointers';
import { readClaim, toPlainName, toResource } from '../client/response/conventions';
import { findCreatedId } from '../client/response/createdThing';
import { decodeUploadUrls, type UploadUrlPointers } from '../client/response/decodeUploadUrls';
import { findList } from '../client/response/findList';
import { wordsOf } from '../client/text/keyWords';
import type { Omission } from './omission';
import { hasType, type JsonSchema, type OpenApiReferences } from './openApiReferences';

export interface PointerProposal {
  /** Only what the client does not find by itself. */
  readonly pointers: ResponsePointers;
  readonly omissions: readonly Omission[];
}

const identifiers: Readonly<Record<ReadOperation, string>> = {
  listProjects: 'project_id',
  createProject: 'project_id',
  listReusableModels: 'model_id',
  createModel: 'model_id',
  createSimulation: 'simulation_id',
};

/** Limit for the depth of an example, and for the places of one. */
const maxDepth = 6;
const maxPlaces = 2000;

/**
 * Proposes where values stand in a response. An example of the schema is read as a response would be: what is found there
 * needs no pointer. For anything else, the schema must have exactly one place that can be meant.
 * @param operation one whose response is read
 * @param fileLists the names of lists of files in the body of the request
 */
export async function proposePointers(
  operation: ReadOperation,
  schema: JsonSchema | undefined,
  references: OpenApiReferences,
  fileLists: readonly string[],
): Promise<PointerProposal> {
  const nothing: PointerProposal = { pointers: {}, omissions: [{ kind: 'response', operation }] };
  if (schema === undefined) return nothing;
  const places = listPlaces(schema, references);
  if (places.length === 0 || places.length >= maxPlaces) return nothing;
  const example = createExample(schema, references, { entries: 1 });
  const long = createExample(schema, references, { entries: exampleFiles.length });
  if (references.isExhausted) return nothing;
  const described = { example, long, places };
  switch (operation) {
    case 'listProjects':
      return await proposeList(operation, ['projects', 'projectId', 'projectName'], described);
    case 'listReusableModels':
      return await proposeList(operation, ['models', 'modelId', 'modelName'], described);
    case 'createProject':
      return proposeCreated(operation, 'createdProjectId', described);
    case 'createSimulation':
      return proposeCreated(operation, 'createdSimulationId', described);
    case 'createModel': {
      const created = proposeCreated(operation, 'createdModelId', described);
      const urls = await proposeUploadUrls(described, fileLists);
      // One sentence for the response is enough.
      const omission = created.omissions[0] ?? urls.omissions[0];
      return {
        pointers: { ...created.pointers, ...urls.pointers },
        omissions: omission === undefined ? [] : [omission],
      };
    }
  }
}

interface DescribedResponse {
  readonly example: unknown;
  /** An example with an entry for each of {@link exampleFiles} in each list. */
  readonly long: unknown;
  readonly places: readonly Place[];
}

async function proposeList(
  operation: ReadOperation,
  [list, id, name]: readonly [keyof ResponsePointers, keyof ResponsePointers, keyof ResponsePointers],
  { example, places }: DescribedResponse,
): Promise<PointerProposal> {
  const found = await findList(example, identifiers[operation], {});
  if ('readId' in found && found.list.some((element) => found.readId(element) !== undefined))
    return { pointers: {}, omissions: [] };
  const resource = toResource(identifiers[operation]);
  const lists = places.filter(({ isList, path }) => isList && !path.includes(0));
  const candidates = lists.flatMap((place) => {
    const own = places.filter(({ path, isList }) => !isList && isDirectlyIn(place, path));
    const id = findShallowest(own.filter(({ path }) => isIdentifierName(nameOf(path), resource)));
    const name = findShallowest(own.filter(({ path }) => isNameOfRow(nameOf(path), resource)));
    return id === undefined ? [] : [{ place, id, name }];
  });
  // A list under another name may be of parts or of parents.
  const clear = candidates.filter(({ place }) =>
    place.path.every((step) => ['own', 'neutral'].includes(readClaim(String(step), resource))),
  );
  const [only, ...others] = clear.length > 0 ? clear : candidates;
  if (only === undefined || others.length > 0)
    return { pointers: {}, omissions: [{ kind: 'response', operation }] };
  const within = ({ path }: Place) => toPointer(path.slice(only.place.path.length + 1));
  return {
    pointers: {
      [list]: toPointer(only.place.path),
      [id]: within(only.id),
      ...(only.name !== undefined && { [name]: within(only.name) }),
    },
    omissions: [],
  };
}

function proposeCreated(
  operation: ReadOperation,
  pointer: keyof ResponsePointers,
  { example, places }: DescribedResponse,
): PointerProposal {
  if ('id' in findCreatedId(example, identifiers[operation])) return { pointers: {}, omissions: [] };
  const scalars = places.filter(({ isList, path }) => !isList && !path.includes(0));
  const resource = toResource(identifiers[operation]);
  const id = findShallowest(scalars.filter(({ path }) => isIdentifierName(nameOf(path), resource)));
  return id === undefined
    ? { pointers: {}, omissions: [{ kind: 'response', operation }] }
    : { pointers: { [pointer]: toPointer(id.path) }, omissions: [] };
}

/** The one place that is less deep than all others: what is in it belongs to something else. */
function findShallowest(places: readonly Place[]): Place | undefined {
  const depth = Math.min(...places.map(({ path }) => path.length));
  const [only, ...others] = places.filter(({ path }) => path.length === depth);
  return others.length === 0 ? only : undefined;
}

async function proposeUploadUrls(
  { example, long, places }: DescribedResponse,
  fileLists: readonly string[],
): Promise<PointerProposal> {
  const urls = places.filter(({ isUrl }) => isUrl);
  const isForOneFile = urls.every(({ path }) => !path.includes(0));
  const response = isForOneFile ? example : long;
  const count = isForOneFile ? 1 : exampleFiles.length;
  if (await isReadable(response, count, {})) return { pointers: {}, omissions: [] };
  const nothing: PointerProposal = {
    pointers: {},
    omissions: [{ kind: 'response', operation: 'createModel' }],
  };
  const [url, ...others] = urls.filter(({ path }) => path.includes(0));
  if (url === undefined || others.length > 0 || !isForUploads(url, fileLists)) return nothing;
  const at = url.path.lastIndexOf(0);
  const container = url.path.slice(0, at);
  const names = places.filter(
    ({ path, isList }) => !isList && isDirectlyIn({ path: container }, path) && isFileName(nameOf(path)),
  );
  const [name] = names;
  const pointers = {
    container: toPointer(container),
    ...(names.length === 1 && name !== undefined && { name: toPointer(name.path.slice(at + 1)) }),
    ...(url.path.length > at + 1 && { url: toPointer(url.path.slice(at + 1)) }),
  };
  if (!(await isReadable(response, count, pointers))) return nothing;
  return {
    pointers: {
      uploadUrls: pointers.container,
      ...(pointers.name !== undefined && { uploadUrlName: pointers.name }),
      ...(pointers.url !== undefined && { uploadUrl: pointers.url }),
    },
    omissions: [],
  };
}

const uploadWord = /^(uploads?|put|presigned|signed|sas|targets?)(urls?|uris?|links?)?$/;

const otherWord = /^(downloads?|get|previews?|thumbnails?|avatars?|webhooks?|callbacks?|previous|errors?)$/;

/** Whether a URL is certain to be one for an upload: each file would be sent there. */
function isForUploads({ path }: Place, fileLists: readonly string[]): boolean {
  const words = path.flatMap((step) => wordsOf(String(step)));
  if (words.some((word) => otherWord.test(word))) return false;
  const list = toPlainName(String(path[path.lastIndexOf(0) - 1] ?? ''));
  return words.some((word) => uploadWord.test(word)) || fileLists.some((name) => toPlainName(name) === list);
}

/** Whether the URLs of so many files are found in a response. */
async function isReadable(response: unknown, count: number, pointers: UploadUrlPointers): Promise<boolean> {
  const context = { operation: 'createModel', host: 'service.example', status: 201 } as const;
  const files = exampleFiles.slice(0, count).map((name, index) => ({ name, size: index + 1 }));
  try {
    await decodeUploadUrls(response, files, context, pointers);
    return true;
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    return false;
  }
}

function isDirectlyIn({ path: list }: Pick<Place, 'path'>, path: PlacePath): boolean {
  const isInside = list.every((step, index) => path[index] === step) && path[list.length] === 0;
  return isInside && path.length > list.length + 1 && !path.slice(list.length + 1).includes(0);
}

function isIdentifierName(plain: string, resource: string): boolean {
  const suffix = plain.startsWith(resource) ? plain.slice(resource.length) : plain;
  return /^(id|uuid|guid|key|pk)$/.test(suffix);
}

function isNameOfRow(plain: string, resource: string): boolean {
  const suffix = plain.startsWith(resource) ? plain.slice(resource.length) : plain;
  return /^(name|title|label|displayname)$/.test(suffix);
}

function isFileName(plain: string): boolean {
  return /^(name|filename|path|filepath|key)$/.test(plain);
}

/** Files of a model in examples: two, because a list for one file can be read in more ways. */
const exampleFiles = ['example-1.inp', 'example-2.inp'];

/** Keys, and 0 for the entries of a list or of a map. */
type PlacePath = readonly (string | 0)[];

/** A place in every response of a schema. */
interface Place {
  readonly path: PlacePath;
  readonly isList: boolean;
  readonly isUrl: boolean;
}

/** The name under which a value stands, in its plain form; that of the list for one of its entries. */
function nameOf(path: PlacePath): string {
  return toPlainName(path.findLast((step) => step !== 0) ?? '');
}

function toPointer(path: PlacePath): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function listPlaces(schema: JsonSchema, references: OpenApiReferences): Place[] {
  const places: Place[] = [];
  const visit = (given: unknown, path: PlacePath): void => {
    if (path.length > maxDepth || places.length >= maxPlaces) return;
    const known = readResponse(given, references);
    if (known === undefined) return;
    const { properties, items, additionalProperties: entry } = known;
    const isList = isObject(items);
    if (isList || !isObject(properties)) {
      const isLeaf = !isList && !isObject(entry);
      places.push({ path, isList, isUrl: isLeaf && isUrl(path, known) });
    }
    if (isList) visit(items, [...path, 0]);
    if (isObject(properties))
      for (const [name, property] of Object.entries(properties)) visit(property, [...path, name]);
    else if (isObject(entry)) visit(entry, [...path, 0]);
  };
  visit(schema, []);
  return places;
}

/** The schema of a value in a response; undefined for what stands in requests only. */
function readResponse(given: unknown, references: OpenApiReferences): JsonSchema | undefined {
  const schema = references.resolveSchema(given);
  return schema?.['writeOnly'] === true ? undefined : schema;
}

function isUrl(path: PlacePath, { format, type }: JsonSchema): boolean {
  if (type !== undefined && !hasType({ type }, 'string')) return false;
  const name = path.findLast((step) => step !== 0) ?? '';
  return (
    format === 'uri' || format === 'url' || wordsOf(name).some((word) => /(url|href|uri|link)s?$/.test(word))
  );
}

interface ExampleOptions {
  /** How many entries a list or a map has. */
  readonly entries: number;
}

/** A response as the schema describes it. */
function createExample(
  schema: JsonSchema,
  references: OpenApiReferences,
  { entries }: ExampleOptions,
): unknown {
  const indexes = exampleFiles.slice(0, entries).map((_, index) => index);
  const create = (given: unknown, path: PlacePath, index: number): unknown => {
    const known = path.length > maxDepth ? undefined : readResponse(given, references);
    if (known === undefined) return undefined;
    const { properties, items, additionalProperties: entry } = known;
    if (isObject(items)) return indexes.map((one) => create(items, [...path, 0], one));
    if (isObject(properties)) {
      const members = Object.entries(properties).map(
        ([key, property]) => [key, create(property, [...path, key], index)] as const,
      );
      return Object.fromEntries(members.filter(([, value]) => value !== undefined));
    }
    if (isObject(entry))
      return Object.fromEntries(indexes.map((one) => [exampleFiles[one], create(entry, [...path, 0], one)]));
    return createValue(known, path, index);
  };
  return create(schema, [], 0);
}

function createValue(schema: JsonSchema, path: PlacePath, index: number): unknown {
  const { const: fixed, enum: choices } = schema;
  if (fixed !== undefined) return fixed;
  if (Array.isArray(choices)) return choices[0] as unknown;
  if (hasType(schema, 'array')) return [];
  if (hasType(schema, 'object')) return {};
  if (hasType(schema, 'boolean')) return true;
  if (['integer', 'number'].some((type) => hasType(schema, type))) return 7 + index;
  if (isUrl(path, schema)) return `https://files.example/${index}?signature=example`;
  const name = nameOf(path);
  // It says that the URL beside it is for an upload.
  if (/^(http)?(method|verb)$/.test(name)) return 'PUT';
  return isFileName(name) ? exampleFiles[index] : `example ${name} ${index}`.replace('  ', ' ');
}
