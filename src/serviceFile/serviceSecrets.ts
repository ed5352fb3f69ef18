import { splitApiKeyHeader } from '../client/authentication';
import { isObject } from '../client/core/json';
import { wordsOf } from '../client/text/keyWords';
import { hasToken, hideUnderSecretKeys, isBareKey, isRemark, isSecretKey } from '../client/text/secretKeys';

type Entry = Readonly<Record<string, unknown>>;

/**
 * Finds a value in the description of a service that is a secret by its key or by its form. A placeholder is none, as it
 * is filled when the request is sent.
 * @param entry an entry of the setting for environments, with its name
 * @returns where it is, such as `requestHeaders.X-Auth-Token`; undefined where none is found
 */
export function findSecret(entry: Entry): string | undefined {
  return (
    findInHeaders('requestHeaders', entry) ??
    findInHeaders('uploadHeaders', entry) ??
    findInPages(entry['pages']) ??
    findInBodies(entry['requests']) ??
    findToken(entry)
  );
}

/** Matches names of headers that say something about a key: `x-amz-server-side-encryption-aws-kms-key-id`. */
const aboutKey = /[-_](key|token)[-_](id|md5|sha\d+|name|type|version)$/i;
/** Matches credentials as HTTP has them. */
const schemeAndSecret = /^\s*(bearer|basic|digest|negotiate|token|apikey)\s+\S/i;

function findInHeaders(field: 'requestHeaders' | 'uploadHeaders', entry: Entry): string | undefined {
  const { [field]: headers, apiKeyHeader: ofKey } = entry;
  if (!isObject(headers)) return undefined;
  const keyName = typeof ofKey === 'string' ? splitApiKeyHeader(ofKey).name.toLowerCase() : undefined;
  const found = Object.entries(headers).find(([name, value]) => {
    if (typeof value !== 'string' || value.trim() === '') return false;
    const isNamed = name.toLowerCase() === keyName || (isSecretName(name) && !aboutKey.test(name));
    return isNamed || schemeAndSecret.test(value) || saysSecret(value);
  });
  return found && `${field}.${found[0]}`;
}

/** Matches short names of a password, but not `by-pass`. In a body or a response, a pass is as often one of a solver. */
const shortPassword = /(^|(?<!by)-)(pass|pw)$/;

/** Whether the header or the parameter of a query has a secret by its name. */
function isSecretName(name: string): boolean {
  return isSecretKey(name) || shortPassword.test(wordsOf(name).join('-'));
}

function findInPages(pages: unknown): string | undefined {
  if (!isObject(pages)) return undefined;
  const found = Object.entries(pages).find(([, page]) => {
    const [, ...parts] = String(page).split(/[?#]/);
    const parameters = parts.flatMap((part) => [...new URLSearchParams(part)]);
    return parameters.some(([name, value]) => isSecretName(name) && !isBareKey(name) && isConstant(value));
  });
  return found && `pages.${found[0]}`;
}

function findInBodies(requests: unknown): string | undefined {
  if (!isObject(requests)) return undefined;
  for (const [operation, template] of Object.entries(requests)) {
    if (!isObject(template)) continue;
    const { $prompts, ...body } = template;
    const prompts = isObject($prompts) ? $prompts : {};
    const at = `requests.${operation}`;
    const found = findInBody(body, at, { prompts, secretKey: undefined }) ?? findInDefaults(prompts, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface BodyPlace {
  /** The prompts that the body declares. */
  readonly prompts: Entry;
  /** The key of a secret above the place. */
  readonly secretKey: string | undefined;
}

function findInBody(value: unknown, at: string, { prompts, secretKey }: BodyPlace): string | undefined {
  if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const place = { prompts, secretKey: isKeyOfSecret(key) ? key : secretKey };
      const found = findInBody(item, `${at}.${key}`, place);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (typeof value === 'string' && saysSecret(value)) return at;
  return secretKey !== undefined && isGiven(value, secretKey, prompts) ? at : undefined;
}

/** Whether a value under the key of a secret is one. */
function isGiven(value: unknown, key: string, prompts: Entry): boolean {
  // `max_tokens` is a number of them.
  if (typeof value === 'number') return !/s$/i.test(key);
  if (typeof value !== 'string') return false;
  const [, prompt = ''] = /^\{prompt\.([\w-]+)\}$/.exec(value) ?? [];
  if (hasDefault(prompts[prompt])) return true;
  return isConstant(value) && !isRemark(key, value, { isOfList: false });
}

function findInDefaults(prompts: Entry, at: string): string | undefined {
  const found = Object.entries(prompts).find(([name, prompt]) => {
    const text = isObject(prompt) ? prompt['default'] : undefined;
    return (isKeyOfSecret(name) && hasDefault(prompt)) || (typeof text === 'string' && saysSecret(text));
  });
  return found && `${at}.$prompts.${found[0]}`;
}

/** Whether a text names a secret before it, as `password=…` does, or has a password in an address. */
function saysSecret(text: string): boolean {
  return hideUnderSecretKeys(text) !== text || /:\/\/[^\s/?#"]*:[^\s/?#"]*@/.test(text);
}

/** Whether a prompt proposes a text. One of several that anybody may choose is no secret. */
function hasDefault(prompt: unknown): boolean {
  if (!isObject(prompt) || prompt['type'] === 'choice') return false;
  const { default: given } = prompt;
  return typeof given === 'number' || (typeof given === 'string' && given.trim() !== '');
}

/** Matches the words for credentials alone. A simulation has keys, pins and sessions of its own. */
const ofCredential =
  /(tokens?|secrets?|passwords?|passwd|passphrase|passcode|pwd|jwt|bearer|credentials?|authorization|cookies?|otp|(api|access|private|secret|subscription|licen[cs]e|account)keys?)$/;

/** Whether the field of a body has a secret, and not something about one: `db_password`, but not `token_type`. */
function isKeyOfSecret(key: string): boolean {
  return ofCredential.test(wordsOf(key).join(''));
}

/** Whether a text says anything beside placeholders. */
function isConstant(text: string): boolean {
  return text.replace(/\{[^{}]*\}/g, '').trim() !== '';
}

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** Finds a token or a private key of a known form wherever it is: in a value, a key or an address. */
function findToken(value: unknown, at = ''): string | undefined {
  if (typeof value === 'string') return hasToken(value) || privateKey.test(value) ? at : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    if (hasToken(key)) return at;
    const found = findToken(item, at === '' ? key : `${at}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
