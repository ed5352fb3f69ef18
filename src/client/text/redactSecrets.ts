import { decodePercent } from './readings';

/** Minimum length of a query that may hold a signature; characters. */
const minQuery = 12;
/** Minimum length of a URL value whose key marks it as a secret; characters. */
const minSignature = 8;
/** Minimum length of a URL value whose key says nothing; characters. */
const minValue = 32;
/** Minimum length of a signature in a path segment; characters. */
const minSegment = 24;

const secretKey = /sig|token|credential|key|secret|auth|policy|hmac/i;
const fileEnding = /\.[a-z\d]{1,8}$/i;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The secrets in authentication headers: whole values, credentials without their scheme, and passwords. */
export function findSecretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers).flatMap((value) => {
    const [, scheme = '', credential = ''] = /^(\S+) +(.+)$/.exec(value) ?? [];
    return [value, credential, ...(/^basic$/i.test(scheme) ? decodeUserInfo(credential) : [])];
  });
}

/** Headers whose values are ordinary words, however long. */
const ordinaryHeader = /^(accept(-.*)?|content-.*|user-agent|if-.*|x-ms-(version|blob-type))$/i;
const secretHeader = /secret|token|credential|key|auth|passw|signature|session|jwt|hmac/i;

/**
 * The secrets in the headers that a user has set, which may be those of a gateway: the values of headers whose name says
 * so, and any value that is as long as a key and looks like one.
 */
export function findSecretsInSettings(headers: Readonly<Record<string, string>>): string[] {
  const secret = Object.entries(headers).filter(([name, value]) => {
    if (ordinaryHeader.test(name)) return false;
    return secretHeader.test(name) || (isKeyLike(value) && !uuid.test(value));
  });
  return findSecretsInHeaders(Object.fromEntries(secret));
}

/** Whether a value is as long as a key, in one piece, and no word or address. */
function isKeyLike(value: string): boolean {
  return value.length >= minValue && /^[\w.~+/=-]+$/.test(value) && (value.match(/\d/g)?.length ?? 0) >= 4;
}

function decodeUserInfo(base64: string): string[] {
  const text = Buffer.from(base64, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // A user name alone is not a secret, and may occur in any response.
  return colon < 0 ? [] : [text, text.slice(colon + 1)];
}

/** The parts of a signed URL that must not be shown, including the URL itself. */
export function findSecretsInUrl(url: string): string[] {
  const { path, query } = partsOf(url);
  const wholes = query.length < minQuery ? [url] : [url, `${path}?${query}`, query];
  return [...new Set([...wholes, ...path.split('/').filter(isSecretSegment), ...findSignatureParts(url)])];
}

/**
 * The parts of a signed URL that grant access, unescaped: values of its query, or, when none of them looks like a
 * signature, segments of its path. File names and UUIDs are excluded, because they are shown elsewhere.
 */
export function findSignatureParts(url: string): string[] {
  const { path, query } = partsOf(url);
  const values = query.split('&').flatMap(findSecretValue);
  const words = values.length > 0 ? values : path.split('/').filter(isSecretSegment);
  return [...new Set(words.map((word) => word.replace(/(?:%[\da-f]{2})+/gi, decodePercent)))];
}

function partsOf(url: string): { readonly path: string; readonly query: string } {
  const [, path = '', query = ''] = /^[^/?#]*\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(url) ?? [];
  return { path, query };
}

function findSecretValue(field: string): string[] {
  const start = field.indexOf('=') + 1;
  const value = field.slice(start);
  const isKnown = secretKey.test(field.slice(0, start));
  const isSecret = isKnown ? value.length >= minSignature : value.length >= minValue && !uuid.test(value);
  return isSecret ? [value] : [];
}

function isSecretSegment(segment: string): boolean {
  return segment.length >= minSegment && !fileEnding.test(segment) && !uuid.test(segment);
}
