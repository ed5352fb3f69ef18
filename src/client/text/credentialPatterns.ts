/**
 * Match the text after `://` or `?`, up to the end of a URL in running text or in JSON, where `\"` also ends a
 * string.
 */
const urls = /:\/\/((?:[^\s"<>`\\]|\\[^\s"])*)/g;
const queries = /\?((?:[^\s"<>`\\]|\\[^\s"])*)/g;

const authorization = /(authorization(?:\\?["'])?[ \t]*[:=][ \t]*(?:\\?["'])?)[^\s"'\\][^\r\n"'\\]*/gi;
// In JSON, an escaped line break before a word looks like a part of it.
const bearer = /(?<=\b|\\[nrt])(bearer[ \t]+)[\w.~+/=-]+/gi;
const longBearer = /(?<=\b|\\[nrt])((?:bearer|basic)[ \t]+)[\w.~+/=-]{20,}/gi;
const basic = /(?<=\b|\\[nrt])(basic[ \t]+)([\w+/-]+=*)/gi;

/** Matches `sig=…`, `"token": "…"` and the like anywhere; the value ends where a query value or a string would. */
const fields =
  /(\b[\w.-]{0,40}(?:sig|signature|token|credential|key|secret|auth|password|passwd|policy|hmac)\\?["']?[ \t]{0,3}[:=][ \t]{0,3}\\?["']?)([^\s"'<>&;,\\[\]]{12,})/gi;
/** Matches text that may be random; shorter credentials are unlikely. */
const runs = /[\w+/%-]{20,}={0,2}/g;
/** Minimum length of a hexadecimal signature; shorter ones are hashes or identifiers; characters. */
const minHexSignature = 32;

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const file = /^[\w./~%+-]+\.[a-z\d]{1,8}$/i;

/**
 * Redacts free text from a server: headers, user info, query and fragment of URLs, values of fields that are named
 * like credentials, and long random runs. For text that a server wrote, never for names: a beam may well be called
 * “Floor bearer A-12”, and a study “Study?mesh=fine”.
 * @param isShown whether a word must stay visible, however random it looks
 */
export function hideCredentials(text: string, isShown: (word: string) => boolean = () => false): string {
  return withoutQueries(
    text
      .replace(authorization, '$1[secret]')
      .replace(bearer, '$1[secret]')
      .replace(basic, (all, scheme: string, base64: string) =>
        isUserInfo(base64) ? `${scheme}[secret]` : all,
      ),
  )
    .replace(queries, (all, query: string) => (query.includes('=') ? '?[query]' : all))
    .replace(fields, (all, key: string, value: string) =>
      file.test(value) || isShown(value) ? all : `${key}[secret]`,
    )
    .replace(runs, (run) => formatRun(run, isShown));
}

/**
 * Redacts a log line that this extension composed, against secrets that reached it by mistake. Names stay unchanged:
 * no name contains a URL with a query, or twenty letters in a row after “Bearer”.
 */
export function hideSlips(text: string): string {
  return withoutQueries(text.replace(longBearer, '$1[secret]'));
}

/** Whether letters and digits alternate as they do in no word and no number. */
export function isRandom(text: string): boolean {
  let [changes, letters, digits] = [0, 0, 0];
  let last = '';
  for (const character of text) {
    const kind = kindOf(character);
    if (kind === '') continue;
    if (kind === 'digit') digits++;
    else letters++;
    if (last !== '' && kind !== last) changes++;
    last = kind;
  }
  return letters > 0 && digits > 0 && changes >= (letters + digits) / 4;
}

function kindOf(character: string): 'lower' | 'upper' | 'digit' | '' {
  if (character >= '0' && character <= '9') return 'digit';
  if (character >= 'a' && character <= 'z') return 'lower';
  return character >= 'A' && character <= 'Z' ? 'upper' : '';
}

/** Redacts a run of characters. It may be a path with only some random parts, and may be preceded by a key. */
function formatRun(run: string, isShown: (word: string) => boolean): string {
  if (isShown(run)) return run;
  const rest = run.replaceAll(uuid, '').replace(/=+$/, '');
  const parts = rest.split('/');
  if (parts.length === 1 || parts.every((part) => part.length < 20))
    return isSignature(rest) ? '[secret]' : run;
  return run
    .split('/')
    .map((part) => (!isShown(part) && isSignature(part.replaceAll(uuid, '')) ? '[secret]' : part))
    .join('/');
}

function isSignature(text: string): boolean {
  if (/^[\da-f]+$/i.test(text))
    return text.length >= minHexSignature && /\d/.test(text) && /[a-f]/i.test(text);
  return text.length >= 20 && isRandom(text);
}

function withoutQueries(text: string): string {
  return text.replace(urls, (_, rest: string) => `://${withoutQuery(rest)}`);
}

/** @param rest part of a URL after its scheme */
function withoutQuery(rest: string): string {
  const [, authority = '', path = '', query = ''] = /^([^/?#\\]*)([^?#]*)(\?[^]?)?/.exec(rest) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  // A question mark alone ends a question.
  return `${host}${path}${query.length > 1 ? '?[query]' : query}`;
}

/** Whether the text decodes to a user name and password as in HTTP, rather than being a word after “basic”. */
function isUserInfo(base64: string): boolean {
  return Buffer.from(base64, 'base64').includes(':');
}
