import { sanitizeText } from '../text/sanitizeText';

/** Headers sent with every upload. */
const alwaysSent = ['host', 'content-length'];

/** Limit for listed names: enough to see the cause. */
const maxNames = 5;

/** Query parameters in which signed URLs list the signed headers: AWS, Google and compatible; Alibaba; Tencent. */
const lists = /^(x-(.+-)?signedheaders|x-oss-additional-headers|q-header-list)$/;

/**
 * The headers that a signed URL requires but the upload does not send, in lower case, at most five. Names in a list
 * are separated by semicolons.
 * @param extra further headers that the upload is sent with, in lower case
 */
export function findUnknownSignedHeaders(
  { searchParams }: Pick<URL, 'searchParams'>,
  extra: readonly string[] = [],
): readonly string[] {
  const sent = new Set([...alwaysSent, ...extra]);
  const names = [...searchParams]
    .filter(([key]) => lists.test(key.toLowerCase()))
    .flatMap(([, value]) => value.toLowerCase().split(';'))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !sent.has(name));
  return [...new Set(names)].slice(0, maxNames).map((name) => sanitizeText(name, 60));
}
