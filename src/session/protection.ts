import { variants } from '../client/core/apiVariant';
import { serverOf, simplifyPath } from '../client/url/addressSpelling';
import type { ServiceAddressRef } from '../launch/journalEntry';
import { addressOf, type DefinedEnvironment, type Environment, pathOf } from './environments';

/**
 * The protected environment that a service belongs to, whatever is selected, or one whose entry is invalid, so that
 * it might be protected. An environment covers its host and port in every spelling and with every path, because only
 * the server knows which paths lead to the same service. Exempt is what an unprotected environment names exactly: its
 * requests begin with the same URL, and no protected one names that too.
 * @param prefixes what takes the place of the prefix of the variant: for this service, and in the plain settings
 */
export function findProtectedEnvironment(
  { origin, basePath, variant }: ServiceAddressRef,
  environments: readonly DefinedEnvironment[],
  prefixes: { readonly service?: string | undefined; readonly plain?: unknown } = {},
): DefinedEnvironment | undefined {
  const root = origin + basePath.replace(/\/+$/, '') + (prefixes.service ?? variants[variant].prefix);
  const isNamed = (one: DefinedEnvironment) =>
    'variant' in one && `${baseOf(one.baseUrl)}${prefixOf(one, prefixes.plain)}` === root;
  const there = serverOf(new URL(origin));
  const near = environments.filter((one) => isPossiblyProtected(one) && mayReach(one.baseUrl, there));
  const named = near.find(isNamed);
  if (named !== undefined || environments.some((one) => !isPossiblyProtected(one) && isNamed(one))) {
    return named;
  }
  // Which of several is named matters to the person who is asked.
  const path = simplifyPath(basePath);
  return near.find(({ baseUrl }) => simplifyPath(addressOf(baseUrl)?.pathname ?? '') === path) ?? near[0];
}

/** An invalid one stays as it is: nothing can be requested with it. */
function prefixOf({ description, variant }: Environment, plain: unknown): string {
  const given = description === undefined ? plain : description.mapping.pathPrefix;
  return typeof given === 'string' && given !== '' ? given.replace(/\/$/, '') : variants[variant].prefix;
}

function isPossiblyProtected(environment: DefinedEnvironment): boolean {
  return 'invalidField' in environment || environment.isProtected;
}

/** Origin and path of a base URL; undefined when it is invalid. */
function baseOf(baseUrl: string): string | undefined {
  const address = addressOf(baseUrl);
  return address && `${address.origin}${pathOf(address) ?? ''}`;
}

/** Whether a base URL leads to a server. An invalid one may mean any address. */
function mayReach(baseUrl: string, server: string): boolean {
  const address = addressOf(baseUrl);
  return address === undefined || serverOf(address) === server;
}
