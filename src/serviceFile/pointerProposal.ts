import { ResponseError } from '../client/core/errors';
import { isObject } from '../client/core/json';
import type { Operation } from '../client/core/types';
import type { ResponsePointers } from '../client/mapping/responsePointers';
import { toPlainName } from '../client/response/conventions';
import { findCreatedId } from '../client/response/createdThing';
import { decodeUploadUrls } from '../client/response/decodeUploadUrls';
import { findList } from '../client/response/findList';
import { formatPointer } from '../client/response/keyPaths';
import type { Omission } from './openApi';
import type { JsonSchema, OpenApiReferences } from './openApiReferences';

export interface PointerProposal {
  /** Only what the client does not find by itself. */
  readonly pointers: ResponsePointers;
  readonly omissions: readonly Omission[];
}

type ReadOperation = Extract<
  Operation,
  'listProjects' | 'listReusableModels' | 'createProject' | 'createModel' | 'createSimulation'
>;

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
 */
export async function proposePointers(
  operation: ReadOperation,
  schema: JsonSchema | undefined,
  references: OpenApiReferences,
): Promise<PointerProposal> {
  const places = schema === undefined ? [] : listPlaces(schema, references);
  if (places.length === 0) return { pointers: {}, omissions: [{ kind: 'response', operation }] };
  const example = createExample(schema, references);
  switch (operation) {
    case 'listProjects':
      return await proposeList(operation, ['projects', 'projectId', 'projectName'], { example, places });
    case 'listReusableModels':
      return await proposeList(operation, ['models', 'modelId', 'modelName'], { example, places });
    case 'createProject':
      return proposeCreated(operation, 'createdProjectId', { example, places });
    case 'createSimulation':
      return proposeCreated(operation, 'createdSimulationId', { example, places });
    case 'createModel': {
      const created = proposeCreated(operation, 'createdModelId', { example, places });
      const urls = await proposeUploadUrls({ example, places });
      return {
        pointers: { ...created.pointers, ...urls.pointers },
        omissions: [...created.omissions, ...urls.omissions],
      };
    }
  }
}

interface DescribedResponse {
  readonly example: unknown;
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
  const lists = places.filter(({ isList, path }) => isList && !path.includes('0'));
  const candidates = lists.flatMap((place) => {
    const own = places.filter(({ path }) => isDirectlyIn(place, path));
    const ids = own.filter(({ path }) => isIdentifierName(path.at(-1), operation));
    const [only, ...others] = ids;
    if (only === undefined || others.length > 0) return [];
    const [named, ...more] = own.filter(({ path }) => isNameOfRow(path.at(-1)));
    return [{ place, id: only, name: more.length === 0 ? named : undefined }];
  });
  const [only, ...others] = candidates;
  if (only === undefined || others.length > 0)
    return { pointers: {}, omissions: [{ kind: 'response', operation }] };
  const within = ({ path }: Place) => formatPointer(path.slice(only.place.path.length + 1));
  return {
    pointers: {
      [list]: formatPointer(only.place.path),
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
  const scalars = places.filter(({ isList, path }) => !isList && !path.includes('0'));
  const ids = scalars.filter(({ path }) => isIdentifierName(path.at(-1), operation));
  const shallowest = Math.min(...ids.map(({ path }) => path.length));
  const [only, ...others] = ids.filter(({ path }) => path.length === shallowest);
  return only === undefined || others.length > 0
    ? { pointers: {}, omissions: [{ kind: 'response', operation }] }
    : { pointers: { [pointer]: formatPointer(only.path) }, omissions: [] };
}

async function proposeUploadUrls({ example, places }: DescribedResponse): Promise<PointerProposal> {
  const context = { operation: 'createModel', host: 'service.example', status: 201 } as const;
  try {
    await decodeUploadUrls(example, [{ name: exampleFile, size: 1 }], context);
    return { pointers: {}, omissions: [] };
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
  }
  const urls = places.filter(({ isUrl, path }) => isUrl && path.includes('0'));
  const [url, ...others] = urls;
  if (url === undefined || others.length > 0)
    return { pointers: {}, omissions: [{ kind: 'response', operation: 'createModel' }] };
  const at = url.path.lastIndexOf('0');
  const container = url.path.slice(0, at);
  const names = places.filter(
    ({ path, isList }) =>
      !isList && isDirectlyIn({ path: container }, path) && fileName.test(toPlainName(path.at(-1) ?? '')),
  );
  const [name] = names;
  return {
    pointers: {
      uploadUrls: formatPointer(container),
      ...(names.length === 1 &&
        name !== undefined && { uploadUrlName: formatPointer(name.path.slice(at + 1)) }),
      uploadUrl: formatPointer(url.path.slice(at + 1)),
    },
    omissions: [],
  };
}

function isDirectlyIn({ path: list }: Pick<Place, 'path'>, path: readonly string[]): boolean {
  const isInside = list.every((step, index) => path[index] === step) && path[list.length] === '0';
  return isInside && path.length > list.length + 1 && !path.slice(list.length + 1).includes('0');
}

function isIdentifierName(name: string | undefined, operation: ReadOperation): boolean {
  const plain = toPlainName(name ?? '');
  const resource = identifiers[operation].replace('_id', '');
  return /^(_?id|uuid|guid|key)$/.test(plain) || plain === `${resource}id` || plain === `${resource}uuid`;
}

function isNameOfRow(name: string | undefined): boolean {
  return /^(name|title|label|displayname)$/.test(toPlainName(name ?? ''));
}

const fileName = /^(name|filename|path|filepath|key)$/;
const urlName = /url|href|uri|link/i;
const exampleFile = 'example.inp';

/** A place in every response of a schema. */
interface Place {
  /** Keys, and `0` for the entries of a list. */
  readonly path: readonly string[];
  readonly isList: boolean;
  readonly isUrl: boolean;
}

function listPlaces(schema: JsonSchema, references: OpenApiReferences): Place[] {
  const places: Place[] = [];
  const visit = (given: unknown, path: readonly string[]): void => {
    const known = references.resolveSchema(given);
    if (known === undefined || path.length > maxDepth || places.length >= maxPlaces) return;
    const { properties, items, format } = known;
    const isList = isObject(items);
    if (isList || !isObject(properties))
      places.push({ path, isList, isUrl: !isList && isUrl(path.at(-1), format) });
    if (isList) visit(items, [...path, '0']);
    if (isObject(properties))
      for (const [name, property] of Object.entries(properties)) visit(property, [...path, name]);
  };
  visit(schema, []);
  return places;
}

function isUrl(name: string | undefined, format: unknown): boolean {
  return format === 'uri' || format === 'url' || urlName.test(name ?? '');
}

/** A response as the schema describes it, with one entry in each list. */
function createExample(given: unknown, references: OpenApiReferences, name?: string, depth = 0): unknown {
  const schema = references.resolveSchema(given);
  if (schema === undefined || depth > maxDepth) return undefined;
  const { properties, items, format, type } = schema;
  if (isObject(items)) return [createExample(items, references, name, depth + 1)];
  if (isObject(properties)) {
    const members = Object.entries(properties).map(
      ([key, property]) => [key, createExample(property, references, key, depth + 1)] as const,
    );
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 7;
  if (isUrl(name, format)) return 'https://files.example/upload?signature=example';
  return fileName.test(toPlainName(name ?? '')) ? exampleFile : `example ${name ?? ''}`.trim();
}
