import { isObject } from '../client/core/json';
import type { Operation } from '../client/core/types';
import { MappingError } from '../client/mapping/mappingError';
import { parseMapping } from '../client/mapping/serviceMapping';
import { operations } from '../client/operations';
import { sanitizeText } from '../client/text/sanitizeText';
import { type JsonSchema, OpenApiReferences, readOwnText } from './openApiReferences';

/** The operations of the service, which a document can describe. */
export type ServiceOperation = Exclude<Operation, 'uploadFile' | 'readSimulation'>;

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
  readonly parameters: RequiredParameters;
  readonly described: JsonSchema;
  /** The servers that it is at: a list of the document. */
  readonly servers: unknown;
}

export interface FoundOperations {
  readonly found: readonly FoundOperation[];
  /** The prefixes of operations that cannot be used, because a part of them is left open: `/{tenant}`. */
  readonly openPrefixes: readonly string[];
}

/** Limit for a path; characters. */
const maxPathLength = 500;

/** The ends of paths by which operations are recognised; `{}` stands for a parameter of any name. */
const ends = serviceOperations.map((operation) => {
  const { method, path } = operations[operation];
  return { operation, method: method.toLowerCase(), end: path.replace(/\{\w+\}/g, '{}') };
});

/** Finds the operations by method and end of the path. Those below something else are none. */
export function findOperations(document: JsonSchema, paths: JsonSchema): FoundOperations {
  const references = new OpenApiReferences(document);
  const found = new Map<string, FoundOperation>();
  const openPrefixes = new Set<string>();
  for (const [path, given] of Object.entries(paths)) {
    if (path.length > maxPathLength) continue;
    const plain = path.replace(/\{[^{}/]*\}/g, '{}').replace(/\/+$/, '');
    const spelt = plain.toLowerCase().replace(/\/finalize$/, '/finalise');
    for (const { operation, method, end } of ends) {
      if (!spelt.endsWith(end)) continue;
      const prefix = plain.slice(0, plain.length - end.length);
      const item = references.resolve(given);
      const described = isObject(item) ? references.resolve(item[method]) : undefined;
      if (!isObject(item) || !isObject(described)) continue;
      if (!isUsablePrefix(prefix)) {
        if (prefix.includes('{}') && isUsablePrefix(prefix.replaceAll('{}', 'x')))
          openPrefixes.add(path.split('/').slice(0, prefix.split('/').length).join('/'));
        continue;
      }
      const servers = described['servers'] ?? item['servers'] ?? document['servers'];
      const isSpeltOtherwise = !plain.endsWith(end) || path.endsWith('/');
      const key = JSON.stringify([operation, prefix, nameServers(servers)]);
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
        servers,
      });
    }
  }
  return { found: [...found.values()], openPrefixes: [...openPrefixes] };
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

/** Limit for the servers that are compared, and for the address of one; characters. */
const maxServers = 50;
const maxUrlLength = 2000;

/** The servers of a list, the same text for the same ones: a slash at the end of an address changes nothing. */
export function nameServers(servers: unknown): string {
  const listed: readonly unknown[] = Array.isArray(servers) ? servers.slice(0, maxServers) : [];
  const urls = listed.map((server) => readOwnText(server, 'url').slice(0, maxUrlLength));
  return urls.map((url) => url.replace(/\/+$/, '')).join(' ');
}

/** Limit for the parameters of an operation. */
const maxParameters = 100;

/** What this client sends by itself. A document describes it elsewhere. */
const ownHeaders = /^(accept|content-type|authorization)$/i;

/** The parameters of an operation that requests may need beside their bodies. */
export interface RequiredParameters {
  /** Names of the parameters that the document requires in a query, a header or a cookie. */
  readonly names: readonly string[];
  /** References to parameters that lead out of the document, or nowhere, so that nothing is known of these. */
  readonly unread: readonly string[];
}

/**
 * Finds what lists of a document require. A parameter of a later list stands in place of the same one of an earlier list.
 */
export function listRequiredParameters(
  given: readonly unknown[],
  references: OpenApiReferences,
): RequiredParameters {
  const listed = given.flatMap((some): unknown[] =>
    Array.isArray(some) ? some.slice(0, maxParameters) : [],
  );
  const required = new Map<string, string>();
  const unread = new Set<string>();
  for (const one of listed) {
    const parameter = references.resolve(one);
    if (!isObject(parameter)) {
      const reference = readOwnText(one, '$ref');
      if (reference !== '') unread.add(sanitizeText(reference, 100));
      continue;
    }
    const { in: place, name } = parameter;
    if (typeof name !== 'string' || (place !== 'query' && place !== 'header' && place !== 'cookie')) continue;
    const key = JSON.stringify([place, name]);
    required.delete(key);
    if (parameter['required'] === true && !(place === 'header' && ownHeaders.test(name)))
      required.set(key, sanitizeText(name, 100));
  }
  return { names: [...new Set(required.values())], unread: [...unread] };
}
