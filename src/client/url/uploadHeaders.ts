import type { CustomHeaders } from '../core/types';

/**
 * The headers of a file beside its length. Azure Blob Storage takes a file only with a header that no
 * link can carry; its links are known by their version, what they are for (a resource, or services of an account) and signature.
 */
export function uploadHeadersFor({ searchParams }: URL, given: CustomHeaders): CustomHeaders {
  const has = (key: string) => searchParams.has(key);
  const isAzure = has('sv') && has('sig') && (has('sr') || has('ss'));
  return isAzure ? { 'x-ms-blob-type': 'BlockBlob', ...given } : given;
}
