import type { CustomHeaders } from '../core/types';

/**
 * The headers of an upload besides its length. Azure Blob Storage requires a header that a URL cannot carry; its
 * URLs are recognised by their version, scope (a resource, or services of an account) and signature.
 */
export function uploadHeadersFor(
  { searchParams }: Pick<URL, 'searchParams'>,
  given: CustomHeaders,
): CustomHeaders {
  const has = (name: string) => searchParams.has(name);
  const isAzure = has('sv') && has('sig') && (has('sr') || has('ss'));
  return isAzure ? { 'x-ms-blob-type': 'BlockBlob', ...given } : given;
}
