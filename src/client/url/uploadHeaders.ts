import type { CustomHeaders } from '../core/types';
import { listParameters } from './query';
import type { UrlParts } from './splitUrl';

/** Whether a query may have a parameter `sig`, perhaps encoded: thousands of URLs have none. */
const mayHaveSignature = /[?&](sig=|[^=&]*%)/;

/**
 * The headers of an upload besides its length. Azure Blob Storage requires a header that a URL cannot carry; its
 * URLs are recognised by their version, scope (a resource, or services of an account) and signature.
 */
export function uploadHeadersFor({ search }: Pick<UrlParts, 'search'>, given: CustomHeaders): CustomHeaders {
  if (!mayHaveSignature.test(search)) return given;
  const names = new Set(listParameters(search).map(([name]) => name));
  const isAzure = names.has('sv') && names.has('sig') && (names.has('sr') || names.has('ss'));
  return isAzure ? { 'x-ms-blob-type': 'BlockBlob', ...given } : given;
}
