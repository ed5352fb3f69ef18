import type { VariantName } from '../client/core/apiVariant';
import { NetworkError, ResponseError, ServiceError, StatusError } from '../client/core/errors';
import type { ServiceClient } from '../client/serviceClient';
import { findVariantPath } from '../client/url/variantPath';
import { isAbsent } from './evaluateLists';
import { type ListCounts, requestList } from './probeLists';

/** The path between an address and those of the interface: the prefix of a variant, or another one. */
export interface ServicePath {
  readonly variant: VariantName;
  /** As {@link ServiceMapping.pathPrefix}; absent for that of the variant. */
  readonly pathPrefix?: string;
}

/** The response to a request for the projects at one path. */
export interface PathProbe {
  readonly path: ServicePath;
  readonly response: ListCounts | ServiceError;
}

/** An address as a person gives it, without what each request adds to it. */
export interface GivenAddress {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** The variant whose path stood in it. */
  readonly variant?: VariantName;
}

/** Takes the path of a variant, or that of an operation, from the end of an address. */
export function readAddress(url: URL): GivenAddress {
  const found = findVariantPath(url);
  if (found !== undefined) return found;
  const path = url.pathname.replace(/\/(projects|models(\/reusable)?|simulations)?\/*$/, '');
  return { baseUrl: url.origin + path };
}

/**
 * Requests the projects below an address at the paths of both variants and at the address itself, each once, and at the
 * address itself also the reusable models, which only one of the variants has. Creates nothing, and asks nobody to sign
 * in.
 * @param client creates the one for a path
 * @param first the variant that is more likely
 * @returns the responses; after a network error nothing more is requested
 * @throws the reason of the signal when it is aborted
 */
export async function probePaths(
  client: (path: ServicePath) => ServiceClient,
  { first = 'variant_b', signal }: { readonly first?: VariantName | undefined; readonly signal: AbortSignal },
): Promise<readonly PathProbe[]> {
  const other = first === 'variant_b' ? 'variant_a' : 'variant_b';
  const plain: ServicePath = { variant: 'variant_b', pathPrefix: '' };
  const probes: PathProbe[] = [];
  const paths: readonly ServicePath[] = [{ variant: first }, { variant: other }, plain];
  for (const path of paths) {
    const response = await requestList(client(path), { check: 'projects' }, signal);
    const isOfA =
      path === plain &&
      !isAbsent(response) &&
      isAbsent(await requestList(client(path), { check: 'reusableModels' }, signal));
    probes.push({ path: isOfA ? { ...path, variant: 'variant_a' } : path, response });
    if (response instanceof NetworkError || !(response instanceof ServiceError)) break;
  }
  return probes;
}

/** Whether something is there: a list, a response that has to be described, or the wish for a sign-in. */
export function hasService({ response }: PathProbe): boolean {
  return rankOf(response) < ranks.absent;
}

/** The path at which the service most likely is. */
export function choosePath(probes: readonly PathProbe[]): PathProbe | undefined {
  return [...probes].sort((a, b) => rankOf(a.response) - rankOf(b.response))[0];
}

const ranks = { listed: 0, unusable: 1, refused: 2, failed: 3, absent: 4, unreachable: 5 } as const;

function rankOf(response: PathProbe['response']): number {
  if (!(response instanceof ServiceError)) return ranks.listed;
  if (response instanceof NetworkError) return ranks.unreachable;
  if (isAbsent(response)) return ranks.absent;
  if (response instanceof ResponseError) return ranks.unusable;
  const isRefused = response instanceof StatusError && [401, 403].includes(response.status);
  return isRefused ? ranks.refused : ranks.failed;
}
