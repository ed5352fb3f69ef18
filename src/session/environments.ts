import type { VariantName } from '../client/core/apiVariant';
import { isApiKeyHeaderAllowed, type Authentication } from '../client/authentication';
import { parseBaseUrl } from '../client/url/baseUrl';
import { settingDefaults } from './settingDefaults';
import { isObject } from '../client/core/json';

/** A service to which the user has given a name. */
export interface Environment {
  readonly name: string;
  /** As the user wrote it, without spaces around it; not looked at yet. */
  readonly baseUrl: string;
  readonly variant: VariantName;
  readonly authentication: Authentication;
  /** Nothing is created there without a question. */
  readonly isProtected: boolean;
}

/** An environment whose entry cannot be used. Nothing is guessed in its place. */
export interface InvalidEnvironment {
  readonly name: string;
  /** As in {@link Environment}; empty when it is no text. */
  readonly baseUrl: string;
  /** The field that has a value that cannot be used or that there is not, empty for the whole entry. */
  readonly unusable: string;
}

export type DefinedEnvironment = Environment | InvalidEnvironment;

/** The greatest length of the name of an environment, in characters. */
export const maxNameLength = 100;

const fields = ['baseUrl', 'variant', 'authentication', 'apiKeyHeader', 'protected'];

/**
 * The environments of the setting: from name to `{ baseUrl, variant, authentication, apiKeyHeader, protected }`, of
 * which only the first must be there. Names that are blank or too long define nothing.
 */
export function parseEnvironments(given: unknown): DefinedEnvironment[] {
  if (!isObject(given)) return [];
  return Object.entries(given)
    .filter(([name]) => name.trim() !== '' && Array.from(name).length <= maxNameLength)
    .map(([name, entry]) => parseEnvironment(name, entry));
}

function parseEnvironment(name: string, entry: unknown): DefinedEnvironment {
  // No schema library: it would add 4 kB to the script that every window loads.
  if (!isObject(entry)) return { name, baseUrl: '', unusable: '' };
  const variant = parseVariant(entry['variant']);
  const authentication = parseAuthentication(entry);
  const baseUrl = typeof entry['baseUrl'] === 'string' ? entry['baseUrl'].trim() : '';
  const { protected: isProtected = false } = entry;
  const unknown = Object.keys(entry).find((key) => !fields.includes(key));
  if (unknown !== undefined) return { name, baseUrl, unusable: unknown };
  if (baseUrl === '') return { name, baseUrl, unusable: 'baseUrl' };
  if (variant === undefined) return { name, baseUrl, unusable: 'variant' };
  if (typeof authentication === 'string') return { name, baseUrl, unusable: authentication };
  if (typeof isProtected !== 'boolean') return { name, baseUrl, unusable: 'protected' };
  return { name, baseUrl, variant, authentication, isProtected };
}

function parseVariant(given: unknown = settingDefaults.variant): VariantName | undefined {
  return given === 'variant_a' || given === 'variant_b' ? given : undefined;
}

/** @returns the name of the field that cannot be used, or how the service is told who sends a request */
function parseAuthentication(
  entry: Record<string, unknown>,
): Authentication | 'authentication' | 'apiKeyHeader' {
  const { authentication: scheme = settingDefaults.authentication } = entry;
  const { apiKeyHeader: header = settingDefaults.apiKeyHeader } = entry;
  if (typeof header !== 'string' || !isApiKeyHeaderAllowed(header)) return 'apiKeyHeader';
  switch (scheme) {
    case 'none':
    case 'bearer':
    case 'basic':
      return { scheme };
    case 'apiKey':
      return { scheme, header };
    default:
      return 'authentication';
  }
}

/** An environment as the settings define it. The plain settings have no name. */
export interface EnvironmentSettings {
  readonly environments: readonly DefinedEnvironment[];
  /** Of the plain settings, as the variant is. */
  readonly baseUrl: string;
  readonly variant: VariantName;
  /** The name of the environment that is selected, empty for the plain settings. */
  readonly environment: string;
}

/**
 * The environment that says how a service is spoken to, nothing where the plain settings do. That is the definition
 * with the same base URL and variant, else the one with the same base URL, else the selected one if it has this
 * origin, else the first that has it: secrets are kept under an origin, and of a service on record hardly more may be
 * known.
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

/** The address in a base URL, if it is one. Whether it may be spoken to without encryption is another question. */
export function addressOf(baseUrl: string): URL | undefined {
  const parsed = parseBaseUrl(baseUrl, { allowInsecureHttp: true });
  return parsed instanceof URL ? parsed : undefined;
}

/** Requests are the same with and without slashes at the end. */
export function pathOf(address: URL | undefined): string | undefined {
  return address?.pathname.replace(/\/+$/, '');
}
