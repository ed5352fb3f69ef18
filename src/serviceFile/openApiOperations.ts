import { isObject } from '../client/core/json';
import type { Operation } from '../client/core/types';
import { MappingError } from '../client/mapping/mappingError';
import { parseMapping } from '../client/mapping/serviceMapping';
import { operations } from '../client/operations';
import { sanitizeText } from '../client/text/sanitizeText';
import { type JsonSchema, OpenApiReferences, readOwnText } from './openApiReferences';

/** The operations of the service, which a document can describe. */
export type ServiceOperation = Exclude<Operation, 'uploadFile'>;

export const serviceOperations: readonly ServiceOperation[] = [
  'listProjects',
  'createProject',
  'listReusableModels',
  'createModel',
  'finaliseModel',
  'createSimulation',
];

/** An operation of the service where a document has it. */
export interface FoundOperation {
  readonly operation: ServiceOperation;
  /** What stands before the path of the interface. */
  readonly prefix: string;
  /** As it stands in the document. */
  readonly path: string;
  /** Whether the path is not the one that requests go to: in another case, with a slash at its end, or `finalize`. */
  readonly isSpeltOtherwise: boolean;
  /** Names of the parameters that the document requires in a query or a header. */
  readonly parameters: readonly string[];
  readonly described: JsonSchema;
}

/** Limit for a path; characters. */
const maxPathLength = 500;

/** The ends of paths by which operations are recognised; `{}` stands for a parameter of any name. */
const ends = serviceOperations.map((operation) => {
  const { method, path } = operations[operation];
  return { operation, method: method.toLowerCase(), end: path.replace(/\{\w+\}/g, '{}') };
});

/** Finds the operations by method and end of the path. Those below something else, or at other servers, are none. */
export function findOperations(document: JsonSchema, paths: JsonSchema): FoundOperation[] {
  const references = new OpenApiReferences(document);
  const found = new Map<string, FoundOperation>();
  for (const [path, given] of Object.entries(paths)) {
    if (path.length > maxPathLength) continue;
    const plain = path.replace(/\{[^{}/]*\}/g, '{}').replace(/\/+$/, '');
    const spelt = plain.toLowerCase().replace(/\/finalize$/, '/finalise');
    for (const { operation, method, end } of ends) {
      if (!spelt.endsWith(end)) continue;
      const prefix = plain.slice(0, plain.length - end.length);
      const item = references.resolve(given);
      const described = isObject(item) ? references.resolve(item[method]) : undefined;
      if (!isObject(item) || !isObject(described) || !isUsablePrefix(prefix)) continue;
      if (!isAtSameServers(described['servers'] ?? item['servers'], document['servers'])) continue;
      const isSpeltOtherwise = !plain.endsWith(end) || path.endsWith('/');
      const key = JSON.stringify([operation, prefix]);
      // One in the spelling of the interface is the one that requests go to.
      if (isSpeltOtherwise && found.has(key)) continue;
      const parameters = listRequiredParameters([item['parameters'], described['parameters']], references);
      found.set(key, {
        operation,
        prefix,
        path: sanitizeText(path, maxPathLength),
        isSpeltOtherwise,
        parameters,
        described,
      });
    }
  }
  return [...found.values()];
}

/** Whether the settings may have it. One with a parameter is the path of something else: `/teams/{team}/projects`. */
function isUsablePrefix(pathPrefix: string): boolean {
  try {
    parseMapping({ pathPrefix });
    return true;
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    return false;
  }
}

function isAtSameServers(own: unknown, all: unknown): boolean {
  const [ownUrls, allUrls] = [own, all].map(listUrls);
  return own === undefined || (ownUrls !== undefined && ownUrls === allUrls);
}

function listUrls(servers: unknown): string | undefined {
  if (!Array.isArray(servers)) return undefined;
  return servers.map((server: unknown) => readOwnText(server, 'url')).join(' ');
}

/** Limit for the parameters of an operation. */
const maxParameters = 100;

/** What this client sends by itself. A document describes it elsewhere. */
const ownHeaders = /^(accept|content-type|authorization)$/i;

function listRequiredParameters(given: readonly unknown[], references: OpenApiReferences): readonly string[] {
  const listed = given.flatMap((some): unknown[] =>
    Array.isArray(some) ? some.slice(0, maxParameters) : [],
  );
  const names = listed.flatMap((one) => {
    const parameter = references.resolve(one);
    if (!isObject(parameter)) return [];
    const { in: place, name, required } = parameter;
    if (
      required !== true ||
      typeof name !== 'string' ||
      (place !== 'query' && place !== 'header' && place !== 'cookie')
    )
      return [];
    return place === 'header' && ownHeaders.test(name) ? [] : [sanitizeText(name, 100)];
  });
  return [...new Set(names)];
}
