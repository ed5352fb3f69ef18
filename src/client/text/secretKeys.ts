/**
 * The keys under which secrets stand, and the forms by which tokens are known, wherever a server repeats them: in values
 * of JSON and in running text.
 */

import { wordsOf } from './keyWords';

const secretWord =
  /^(keys?|signatures?|sig|sas|credentials?|auth|authorization|authentication|jwt|bearer|sessions?|cookies?|otp|pin|\p{L}*(pwd|token|secret|password|passwd|passphrase|passcode|(api|access|private)key)s?)$/u;

/** Keys of words that somebody has chosen, so that a sentence may be the secret itself. */
const passwordWord = /^\p{L}*(pwd|password|passwd|passphrase|passcode|secret)s?$/u;

/** Matches tokens of services that are used everywhere, and those of OpenID Connect. */
const knownTokens =
  /(?<![\w-])(?:gh[oprsu]_[A-Za-z\d]{16,}|github_pat_\w{16,}|gl(?:pat|ptt|dt|rt)-[\w-]{16,}|xox[a-z]-[\w-]{10,}|sk-[\w-]{20,}|[rs]k_(?:live|test)_\w{10,}|npm_[A-Za-z\d]{20,}|hf_[A-Za-z]{20,}|A[KS]IA[A-Z\d]{16}(?![\w-])|AIza[\w-]{30,}|eyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*)?)/g;

/** Whether a text has a token of a known form. */
export function hasToken(text: string): boolean {
  return text.search(knownTokens) >= 0;
}

/** Matches what a text says about a value under such a key, rather than the value: `password: required`. */
const remark =
  /^(required|missing|invalid|blank|empty|null|none|undefined|true|false|expired|revoked|unknown|malformed|denied|failed|rejected|wrong|ok|valid|present|absent|redacted|hidden|masked|removed|\**)$/i;

/** Whether a value under this key is a secret: `db_password`, `accessToken`, `X-Api-Key`. */
export function isSecretKey(key: string): boolean {
  return wordsOf(key).some((word) => secretWord.test(word));
}

/** Whether a key is `key`, which as often names a file or a field as it has a secret. */
export function isBareKey(key: string): boolean {
  return /^keys?$/i.test(key);
}

/**
 * Whether the text under the key of a secret is words about it, as in `{"token": ["This field is required."]}`.
 * @param isOfList whether it stands in a list, or in a map from fields to their errors, where messages stand
 */
export function isRemark(key: string, text: string, { isOfList }: { readonly isOfList: boolean }): boolean {
  const words = text.trim().split(/\s+/);
  if (words.length === 1) return remark.test(text.trim().replace(/[.!]$/, ''));
  if (isOfList) return true;
  const isChosen = wordsOf(key).some((word) => passwordWord.test(word));
  return !isChosen && words.length >= 3 && words.every((word) => /^[\p{L}'’-]+[,.;:!]?$/u.test(word));
}

/** Matches a key and the sign behind it, also in JSON that is quoted as a text. */
const assignment =
  /(?<![\w.])([A-Za-z][\w.-]{0,63})(?:["'\\]{0,3}[ \t]{0,3}([:=])[ \t]{0,3}|[ \t]{1,3}(?=["']))/g;

/** Matches a value: in quotation marks, or up to a blank or a sign that ends it, behind a scheme. */
const assigned =
  /(?:\\?(["'])((?:(?!\\?\1)[^]){0,4096})(?=\\?\1|$)|((?:(?:basic|bearer|digest|negotiate|ntlm|token|api-?key)[ \t]+)?)([^\s"'\\,;&<>(){}]{1,4096}))/iy;
/** Matches the value of a header that has several. */
const assignedCookies = /()()["']?()([^\r\n"'<>]{1,4096})/y;

/** Replaces the values of keys like `password`, and tokens of known forms. */
export function hideUnderSecretKeys(text: string): string {
  let shown = '';
  let end = 0;
  for (const { 0: whole, 1: key = '', 2: sign = ' ', index } of text.matchAll(assignment)) {
    if (index < end || !isSecretKey(key) || isBareKey(/[^.]*$/.exec(key)?.[0] ?? key)) continue;
    // Without a sign, only a password is meant for certain: a parser finds an unexpected token "x".
    if (sign === ' ' && !/^(passw|pwd)/i.test(key)) continue;
    const value = /cookie/i.test(key) ? assignedCookies : assigned;
    value.lastIndex = index + whole.length;
    const found = value.exec(text);
    if (found === null || !isAssignedSecret(key, sign, { found, after: text.charAt(value.lastIndex) }))
      continue;
    shown += text.slice(end, value.lastIndex - (found[2] || found[4] || '').length) + '[secret]';
    end = value.lastIndex;
  }
  return (shown + text.slice(end)).replace(knownTokens, '[secret]');
}

interface AssignedText {
  /** What {@link assigned} has found. */
  readonly found: RegExpExecArray;
  /** The character behind it. */
  readonly after: string;
}

/** Whether a value is a secret, and no words about one: `password: too short`. */
function isAssignedSecret(key: string, sign: string, { found, after }: AssignedText): boolean {
  const [, quote, quoted = '', scheme = '', bare = ''] = found;
  if (quote) return !quoted.endsWith('[secret]') && !isRemark(key, quoted, { isOfList: false });
  const word = bare.replace(/[.!]$/, '');
  if (remark.test(word) || word === '[secret]') return false;
  if (sign === '=' || /\d|^.{24}/.test(word) || (scheme !== '' && word.length >= 8)) return true;
  // A value ends what is said, and words go on.
  return !/[ \t]/.test(after);
}
