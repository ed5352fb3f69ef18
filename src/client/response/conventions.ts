import { isObject } from '../core/json';
import { wordsOf } from '../text/keyWords';

/** What an identifier belongs to. */
export type Resource = 'project' | 'model' | 'simulation';

/** The resource of a documented name: `project` of `project_id`. */
export function toResource(key: string): string {
  return key.replace(/_id$/, '');
}

const maxNameLength = 100;

/** Plain names that are known by now: a long list repeats a few keys. */
const plainNames = new Map<string, string>();
const maxPlainNames = 1000;

/** The form that all notations of a name have in common: `project_id`, `projectId`, `ProjectID` and `project-id` are one name. */
export function toPlainName(name: string): string {
  const known = plainNames.get(name);
  if (known !== undefined) return known;
  const plain = name
    .slice(0, maxNameLength)
    .toLowerCase()
    .replace(/[\s_.:@-]+/g, '');
  if (plainNames.size >= maxPlainNames) plainNames.clear();
  if (name.length <= maxNameLength) plainNames.set(name, plain);
  return plain;
}

/** A value of an object, and its key there. */
export interface KeyedValue {
  readonly key: string;
  readonly value: unknown;
}

/** The values of an object under a name in any notation. @param plainName see {@link toPlainName} */
export function listNamesakes(object: unknown, plainName: string): KeyedValue[] {
  if (!isObject(object)) return [];
  const keys = Object.keys(object).filter((key) => toPlainName(key) === plainName);
  return keys.map((key) => ({ key, value: object[key] }));
}

/** By convention, the identifier of the object that has it: `ID` and `Uuid` too, as some frameworks write them. */
const ownKey = /^(_?id|uuid)$/i;

/** The identifiers that an object has of its own, never those inside of it. */
export function listOwnIds(object: unknown): KeyedValue[] {
  if (!isObject(object)) return [];
  const keys = Object.keys(object).filter((key) => ownKey.test(key));
  return keys.map((key) => ({ key, value: object[key] }));
}

/** Identifiers by which an object may refer to another one of the resource, as a membership of a project does. */
export function listReferences(object: Readonly<Record<string, unknown>>, resource: string): KeyedPath[] {
  return Object.entries(object).flatMap(([key, value]) => {
    if (!key.toLowerCase().includes(resource)) return [];
    const [word, suffix = '', ...more] = wordsOf(key);
    const isReference =
      word === resource && more.length === 0 && /^(|uuid|guid|pk|key|ref|reference)$/.test(suffix);
    if (!isReference) return [];
    if (!isObject(value)) return [{ path: [key], value }];
    return listOwnIds(value).map((own) => ({ path: [key, own.key], value: own.value }));
  });
}

/** A value inside of an object, and the keys that lead to it. */
export interface KeyedPath {
  readonly path: readonly string[];
  readonly value: unknown;
}

/**
 * What a key says of the value under it. `own`: it is, or holds, the resource that is looked for. `neutral`: it only
 * wraps. `other`: it belongs to another resource of the service. `aside`: it tells about the response. `doubtful`: it is
 * something that resources have, such as owners and tags.
 */
export type Claim = 'own' | 'neutral' | 'other' | 'aside' | 'doubtful' | 'unknown';

const asideWord =
  /^(errors?|warnings?|messages?|notices?|alerts?|problems?|violations?|diagnostics?|links?|debug|traces?)$/;

const doubtfulWord =
  /^(users?|owners?|members|authors?|creators?|persons?|people|accounts?|teams?|customers?|tenants?|organi[sz]ations?|tags?|labels?|categor(y|ies)|roles?|permissions?|facets?|filters?|aggregations?|columns?|fields?|sorts?|files?|attachments?|uploads?|comments?|notes?|notifications?|tasks?|events?|activit(y|ies)|folders?|workspaces?|groups?|clusters?|queues?|licen[cs]es?|templates?|types?|status(es)?|versions?|children|parents?|requests?|operations?|details?|reasons?|causes?|issues?)$/;

const neutralName =
  /^(data|d|results?|items?|contents?|values?|member|hydramember|embedded|records?|rows?|entry|entries|lists?|nodes?|elements?|objects?|docs?|documents?|hits?|resources?|collection|response|payload|body|page|all|entit(y|ies)|created)$/;

/** Names of objects that only wrap what was created. Fewer than those of lists: a `node` or `page` may be something. */
const wrapperName =
  /^(data|d|result|response|payload|item|body|content|value|record|object|resource|entity|created)$/;

export function isWrapper(key: string): boolean {
  return wrapperName.test(toPlainName(key));
}

const sourceWord =
  /^(parents?|sources?|origins?|originals?|previous|prior|predecessors?|templates?|copied|cloned|replace[ds]|defaults?|base|based|existing|ahead|behind|before|after|blocked|blocks|depends|dependenc(y|ies)|waits?|waiting|awaits)$/;

/** Whether a key names something that was there before what was created, and that it was made of or takes the place of. */
export function isSource(key: string): boolean {
  return wordsOf(key).some((word) => sourceWord.test(word));
}

/** Other names under which a created thing stands, and those that GraphQL gives to what a request did. */
const createdNames: readonly (readonly [Resource, RegExp])[] = [
  ['project', /^(create|add|new|insert)project$/],
  ['model', /^(create|add|new|insert)model$/],
  [
    'simulation',
    /^((create|add|new|insert|start|submit|launch)(simulation|run|job)|(new|created)?(task|execution|analysis|calculation|computation|submission))$/,
  ],
];

/** Names under which a created thing has its documented fields: `{"attributes": {"project_id": 5}}`. */
const fieldsName = /^(attributes|properties|meta|metadata|output)$/;

/** Names of what a request did or was about. These have an `id` of their own, but the documented name is the thing's. */
const carrierName = /^(operations?|requests?|uploads?|files?|details?|status)$/;

/** Whether the documented name of an identifier under a key is that of what was created, although an `id` may not be. */
export function mayHoldCreated(key: string, resource: string): boolean {
  const plain = toPlainName(key);
  if (createdNames.some(([name, pattern]) => name === resource && pattern.test(plain))) return true;
  const claim = readClaim(key, resource);
  // A key of which nothing is known says nothing against the documented name.
  if (claim === 'own' || claim === 'neutral' || claim === 'unknown') return true;
  return isWrapper(key) || fieldsName.test(plain) || carrierName.test(plain);
}

/** Words beside that of a resource that change nothing: `createdProject`, `ProjectDto`, `project_list`. */
const ornament =
  /^(list|dtos?|response|resources?|representations?|entit(y|ies)|collection|set|page|data|details?|info|summar(y|ies)|records?|views?|items?|results?|objects?|created|new|all|my|available|existing|reusable|embedded)$/;

const resourceWords: readonly (readonly [Resource, RegExp])[] = [
  ['project', /^projects?$/],
  ['model', /^models?$/],
  ['simulation', /^(simulations?|runs?|jobs?)$/],
];

/** @param resource that is looked for */
export function readClaim(key: string, resource: string): Claim {
  const words = wordsOf(key);
  if (words.some((word) => asideWord.test(word))) return 'aside';
  const named = findResource(words);
  if (named !== undefined) return named === resource ? 'own' : 'other';
  const isOrnamental = words.length > 1 && words.every((word) => ornament.test(word));
  if (isOrnamental || neutralName.test(toPlainName(key))) return 'neutral';
  return words.some((word) => doubtfulWord.test(word) || isOtherResource(word, resource))
    ? 'doubtful'
    : 'unknown';
}

/** The one resource that words name, beside ornaments; undefined for `parent project` and `project models`. */
function findResource(words: readonly string[]): Resource | undefined {
  const plain = words.filter((word) => !ornament.test(word));
  // Spring calls the list of its representation models so.
  const isSpringList = words.length === 3 && words[1] === 'model' && words[2] === 'list';
  const named = isSpringList ? plain.slice(0, 1) : plain;
  const found = named.map((word) => resourceWords.find(([, pattern]) => pattern.test(word))?.[0]);
  const [first, ...more] = new Set(found);
  return more.length === 0 ? first : undefined;
}

function isOtherResource(word: string, resource: string): boolean {
  return resourceWords.some(([name, pattern]) => name !== resource && pattern.test(word));
}

/** Keys with which objects say what they are. */
const kindKey = /^(@?type|kind|object|resourcetype|typename|class)$/;

/** Things that are no resource of this service, whoever calls them so. */
const foreignKind =
  /^(errors?|events?|tasks?|operations?|requests?|users?|people|persons?|owners?|messages?|accounts?|status)$/;

/** Whether an object says that it is something else than the resource that is looked for. */
export function isOfOtherKind(object: Readonly<Record<string, unknown>>, resource: string): boolean {
  return Object.entries(object).some(([key, value]) => {
    if (typeof value !== 'string' || !kindKey.test(key.toLowerCase().replace(/[_-]/g, ''))) return false;
    // A type may be an address, or have a prefix.
    const words = wordsOf(/[^/#:.\\]*$/.exec(value.slice(-maxNameLength))?.[0] ?? '');
    const named = findResource(words);
    return named === undefined
      ? words.length === 1 && words.some((word) => foreignKind.test(word))
      : named !== resource;
  });
}
