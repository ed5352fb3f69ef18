import { isObject } from '../client/core/json';
import type { BodyOperation } from '../client/core/types';
import { sanitizeText } from '../client/text/sanitizeText';
import { proposeBody } from './bodyProposal';
import type { Omission } from './omission';
import { findAuthentication } from './openApiAuthentication';
import { findMediaHeaders, readBodyType, readRequestBody, readResponseSchema } from './openApiMedia';
import {
  findOperations,
  type FoundOperation,
  nameServers,
  type ServiceOperation,
  serviceOperations,
} from './openApiOperations';
import { type JsonSchema, OpenApiReferences } from './openApiReferences';
import { findServer, type ServerChoice } from './openApiServers';
import { parseJson } from './parseJson';
import { proposePointers } from './pointerProposal';
import { proposeStatus } from './statusProposal';

export type { Omission } from './omission';

/** Limit for a document; bytes. Large services have documents of some megabytes. */
export const maxOpenApiBytes = 4 * 1024 * 1024;

/** What a document leaves open. A person decides, and nothing is guessed in its place. */
export type OpenQuestion =
  /**
   * Several servers are named, or none with a whole address, or one on another host than that of the document: each with
   * its description.
   */
  | { readonly about: 'server'; readonly choices: readonly ServerChoice[] }
  /** Several paths end like one operation. The entry is for the first of them: read again with the one that is chosen. */
  | { readonly about: 'prefix'; readonly choices: readonly string[] };

/** A service as a document describes it: fields of an environment, and what a person has to decide. */
export interface OpenApiProposal {
  /** The title of the document; empty without one. */
  readonly title: string;
  /** Fields of an environment, without what the questions are about. */
  readonly entry: Readonly<Record<string, unknown>>;
  readonly questions: readonly OpenQuestion[];
  readonly omissions: readonly Omission[];
}

export type OpenApiProblem =
  /** Larger than {@link maxOpenApiBytes}, no JSON, or JSON of another kind. */
  | { readonly kind: 'tooLarge' | 'notJson' | 'notOpenApi' }
  /** A version other than 3.x. */
  | { readonly kind: 'version'; readonly version: string }
  /** No operation of the interface is in it. */
  | { readonly kind: 'noOperations' }
  /** The operations stand below a path of which a part is left open: `/{tenant}`. */
  | { readonly kind: 'openPrefix'; readonly prefix: string }
  /** The same key stands twice in one object, so that programs may read different values. */
  | { readonly kind: 'duplicate'; readonly field: string };

/**
 * Proposes the description of a service from its OpenAPI 3 document in JSON. It is a proposal and no action: nothing is
 * requested, and nothing is taken that the document does not say.
 * @param text whole document
 * @param from the address that the document came from, to which addresses in it are relative; undefined for a file
 * @param prefix one of the choices of the question about the prefix
 */
export async function parseOpenApi(
  text: string,
  from?: URL,
  prefix?: string,
): Promise<OpenApiProposal | OpenApiProblem> {
  if (Buffer.byteLength(text) > maxOpenApiBytes) return { kind: 'tooLarge' };
  const json = parseJson(text);
  if (json === undefined) return { kind: 'notJson' };
  const { value: document, duplicate } = json;
  const given = isObject(document) ? (document['openapi'] ?? document['swagger']) : undefined;
  // A number where YAML without quotation marks was converted.
  if (!isObject(document) || (typeof given !== 'string' && typeof given !== 'number'))
    return { kind: 'notOpenApi' };
  const version = String(given);
  if (!/^3(\.\d|$)/.test(version)) return { kind: 'version', version: sanitizeText(version, 20) };
  if (duplicate !== undefined) return { kind: 'duplicate', field: sanitizeText(duplicate, 100) };
  const paths = isObject(document['paths']) ? document['paths'] : {};
  const { found, openPrefixes } = findOperations(document, paths);
  const [openPrefix] = openPrefixes;
  if (found.length === 0 && openPrefix !== undefined)
    return { kind: 'openPrefix', prefix: sanitizeText(openPrefix, 100) };
  if (found.length === 0) return { kind: 'noOperations' };
  return await propose(document, found, { from, prefix });
}

async function propose(
  document: JsonSchema,
  all: readonly FoundOperation[],
  { from, prefix: chosen }: { readonly from: URL | undefined; readonly prefix: string | undefined },
): Promise<OpenApiProposal> {
  const servers = findCommonServers(document, all);
  const there = all.filter((one) => nameServers(one.servers) === nameServers(servers));
  const fullest = listFullest(there);
  const choices = fullest.slice(0, maxPrefixes);
  const isOpen = chosen === undefined && fullest.length > 1;
  const prefix = chosen ?? fullest[0] ?? '';
  const found = there.filter((one) => one.prefix === prefix);
  const { requests, responses, omissions } = await readOperations(document, { all, there, found });
  const status = proposeStatus(document, { prefix, servers });
  const server = findServer(servers, from);
  const described = found.map((one) => one.described);
  const authentication = findAuthentication(document, described, new OpenApiReferences(document));
  const headers = findMediaHeaders(described, new OpenApiReferences(document));
  const isOfVariantB = found.some(({ operation }) => operation === 'listReusableModels');
  return {
    title: readTitle(document),
    entry: {
      ...('url' in server && { baseUrl: server.url }),
      variant: isOfVariantB ? 'variant_b' : 'variant_a',
      ...authentication.entry,
      ...(!isOpen && { pathPrefix: prefix === '' ? '/' : prefix }),
      ...(Object.keys(headers).length > 0 && { requestHeaders: headers }),
      ...(Object.keys(requests).length > 0 && { requests }),
      ...(Object.keys(responses).length > 0 && { responses }),
      ...(status.simulationStatus && { simulationStatus: status.simulationStatus }),
    },
    questions: [
      ...('choices' in server ? [{ about: 'server' as const, choices: server.choices }] : []),
      ...(isOpen ? [{ about: 'prefix' as const, choices }] : []),
    ],
    omissions: [
      ...omissions,
      ...findMediaOmissions(found, { document, headers, requests }),
      ...status.omissions,
      ...authentication.omissions,
      ...countOmitted('servers', server.left),
      ...countOmitted('prefixes', fullest.length - maxPrefixes),
    ],
  };
}

interface ReadOperations {
  readonly requests: Readonly<Record<string, unknown>>;
  readonly responses: Readonly<Record<string, string>>;
  readonly omissions: readonly Omission[];
}

/**
 * Reads what the operations that were found send and answer.
 * @param operations all of the document, those at the chosen servers, and of these the ones at the chosen prefix
 */
async function readOperations(
  document: JsonSchema,
  { all, there, found }: Readonly<Record<'all' | 'there' | 'found', readonly FoundOperation[]>>,
): Promise<ReadOperations> {
  const omissions: Omission[] = [];
  const requests: Record<string, unknown> = {};
  const responses: Record<string, string> = {};
  for (const operation of serviceOperations) {
    const one = found.find((some) => some.operation === operation);
    if (one === undefined) {
      const isElsewhere = all.some((some) => some.operation === operation && !there.includes(some));
      if (isElsewhere) omissions.push({ kind: 'otherServers', operation });
      else if (operation !== 'listReusableModels') omissions.push({ kind: 'operation', operation });
      continue;
    }
    const read = await readOperation(one, document);
    if (read.template !== undefined) requests[operation] = read.template;
    Object.assign(responses, read.pointers);
    omissions.push(...read.omissions);
  }
  return { requests, responses, omissions };
}

/** The requests whose body goes as another type of JSON than the one that the document wants. */
function findMediaOmissions(
  found: readonly FoundOperation[],
  {
    document,
    headers,
    requests,
  }: Readonly<Record<'document' | 'headers' | 'requests', Readonly<Record<string, unknown>>>>,
): Omission[] {
  const sent = headers['Content-Type'] ?? 'application/json';
  return found.flatMap(({ operation, described }) => {
    // Without a body of its own, nothing is sent to finalise.
    if (isRead(operation) || (operation === 'finaliseModel' && requests[operation] === undefined)) return [];
    const type = readBodyType(described, new OpenApiReferences(document));
    return type === undefined || type === sent || type.includes('*')
      ? []
      : [{ kind: 'mediaType' as const, operation, type: sanitizeText(type, 100) }];
  });
}

function countOmitted(kind: 'servers' | 'prefixes', count: number): Omission[] {
  return count > 0 ? [{ kind, count }] : [];
}

/** Limit for the prefixes to choose from. */
const maxPrefixes = 50;

/** The servers of the document where an operation is at them, else those with the most operations. */
function findCommonServers(document: JsonSchema, all: readonly FoundOperation[]): unknown {
  const own = nameServers(document['servers']);
  const counts = new Map<string, { readonly servers: unknown; readonly count: number }>();
  for (const { servers } of all) {
    const name = nameServers(servers);
    if (name === own) return document['servers'];
    const before = counts.get(name) ?? { servers, count: 0 };
    counts.set(name, { ...before, count: before.count + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.servers;
}

/** The prefixes with the most operations. */
function listFullest(all: readonly FoundOperation[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { prefix } of all) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].flatMap(([prefix, count]) => (count === most ? [prefix] : []));
}

interface ReadOperation {
  readonly template?: Readonly<Record<string, unknown>>;
  readonly pointers?: Readonly<Record<string, string>>;
  readonly omissions: readonly Omission[];
}

async function readOperation(one: FoundOperation, document: JsonSchema): Promise<ReadOperation> {
  const { operation, path, isSpeltOtherwise, parameters, described } = one;
  const omissions: Omission[] = [
    ...(isSpeltOtherwise ? [{ kind: 'path' as const, operation, path }] : []),
    ...parameters.names.map((parameter) => ({ kind: 'parameter' as const, operation, parameter })),
    ...parameters.unread.map((reference) => ({ kind: 'parameterElsewhere' as const, operation, reference })),
  ];
  const body = isRead(operation) ? undefined : readBody(operation, described, document);
  const ofBody = { ...(body?.template && { template: body.template }) };
  omissions.push(...(body?.omissions ?? []));
  if (operation === 'finaliseModel') return { ...ofBody, omissions };
  const references = new OpenApiReferences(document);
  const { pointers, omissions: unread } = await proposePointers(
    operation,
    readResponseSchema(described, references),
    references,
    body?.fileLists ?? [],
  );
  return { ...ofBody, pointers, omissions: [...omissions, ...unread] };
}

function isRead(operation: ServiceOperation): operation is 'listProjects' | 'listReusableModels' {
  return operation === 'listProjects' || operation === 'listReusableModels';
}

function readBody(operation: BodyOperation, described: JsonSchema, document: JsonSchema) {
  const references = new OpenApiReferences(document);
  return proposeBody(operation, readRequestBody(described, references), references);
}

function readTitle({ info }: JsonSchema): string {
  const title = isObject(info) ? info['title'] : undefined;
  return typeof title === 'string' ? sanitizeText(title, 100) : '';
}
