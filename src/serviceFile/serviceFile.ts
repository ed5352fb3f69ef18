import { isObject } from '../client/core/json';
import { MappingError, type MappingErrorReason } from '../client/mapping/mappingError';
import { parseMapping } from '../client/mapping/serviceMapping';
import { hasInvisible } from '../client/text/visibleText';
import { type BaseUrlProblem, parseBaseUrl } from '../client/url/baseUrl';
import { tryParseUrl } from '../client/url/parseUrl';
import { type Environment, maxEnvironmentNameLength, parseEnvironments } from '../session/environments';
import { findPageProblem, type PageKind, type PageProblem } from '../session/pages';
import { parseJson } from './parseJson';
import { findSecret } from './serviceSecrets';

/** Ends the name of a file that describes a service. */
export const serviceFileExtension = '.service.json';

/** Limit for such a file; bytes. The longest bodies and lists of choices need a small part of it. */
export const maxServiceFileBytes = 256 * 1024;

/** Limit for the objects and lists in one another: bodies have a few. */
const maxDepth = 50;

/** Limit for the choices of a prompt in such a file: more than a person can choose from. */
const maxChoices = 500;

/** A service as a file describes it. */
export interface ServiceDefinition {
  readonly name: string;
  /** As it becomes an entry of the setting for environments. */
  readonly entry: Readonly<Record<string, unknown>>;
  readonly environment: Environment;
  readonly baseUrl: URL;
}

/** Why a file does not describe a service that could be added. Nothing is taken from such a file. */
export type ServiceFileProblem =
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'notJson' }
  /** It has the sign that stands for letters that could not be read: it is no UTF-8, or was damaged before. */
  | { readonly kind: 'encoding' }
  /** It is not an object with a name and a base URL, or is deeper than any: a file of another kind. */
  | { readonly kind: 'notAService' }
  /** The same key stands twice in one object, so that programs may read different values. */
  | { readonly kind: 'duplicate'; readonly field: string }
  /** A number that would be sent as another one. */
  | { readonly kind: 'number'; readonly number: string }
  | { readonly kind: 'name' }
  | { readonly kind: 'field'; readonly field: string }
  /** The name or an address has characters that cannot be seen, or the name has blanks at an end. */
  | { readonly kind: 'invisible'; readonly field: string }
  | { readonly kind: 'baseUrl'; readonly problem: BaseUrlProblem }
  | { readonly kind: 'page'; readonly page: PageKind; readonly problem: PageProblem }
  | { readonly kind: 'choices'; readonly field: string }
  /** A value is a secret by its key or by its form. */
  | { readonly kind: 'secret'; readonly field: string }
  | {
      readonly kind: 'mapping';
      readonly setting: MappingError['setting'];
      readonly reason: MappingErrorReason;
      readonly entry: string;
    };

/**
 * Reads a file that describes a service: the fields of an environment, with its name.
 *
 *     { "name": "Wing", "baseUrl": "https://sim.example", "requests": { "createModel": { "title": "{name}" } } }
 *
 * Everything in it is validated, as nothing of it has been read by a person yet, by rules that are stricter than those of
 * the settings: a value that is a secret by its key or by its form is refused.
 * @param text whole content of the file
 */
export function parseServiceFile(text: string): ServiceDefinition | ServiceFileProblem {
  if (Buffer.byteLength(text) > maxServiceFileBytes) return { kind: 'tooLarge' };
  const json = parseJson(text);
  if (json === undefined) return { kind: 'notJson' };
  const { value, duplicate, hasPrototype, inexact, depth } = json;
  if (depth > maxDepth) return { kind: 'notAService' };
  if (!isObject(value) || value['name'] === undefined || value['baseUrl'] === undefined)
    return { kind: 'notAService' };
  if (duplicate !== undefined) return { kind: 'duplicate', field: duplicate };
  if (inexact !== undefined) return { kind: 'number', number: inexact };
  const { name, $schema: _, ...entry } = value;
  if (hasPrototype || name === '__proto__') return { kind: 'field', field: '__proto__' };
  if (text.includes('\ufffd')) return { kind: 'encoding' };
  if (typeof name !== 'string' || name.trim() === '' || Array.from(name).length > maxEnvironmentNameLength)
    return { kind: 'name' };
  if (name !== name.trim() || hasInvisible(name)) return { kind: 'invisible', field: 'name' };
  const [environment] = parseEnvironments({ [name]: entry });
  if (environment === undefined) return { kind: 'name' };
  if ('invalidField' in environment) return { kind: 'field', field: environment.invalidField };
  if (hasInvisible(String(entry['baseUrl']))) return { kind: 'invisible', field: 'baseUrl' };
  const baseUrl = parseBaseUrl(environment.baseUrl, { allowInsecureHttp: true });
  if (!(baseUrl instanceof URL)) return { kind: 'baseUrl', problem: baseUrl };
  if (!isPlainHost(baseUrl)) return { kind: 'baseUrl', problem: 'host' };
  if (/[{}]/.test(environment.baseUrl)) return { kind: 'baseUrl', problem: 'notAUrl' };
  const problem = findContentProblem(environment);
  if (problem !== undefined) return problem;
  const secret = findSecret({ name, ...entry });
  return secret === undefined ? { name, entry, environment, baseUrl } : { kind: 'secret', field: secret };
}

/**
 * Whether a host is an address, or a name of letters, digits, hyphens and underscores, as networks have them. A parser takes
 * `$(id).example` and `*` too, and an IPv4 address that is written as one of IPv6.
 */
function isPlainHost({ hostname }: URL): boolean {
  return /^([a-z\d_-]+(\.[a-z\d_-]+)*|\[(?!::ffff:)[\da-f:]+\])$/.test(hostname);
}

function findContentProblem({ pages, description }: Environment): ServiceFileProblem | undefined {
  for (const [page, address = ''] of Object.entries(pages) as [PageKind, string | undefined][]) {
    if (hasInvisible(address)) return { kind: 'invisible', field: `pages.${page}` };
    const problem = findPageProblem(address.trim());
    if (problem !== undefined) return { kind: 'page', page, problem };
    const url = tryParseUrl(address.trim());
    if (url !== undefined && !isPlainHost(url)) return { kind: 'page', page, problem: 'address' };
  }
  if (description === undefined) return undefined;
  try {
    const { templates } = parseMapping(description.mapping);
    const isLong = (prompt: object) => 'choices' in prompt && asList(prompt.choices).length > maxChoices;
    const long = Object.entries(templates).find(([, template]) => template.prompts.some(isLong));
    return long && { kind: 'choices', field: `requests.${long[0]}` };
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    const { setting, reason, entry } = error;
    return { kind: 'mapping', setting, reason, entry };
  }
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A service with what the settings say of it, by the rules for files: as a colleague would read it. */
export function defineService(
  name: string,
  entry: Readonly<Record<string, unknown>>,
): ServiceDefinition | ServiceFileProblem {
  // In a file, these two are no fields of the entry.
  const field = ['name', '$schema'].find((one) => Object.hasOwn(entry, one));
  return field === undefined
    ? parseServiceFile(formatServiceFile({ name, entry }))
    : { kind: 'field', field };
}

/** The text of the file for a service. */
export function formatServiceFile({ name, entry }: Pick<ServiceDefinition, 'name' | 'entry'>): string {
  return `${JSON.stringify({ name, ...entry }, undefined, 2)}\n`;
}
