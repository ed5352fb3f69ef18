import { type Authentication, isApiKeyHeaderAllowed, toAuthentication } from '../client/authentication';
import type { VariantName } from '../client/core/apiVariant';
import { isObject } from '../client/core/json';
import { parseBaseUrl } from '../client/url/baseUrl';
import { settingTable } from '../settingTable';
import { type Pages, parsePages, type ServicePages } from './pages';

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

const fields = ['baseUrl', 'variant', 'authentication', 'apiKeyHeader', 'protected', 'pages'];

/**
 * Parses the environments of the setting: from name to
 * `{ baseUrl, variant, authentication, apiKeyHeader, protected, pages }`, of which only `baseUrl` is required. Blank or
 * too long names are ignored.
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
  return { name, baseUrl, variant, authentication, isProtected, pages };
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
 * with the same base URL and variant, then with the same base URL, then the selected one if it has this origin, then
 * the first one with this origin. The origin suffices because secrets are stored by origin, and a recorded service
 * may have little more.
 */
export function environmentOf(
  service: URL,
  { environments, baseUrl, variant: plain, environment }: EnvironmentSettings,
  variant: VariantName,
): DefinedEnvironment | undefined {
  const all = [...environments, { name: '', baseUrl, variant: plain }];
  const there = all.filter((one) => addressOf(one.baseUrl)?.origin === service.origin);
  const same = there.filter((one) => pathOf(addressOf(one.baseUrl)) === pathOf(service));
  const exact = same.filter((one) => 'variant' in one && one.variant === variant);
  const isSelected = ({ name }: { readonly name: string }) => name === environment;
  const [found] = [exact, same, there].flatMap((some) => some.find(isSelected) ?? some[0] ?? []);
  return environments.find((one) => one === found);
}

/** The pages of a service: those of its environment, or of the plain settings for the service that these define. */
export function findPages(
  service: URL,
  settings: EnvironmentSettings & { readonly pages: Pages },
  variant: VariantName,
): ServicePages {
  const environment = environmentOf(service, settings, variant);
  if (environment === undefined)
    return { pages: addressOf(settings.baseUrl)?.origin === service.origin ? settings.pages : {} };
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
