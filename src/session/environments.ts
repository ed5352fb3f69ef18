import { type Authentication, isApiKeyHeaderAllowed, toAuthentication } from '../client/authentication';
import type { VariantName } from '../client/core/apiVariant';
import { isObject } from '../client/core/json';
import { placeholders } from '../client/mapping/requestBodies';
import type { RawMapping } from '../client/mapping/serviceMapping';
import { parseBaseUrl } from '../client/url/baseUrl';
import { settingTable } from '../settingTable';
import { type Pages, parsePages, type ServicePages } from './pages';
import type { ServiceAddress } from './serviceAddress';

/** A service that the user has named. */
export interface Environment {
  readonly name: string;
  /** As the user wrote it, without surrounding spaces; not validated yet. */
  readonly baseUrl: string;
  readonly variant: VariantName;
  readonly authentication: Authentication;
  /** Whether creating anything there requires confirmation. */
  readonly isProtected: boolean;
  readonly pages: Pages;
  /** How its requests and responses differ from the interface; absent where the plain settings say so. */
  readonly description?: ServiceDescription;
}

/** Everything in an environment that describes requests and responses of its service. */
export interface ServiceDescription {
  /** By the names of the settings, not validated yet. */
  readonly mapping: RawMapping;
  readonly finaliseAfterUpload: boolean;
}

/** An environment with an invalid entry. Its values are never guessed. */
export interface InvalidEnvironment {
  readonly name: string;
  /** As in {@link Environment}; empty when it is not a string. */
  readonly baseUrl: string;
  /** Name of the invalid or unknown field; empty if the entry itself is invalid. */
  readonly invalidField: string;
}

export type DefinedEnvironment = Environment | InvalidEnvironment;

/** Limit for the name of an environment; characters. */
export const maxEnvironmentNameLength = 100;

const ownFields = ['baseUrl', 'variant', 'authentication', 'apiKeyHeader', 'protected', 'pages'];
/** The fields of an environment that describe requests and responses. */
export const descriptionFields: readonly string[] = [
  'pathPrefix',
  'requestHeaders',
  'uploadHeaders',
  'requests',
  'responses',
  'simulationStatus',
  'finaliseAfterUpload',
];
const fields = [...ownFields, ...descriptionFields];
const bodyOperations = Object.keys(placeholders);

/**
 * Parses the environments of the setting, of which each requires only `baseUrl`:
 *
 *     { "Wing": { "baseUrl": "https://sim.example", "requests": { "createModel": { "title": "{name}" } } } }
 *
 * One with any of the fields that describe requests and responses is a whole service: the plain settings for these do
 * not hold there. Blank or too long names are ignored.
 */
export function parseEnvironments(given: unknown): DefinedEnvironment[] {
  if (!isObject(given)) return [];
  return Object.entries(given)
    .filter(([name]) => name.trim() !== '' && Array.from(name).length <= maxEnvironmentNameLength)
    .map(([name, entry]) => parseEnvironment(name, entry));
}

function parseEnvironment(name: string, entry: unknown): DefinedEnvironment {
  // No schema library: it would add 4 kB to the script that every window loads.
  if (!isObject(entry)) return { name, baseUrl: '', invalidField: '' };
  const variant = parseVariant(entry['variant']);
  const authentication = parseAuthentication(entry);
  const baseUrl = typeof entry['baseUrl'] === 'string' ? entry['baseUrl'].trim() : '';
  const { protected: isProtected = false } = entry;
  const pages = parsePages(entry['pages'] ?? {});
  const unknown = Object.keys(entry).find((key) => !fields.includes(key));
  if (unknown !== undefined) return { name, baseUrl, invalidField: unknown };
  if (baseUrl === '') return { name, baseUrl, invalidField: 'baseUrl' };
  if (variant === undefined) return { name, baseUrl, invalidField: 'variant' };
  if (typeof authentication === 'string') return { name, baseUrl, invalidField: authentication };
  if (typeof isProtected !== 'boolean') return { name, baseUrl, invalidField: 'protected' };
  if (pages === undefined) return { name, baseUrl, invalidField: 'pages' };
  const description = parseDescription(entry);
  if (typeof description === 'string') return { name, baseUrl, invalidField: description };
  const environment = { name, baseUrl, variant, authentication, isProtected, pages };
  return description === undefined ? environment : { ...environment, description };
}

/** @returns undefined where nothing describes the service, or the name of the invalid field */
function parseDescription(entry: Record<string, unknown>): ServiceDescription | string | undefined {
  if (!descriptionFields.some((field) => entry[field] !== undefined)) return undefined;
  const { requests = {}, finaliseAfterUpload = true } = entry;
  if (!isObject(requests)) return 'requests';
  const unknown = Object.keys(requests).find((name) => !bodyOperations.includes(name));
  if (unknown !== undefined) return `requests.${unknown}`;
  if (typeof finaliseAfterUpload !== 'boolean') return 'finaliseAfterUpload';
  const bodies = bodyOperations.map((operation) => [`requests.${operation}`, requests[operation]] as const);
  const { pathPrefix, requestHeaders, uploadHeaders, responses, simulationStatus } = entry;
  const mapping = {
    ...Object.fromEntries(bodies),
    pathPrefix,
    requestHeaders,
    uploadHeaders,
    responses,
    simulationStatus,
  };
  return { mapping, finaliseAfterUpload };
}

/** @returns the default for nothing; undefined for anything else that is no variant */
export function parseVariant(given: unknown = settingTable.variant.fallback): VariantName | undefined {
  return given === 'variant_a' || given === 'variant_b' ? given : undefined;
}

/** @returns the name of the invalid field, or how requests are authenticated */
function parseAuthentication(
  entry: Record<string, unknown>,
): Authentication | 'authentication' | 'apiKeyHeader' {
  const { authentication: scheme = settingTable.authentication.fallback } = entry;
  const { apiKeyHeader: header = settingTable.apiKeyHeader.fallback } = entry;
  if (typeof header !== 'string' || !isApiKeyHeaderAllowed(header)) return 'apiKeyHeader';
  return toAuthentication(scheme, () => header) ?? 'authentication';
}

/** The settings that define services. The plain settings have no name. */
export interface EnvironmentSettings {
  readonly environments: readonly DefinedEnvironment[];
  /** The base URL in the plain settings; `variant` comes from them too. */
  readonly baseUrl: string;
  readonly variant: VariantName;
  /** The name of the selected environment; empty for the plain settings. */
  readonly environment: string;
}

/**
 * The environment that applies to a service; undefined when the plain settings apply. Precedence: the definition
 * with the same base URL and variant, then with the same base URL, then with this origin; among several, the one with
 * the name of the service, then the selected one, then the first one. The origin suffices because secrets are stored by
 * origin, and a recorded service may have little more.
 */
export function environmentOf(
  service: ServiceAddress,
  { environments, environment, baseUrl, variant }: EnvironmentSettings,
): DefinedEnvironment | undefined {
  const { exact, same, there } = definitionsAt(service, { environments, baseUrl, variant });
  const named = [service.environment, environment];
  const [found] = [exact, same, there].flatMap(
    (some) => named.flatMap((name) => some.find((one) => one.name === name) ?? [])[0] ?? some[0] ?? [],
  );
  return environments.find((one) => one === found);
}

/** The names of the definitions with this address and variant, empty for the plain settings. */
export function namesAt(service: ServiceAddress, settings: EnvironmentSettings): readonly string[] {
  return definitionsAt(service, settings).exact.map(({ name }) => name);
}

/** The definitions of services with this base URL and variant, with this base URL, and with its origin. */
function definitionsAt(
  { baseUrl: at, variant }: ServiceAddress,
  { environments, baseUrl, variant: plain }: Omit<EnvironmentSettings, 'environment'>,
) {
  const all = [...environments, { name: '', baseUrl, variant: plain }];
  const there = all.filter((one) => addressOf(one.baseUrl)?.origin === at.origin);
  const same = there.filter((one) => pathOf(addressOf(one.baseUrl)) === pathOf(at));
  const exact = same.filter((one) => 'variant' in one && one.variant === variant);
  return { exact, same, there };
}

/** The pages of a service: those of its environment, or of the plain settings for the service that these define. */
export function findPages(
  service: ServiceAddress,
  settings: EnvironmentSettings & { readonly pages: Pages },
): ServicePages {
  const environment = environmentOf(service, settings);
  if (environment === undefined)
    return { pages: addressOf(settings.baseUrl)?.origin === service.baseUrl.origin ? settings.pages : {} };
  return { pages: 'invalidField' in environment ? {} : environment.pages, environment: environment.name };
}

/**
 * The URL of a base URL setting; undefined when it is invalid. Does not check whether it may be used without
 * encryption.
 */
export function addressOf(baseUrl: string): URL | undefined {
  const parsed = parseBaseUrl(baseUrl, { allowInsecureHttp: true });
  return parsed instanceof URL ? parsed : undefined;
}

/** Trailing slashes make no difference to requests. */
export function pathOf(address: URL | undefined): string | undefined {
  return address?.pathname.replace(/\/+$/, '');
}
