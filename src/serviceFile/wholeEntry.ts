import type { ServicePath } from '../check/findPath';
import type { Authentication } from '../client/authentication';
import { variants } from '../client/core/apiVariant';
import { type DefinedEnvironment, descriptionFields } from '../session/environments';

type Entry = Readonly<Record<string, unknown>>;

/** A service that was found at an address. */
export interface FoundService {
  readonly baseUrl: string;
  readonly path: ServicePath;
  /** Undefined where it wants no sign-in. */
  readonly authentication: Authentication | undefined;
}

/**
 * The entry of a service that was found at an address. Plain settings that describe another service must not hold for it.
 * @param plainEntry the plain settings
 */
export function formEntry(
  { baseUrl, path: { variant, pathPrefix }, authentication }: FoundService,
  plainEntry: Entry,
): Entry {
  const isOtherDescribed = descriptionFields.some((field) => Object.hasOwn(plainEntry, field));
  const prefix = pathPrefix ?? (isOtherDescribed ? variants[variant].prefix : undefined);
  return {
    baseUrl,
    variant,
    ...(authentication && { authentication: authentication.scheme }),
    ...(authentication?.scheme === 'apiKey' && { apiKeyHeader: authentication.header }),
    ...(prefix !== undefined && { pathPrefix: prefix || '/' }),
  };
}

/**
 * An entry with everything that a colleague needs. An environment that does not describe requests and responses goes by
 * the plain settings for these.
 * @param environment the same one as it was parsed
 */
export function completeEntry(
  entry: Entry,
  environment: DefinedEnvironment | undefined,
  plainEntry: Entry,
): Entry {
  if (environment !== undefined && 'description' in environment) return entry;
  const described = Object.entries(plainEntry).filter(([field]) => descriptionFields.includes(field));
  return { ...entry, ...Object.fromEntries(described) };
}
