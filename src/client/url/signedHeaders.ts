import { sanitizeText } from '../text/sanitizeText';

/** The headers of every upload. */
const alwaysSent = ['host', 'content-length'];

/** Enough to see what is meant. */
const mostNames = 5;

/** Where signed URLs list the headers that the signature covers: AWS, Google and their like; Alibaba; Tencent. */
const lists = /^(x-(.+-)?signedheaders|x-oss-additional-headers|q-header-list)$/;

/**
 * The headers that an upload to a signed URL would need and is not sent with, in lower case, at most five.
 * Names in a list stand between semicolons.
 * @param extra names of further headers that the upload is sent with, in lower case
 */
export function unknownSignedHeaders(
  { searchParams }: URL,
  extra: readonly string[] = [],
): readonly string[] {
  const sent = new Set([...alwaysSent, ...extra]);
  const names = [...searchParams]
    .filter(([key]) => lists.test(key.toLowerCase()))
    .flatMap(([, value]) => value.toLowerCase().split(';'))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !sent.has(name));
  return [...new Set(names)].slice(0, mostNames).map((name) => sanitizeText(name, 60));
}
