import { type VariantName, variants } from '../client/core/apiVariant';
import type { ServiceRef } from '../launch/journalEntry';
import { addressOf, type DefinedEnvironment, pathOf } from './environments';

/**
 * The protected environment that a service belongs to, whatever is selected, or one whose entry is invalid, so that
 * it might be protected. Services are the same if their requests begin with the same URL. An environment whose path
 * leads to the service counts too, unless the service is defined as an unprotected environment of its own.
 * @param pathPrefix replaces the prefixes of the variants, if configured
 */
export function findProtectedEnvironment(
  { origin, basePath, variant }: ServiceRef,
  environments: readonly DefinedEnvironment[],
  pathPrefix?: string,
): DefinedEnvironment | undefined {
  const prefixOf = (name: VariantName) => pathPrefix ?? variants[name].prefix;
  const root = origin + basePath.replace(/\/+$/, '') + prefixOf(variant);
  const isSame = (one: DefinedEnvironment) =>
    'variant' in one && `${baseOf(one.baseUrl)}${prefixOf(one.variant)}` === root;
  // One whose base URL is invalid may mean any address.
  const leadsHere = (base = root) => `${root}/`.startsWith(`${base}/`);
  const near = environments.filter((one) => isPossiblyProtected(one) && leadsHere(baseOf(one.baseUrl)));
  const isOpen = environments.some((one) => !isPossiblyProtected(one) && isSame(one));
  return near.find(isSame) ?? (isOpen ? undefined : near[0]);
}

function isPossiblyProtected(environment: DefinedEnvironment): boolean {
  return 'invalidField' in environment || environment.isProtected;
}

/** Origin and path of a base URL; undefined when it is invalid. */
function baseOf(baseUrl: string): string | undefined {
  const address = addressOf(baseUrl);
  return address && `${address.origin}${pathOf(address) ?? ''}`;
}
