import type { CustomHeaders } from '../core/types';
import { sanitizeText } from '../text/sanitizeText';

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

/** Limit for listed names: enough to see the cause. */
const maxNames = 5;

/** Query parameters in which signed URLs list the signed headers: AWS, Google and compatible; Alibaba; Tencent. */
const lists = /^(x-(.+-)?signedheaders|x-oss-additional-headers|q-header-list)$/;

/**
 * The headers that a signed URL requires but the upload does not send, in lower case, at most five. Names in a list
 * are separated by semicolons.
 * @param given configured headers that every upload is sent with, in lower case
 */
export function findUnknownSignedHeaders(
  url: Pick<URL, 'searchParams'>,
  given: CustomHeaders,
): readonly string[] {
  const sent = new Set(['host', 'content-length', ...Object.keys(uploadHeadersFor(url, given))]);
  const names = [...url.searchParams]
    .filter(([key]) => lists.test(key.toLowerCase()))
    .flatMap(([, value]) => value.toLowerCase().split(';'))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !sent.has(name));
  return [...new Set(names)].slice(0, maxNames).map((name) => sanitizeText(name, 60));
}
