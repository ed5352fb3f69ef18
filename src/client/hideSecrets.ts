/** Shorter ones are words like any other; characters. */
const shortestSecret = 4;

/** Of a value in a link whose key says what it is; characters. */
const shortestSignature = 12;
/** Of a value in a link whose key says nothing; characters. */
const shortestValue = 32;
/** Of a signature that is a part of a path; characters. */
const shortestSegment = 24;

const secretKey = /sig|token|credential|key|secret|auth|policy/i;
const fileEnding = /\.[a-z\d]{1,8}$/i;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The forms in which a secret may come up in a text. None for one of less than four characters. */
export function secretForms(secret: string): string[] {
  if (secret.length < shortestSecret) return [];
  const bytes = Buffer.from(secret, 'utf8');
  const base64 = bytes.toString('base64');
  const percent = [encodeURIComponent, encodeURI].map((encode) => encode(bytes.toString('utf8')));
  const forms = [
    secret,
    ...percent,
    ...percent.map((text) => text.replace(/%../g, (code) => code.toLowerCase())),
    ...jsonForms(secret),
    base64,
    base64.replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
  return [...new Set(forms)];
}

/** JSON may write any character by its code. The usual encoders do so with what has a meaning in HTML. */
function jsonForms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const byCode = (pattern: RegExp): string =>
    json.replace(pattern, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const coded = [/[&<>]/g, /[&<>=']/g, /[&<>+'`]/g].map(byCode);
  const upperCase = coded.map((text) =>
    text.replace(/\\u..../g, (code) => `\\u${code.slice(2).toUpperCase()}`),
  );
  return [json, json.replaceAll('/', '\\/'), ...coded, ...upperCase];
}

/** A text without these secrets, which are to be given in all their forms. The longest goes first. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
}

/** What headers of authentication hold: whole values, credentials without their scheme, and passwords. */
export function headerSecrets(headers: Readonly<Record<string, string>>): string[] {
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
export function linkSecrets(url: string): string[] {
  const { path, query } = partsOf(url);
  const wholes = query.length < shortestSignature ? [url] : [url, `${path}?${query}`, query];
  return [...new Set([...wholes, ...path.split('/').filter(isSecretSegment), ...linkWords(url)])];
}

/**
 * The single words of a signed URL that let somebody in, as they stand there and decoded: values of its query,
 * or where none of them looks like a signature, parts of its path. Names of files and UUIDs are none: they
 * are shown elsewhere for good reasons.
 */
export function linkWords(url: string): string[] {
  const { path, query } = partsOf(url);
  const values = query.split('&').filter(isSecretField).map(valueOf);
  const words = values.length > 0 ? values : path.split('/').filter(isSecretSegment);
  return [...new Set(words.flatMap((word) => [word, decoded(word)]))];
}

function partsOf(url: string): { readonly path: string; readonly query: string } {
  const [, path = '', query = ''] = /^[^/?#]*\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(url) ?? [];
  return { path, query };
}

function isSecretField(field: string): boolean {
  const value = valueOf(field);
  if (secretKey.test(field.slice(0, field.indexOf('=') + 1))) return value.length >= shortestSignature;
  return value.length >= shortestValue && !uuid.test(value);
}

function valueOf(field: string): string {
  return field.slice(field.indexOf('=') + 1);
}

function isSecretSegment(segment: string): boolean {
  return segment.length >= shortestSegment && !fileEnding.test(segment) && !uuid.test(segment);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
