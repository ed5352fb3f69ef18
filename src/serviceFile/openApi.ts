import { isObject } from '../client/core/json';
import type { BodyOperation, Operation } from '../client/core/types';
import { operations } from '../client/operations';
import { tryParseUrl } from '../client/url/parseUrl';
import { proposeBody } from './bodyProposal';
import { type JsonSchema, OpenApiReferences } from './openApiReferences';
import { proposePointers } from './pointerProposal';

/** Limit for a document; bytes. Large services have documents of some megabytes. */
export const maxOpenApiBytes = 4 * 1024 * 1024;

/** What a document leaves open. A person decides, and nothing is guessed in its place. */
export type OpenQuestion =
  /** Several servers are named, or none with a whole address: each with its description. */
  | {
      readonly about: 'server';
      readonly choices: readonly { readonly url: string; readonly description: string }[];
    }
  /** Several paths end like one operation. */
  | { readonly about: 'prefix'; readonly choices: readonly string[] };

/** What could not be taken from a document, and is left to the settings. */
export type Omission =
  /** The document has no such operation. */
  | { readonly kind: 'operation'; readonly operation: Operation }
  /** A required property that fits neither a placeholder nor a question: `steps[].solver`. */
  | { readonly kind: 'property'; readonly operation: BodyOperation; readonly property: string }
  /** The body, or the response, has several forms, or no schema. */
  | { readonly kind: 'body' | 'response'; readonly operation: Operation }
  /** How users sign in is described in a way that is not supported, by its type. */
  | { readonly kind: 'authentication'; readonly type: string };

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
  | { readonly kind: 'noOperations' };

/** The operations of the service, which a document can describe. */
type ServiceOperation = Exclude<Operation, 'uploadFile'>;

interface FoundOperation {
  readonly operation: ServiceOperation;
  /** What stands before the path of the interface. */
  readonly prefix: string;
  readonly described: Readonly<Record<string, unknown>>;
}

/**
 * Proposes the description of a service from its OpenAPI 3 document in JSON. It is a proposal and no action: nothing is
 * requested, and nothing is taken that the document does not say.
 * @param text whole document
 * @param from the address that the document came from, to which addresses in it are relative; undefined for a file
 */
export async function parseOpenApi(text: string, from?: URL): Promise<OpenApiProposal | OpenApiProblem> {
  if (Buffer.byteLength(text) > maxOpenApiBytes) return { kind: 'tooLarge' };
  const document = parseJson(text);
  if (document === undefined) return { kind: 'notJson' };
  if (!isObject(document) || typeof document['openapi'] !== 'string' || !isObject(document['paths']))
    return { kind: 'notOpenApi' };
  const { openapi: version } = document;
  if (!/^3\.\d/.test(version)) return { kind: 'version', version: version.slice(0, 20) };
  const references = new OpenApiReferences(document);
  const found = findOperations(document['paths'], references);
  if (found.length === 0) return { kind: 'noOperations' };
  return await propose(document, found, { references, from });
}

async function propose(
  document: Readonly<Record<string, unknown>>,
  all: readonly FoundOperation[],
  { references, from }: { readonly references: OpenApiReferences; readonly from: URL | undefined },
): Promise<OpenApiProposal> {
  const prefixes = [...new Set(all.map(({ prefix }) => prefix))];
  const counts = prefixes.map((prefix) => all.filter((one) => one.prefix === prefix).length);
  const most = Math.max(...counts);
  const fullest = prefixes.filter((_, index) => counts[index] === most);
  const [prefix = ''] = fullest;
  const found = all.filter((one) => one.prefix === prefix);
  const omissions: Omission[] = [];
  const requests: Record<string, unknown> = {};
  const responses: Record<string, string> = {};
  for (const operation of serviceOperations) {
    const described = found.find((one) => one.operation === operation)?.described;
    if (described === undefined) {
      if (operation !== 'listReusableModels') omissions.push({ kind: 'operation', operation });
      continue;
    }
    if (operation !== 'listProjects' && operation !== 'listReusableModels') {
      const body = proposeBody(operation, readBodySchema(described, references), references);
      if (body.template !== undefined) requests[operation] = body.template;
      omissions.push(...body.omissions);
    }
    if (operation === 'finaliseModel') continue;
    const read = await proposePointers(operation, readResponseSchema(described, references), references);
    Object.assign(responses, read.pointers);
    omissions.push(...read.omissions);
  }
  const server = findServer(document['servers'], from);
  const authentication = findAuthentication(document, references);
  const isOfVariantB = found.some(({ operation }) => operation === 'listReusableModels');
  return {
    title: readTitle(document),
    entry: {
      ...(server.url !== undefined && { baseUrl: server.url }),
      variant: isOfVariantB ? 'variant_b' : 'variant_a',
      ...authentication.entry,
      ...(fullest.length === 1 && { pathPrefix: prefix === '' ? '/' : prefix }),
      ...(Object.keys(requests).length > 0 && { requests }),
      ...(Object.keys(responses).length > 0 && { responses }),
    },
    questions: [
      ...(server.choices === undefined ? [] : [{ about: 'server' as const, choices: server.choices }]),
      ...(fullest.length === 1 ? [] : [{ about: 'prefix' as const, choices: fullest }]),
    ],
    omissions: [...omissions, ...authentication.omissions],
  };
}

const serviceOperations: readonly ServiceOperation[] = [
  'listProjects',
  'createProject',
  'listReusableModels',
  'createModel',
  'finaliseModel',
  'createSimulation',
];

/** The ends of paths by which operations are recognised; `{}` stands for a parameter of any name. */
const ends = serviceOperations.map((operation) => {
  const { method, path } = operations[operation];
  return { operation, method: method.toLowerCase(), end: path.replace(/\{\w+\}/g, '{}') };
});

function findOperations(
  paths: Readonly<Record<string, unknown>>,
  references: OpenApiReferences,
): FoundOperation[] {
  const found: FoundOperation[] = [];
  for (const [path, given] of Object.entries(paths)) {
    const item = references.resolve(given);
    if (!isObject(item)) continue;
    const plain = path.replace(/\{[^{}/]*\}/g, '{}').replace(/\/+$/, '');
    for (const { operation, method, end } of ends) {
      const described = references.resolve(item[method]);
      const spelt = operation === 'finaliseModel' ? plain.replace(/finalize$/, 'finalise') : plain;
      if (!isObject(described) || !spelt.endsWith(end)) continue;
      const prefix = plain.slice(0, plain.length - end.length);
      // A prefix with a parameter is the path of something else: `/teams/{team}/projects`.
      if (!prefix.includes('{')) found.push({ operation, prefix, described });
    }
  }
  return found;
}

function readTitle({ info }: Readonly<Record<string, unknown>>): string {
  const title = isObject(info) ? info['title'] : undefined;
  return typeof title === 'string' ? title.trim().slice(0, 100) : '';
}

/** The schema of the JSON that a request has; undefined without one, or with several. */
function readBodySchema(
  { requestBody }: Readonly<Record<string, unknown>>,
  references: OpenApiReferences,
): JsonSchema | undefined {
  const body = references.resolve(requestBody);
  return isObject(body) ? readJsonSchema(body['content'], references) : undefined;
}

/** The schema of the JSON of the one success that has JSON. */
function readResponseSchema(
  { responses }: Readonly<Record<string, unknown>>,
  references: OpenApiReferences,
): JsonSchema | undefined {
  if (!isObject(responses)) return undefined;
  const successes = Object.entries(responses).filter(([status]) => /^2(\d\d|XX)$/.test(status));
  const schemas = successes
    .map(([, given]) => references.resolve(given))
    .map((response) => (isObject(response) ? readJsonSchema(response['content'], references) : undefined))
    .filter((schema) => schema !== undefined);
  return schemas.length === 1 ? schemas[0] : undefined;
}

function readJsonSchema(content: unknown, references: OpenApiReferences): JsonSchema | undefined {
  if (!isObject(content)) return undefined;
  const type = Object.keys(content).find((name) => /^application\/([\w.-]+\+)?json\b|^\*\/\*$/i.test(name));
  const media = type === undefined ? undefined : content[type];
  const schema = isObject(media) ? references.resolve(media['schema']) : undefined;
  return isObject(schema) ? schema : undefined;
}

interface FoundServer {
  /** The only one; undefined where a person has to choose. */
  readonly url?: string;
  readonly choices?: readonly { readonly url: string; readonly description: string }[];
}

/** Limit for the servers to choose from. */
const maxServers = 20;

function findServer(given: unknown, from: URL | undefined): FoundServer {
  const listed: readonly unknown[] = Array.isArray(given) && given.length > 0 ? given : [{ url: '/' }];
  const choices = listed
    .filter(isObject)
    .slice(0, maxServers)
    .flatMap(({ url, variables, description }) => {
      if (typeof url !== 'string') return [];
      const address = toAddress(fillVariables(url, variables), from);
      const text = typeof description === 'string' ? description.trim().slice(0, 200) : '';
      return address === undefined ? [] : [{ url: address, description: text }];
    });
  const [only, ...others] = choices;
  return only !== undefined && others.length === 0 ? { url: only.url } : { choices };
}

/** Fills in the defaults of variables, which a document must have. */
function fillVariables(url: string, variables: unknown): string {
  return url.replace(/\{([^{}]*)\}/g, (placeholder, name: string) => {
    const variable = isObject(variables) ? variables[name] : undefined;
    const value = isObject(variable) ? variable['default'] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : placeholder;
  });
}

/** @returns undefined for what is no whole address, such as one that is relative to a file */
function toAddress(url: string, from: URL | undefined): string | undefined {
  const isWhole = /^https?:\/\//i.test(url);
  if (!isWhole && (from === undefined || /^[a-z][\w+.-]*:/i.test(url))) return undefined;
  const address = tryParseUrl(isWhole ? url : new URL(url, from).href);
  return address && (isWhole ? url : address.href).replace(/\/+$/, '');
}

interface FoundAuthentication {
  readonly entry: Readonly<Record<string, string>>;
  readonly omissions: readonly Omission[];
}

/** How users sign in: the first way of the first requirement that is supported. */
function findAuthentication(
  document: Readonly<Record<string, unknown>>,
  references: OpenApiReferences,
): FoundAuthentication {
  const { components, security } = document;
  const schemes = isObject(components) ? references.resolve(components['securitySchemes']) : undefined;
  if (!isObject(schemes)) return { entry: {}, omissions: [] };
  const required = (Array.isArray(security) ? security.filter(isObject) : []).flatMap((one) =>
    Object.keys(one),
  );
  const names = required.length > 0 ? required : Object.keys(schemes);
  const omissions: Omission[] = [];
  for (const name of names) {
    const scheme = references.resolve(schemes[name]);
    if (!isObject(scheme)) continue;
    const entry = toAuthenticationFields(scheme);
    if (entry !== undefined) return { entry, omissions: [] };
    omissions.push({ kind: 'authentication', type: String(scheme['type']).slice(0, 40) });
  }
  return { entry: {}, omissions };
}

function toAuthenticationFields({
  type,
  scheme,
  in: place,
  name,
}: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> | undefined {
  if (type === 'http' && /^bearer$/i.test(String(scheme))) return { authentication: 'bearer' };
  if (type === 'http' && /^basic$/i.test(String(scheme))) return { authentication: 'basic' };
  // A token that another program has got is used like any other one.
  if (type === 'oauth2' || type === 'openIdConnect') return { authentication: 'bearer' };
  if (type === 'apiKey' && place === 'header' && typeof name === 'string')
    return { authentication: 'apiKey', apiKeyHeader: name };
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
