import { sanitizeText } from '../text/sanitizeText';
import { hasEncodedKey, listParameters } from './query';
import type { UrlParts } from './splitUrl';

/** Headers sent with every upload. */
const alwaysSent = ['host', 'content-length'];

/** Limit for listed names: enough to see the cause. */
const maxNames = 5;

/** Query parameters in which signed URLs list the signed headers: AWS, Google and compatible; Alibaba; Tencent. */
const lists = /^(x-(.+-)?signedheaders|x-oss-additional-headers|q-header-list)$/;

/** One of these that has not only the host, as it is written unless it is encoded. */
const listOfMore =
  /[?&](?:x-(?:[^=&]+-)?signedheaders|x-oss-additional-headers|q-header-list)=(?!host(?:&|$))/i;

/**
 * The headers that a signed URL requires but the upload does not send, in lower case, at most five. Names in a list
 * are separated by semicolons.
 * @param extra further headers that the upload is sent with, in lower case
 */
export function findUnknownSignedHeaders(
  { search }: Pick<UrlParts, 'search'>,
  extra: readonly string[] = [],
): readonly string[] {
  // True for nearly all of the thousands of upload URLs of a model.
  if (!listOfMore.test(search) && !hasEncodedKey(search)) return [];
  const sent = new Set([...alwaysSent, ...extra]);
  const names = listParameters(search)
    .filter(([key]) => lists.test(key.toLowerCase()))
    .flatMap(([, value]) => value.toLowerCase().split(';'))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !sent.has(name));
  return [...new Set(names)].slice(0, maxNames).map((name) => sanitizeText(name, 60));
}
