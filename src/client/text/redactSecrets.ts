import { isRandom } from './credentialPatterns';
import { fullyUnescaped } from './readings';

/** The least length of a value in a link whose key says what it is; characters. */
const minSignature = 12;
/** The least length of a value in a link whose key says nothing; characters. */
const minValue = 32;
/** The least length of a signature that is a part of a path; characters. */
const minSegment = 24;
/** The least length of a part of a signature that would let somebody in by itself; characters. */
const minPart = 16;

const secretKey = /sig|token|credential|key|secret|auth|policy|hmac/i;
const fileEnding = /\.[a-z\d]{1,8}$/i;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The values of headers of authentication: whole values, credentials without their scheme, and passwords. */
export function secretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers).flatMap((value) => {
    const [, scheme = '', credential = ''] = /^(\S+) +(.+)$/.exec(value) ?? [];
    return [value, credential, ...(/^basic$/i.test(scheme) ? userInfo(credential) : [])];
  });
}

function userInfo(base64: string): string[] {
  const text = Buffer.from(base64, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // A user name alone is no secret, and may be a word of any answer.
  return colon < 0 ? [] : [text, text.slice(colon + 1)];
}

/** The parts of a signed URL that must not be shown, the URL itself included. */
export function secretsInUrl(url: string): string[] {
  const { path, query } = partsOf(url);
  const wholes = query.length < minSignature ? [url] : [url, `${path}?${query}`, query];
  return [...new Set([...wholes, ...path.split('/').filter(isSecretSegment), ...signatureParts(url)])];
}

/**
 * The single words of a signed URL that let somebody in, without their escapes: values of its query, and what in
 * them lets in by itself; or where none of them looks like a signature, parts of its path. Names of files and UUIDs
 * are none: they are shown elsewhere for good reasons.
 */
export function signatureParts(url: string): string[] {
  const { path, query } = partsOf(url);
  const values = query.split('&').filter(isSecretField).map(valueOf);
  const words = values.length > 0 ? values : path.split('/').filter(isSecretSegment);
  return [...new Set(words.map(fullyUnescaped).flatMap((word) => [word, ...partsIn(word)]))];
}

/** A token may be a list of fields, such as `exp=1~acl=/*~hmac=…`, or have parts with points between. */
function partsIn(word: string): string[] {
  const parts = word.split(/[~!&;,.*]/);
  if (parts.length === 1) return [];
  return parts.map(valueOf).filter((part) => part.length >= minPart && isRandom(part) && !uuid.test(part));
}

function partsOf(url: string): { readonly path: string; readonly query: string } {
  const [, path = '', query = ''] = /^[^/?#]*\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(url) ?? [];
  return { path, query };
}

function isSecretField(field: string): boolean {
  const value = valueOf(field);
  if (secretKey.test(field.slice(0, field.indexOf('=') + 1))) return value.length >= minSignature;
  return value.length >= minValue && !uuid.test(value);
}

function valueOf(field: string): string {
  return field.slice(field.indexOf('=') + 1);
}

function isSecretSegment(segment: string): boolean {
  return segment.length >= minSegment && !fileEnding.test(segment) && !uuid.test(segment);
}
