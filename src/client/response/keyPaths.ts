import type { KeyPath } from '../core/errors';
import { isObject } from '../core/json';
import { tryParseUrl } from '../url/parseUrl';
import { isUrl } from './pickUploadUrl';

const maxPaths = 30;
const maxVisits = 300;

/**
 * The paths of the keys in a response, breadth first, as JSON pointers such as `/data/files/0/url`, with the types of
 * their values and samples of them: enough to recognise its structure and to write a setting. The elements of an array
 * share the pointer of the first one. A key that does not look like words is shown as `[key]`: in a map, it may be a
 * URL, a file's name or a secret. At most 30 paths.
 */
export function listKeyPaths(json: unknown): KeyPath[] {
  const paths = new Map<string, KeyPath>();
  const queue: (readonly [pointer: string, value: unknown])[] = [['', json]];
  for (const [pointer, value] of queue) {
    if (paths.size >= maxPaths) break;
    if (pointer !== '' && !paths.has(pointer)) paths.set(pointer, describeValue(pointer, value));
    if (queue.length < maxVisits) queue.push(...listChildren(pointer, value));
  }
  return [...paths.values()];
}

/** The sample is never a text: any may be a secret, and signed URLs are passwords. */
function describeValue(pointer: string, value: unknown): KeyPath {
  const type = typeof value;
  if (Array.isArray(value)) return { pointer, type: `array of ${value.length}` };
  if (type === 'object') return { pointer, type: value === null ? 'null' : type };
  if (typeof value !== 'string') return { pointer, type, sample: String(value) };
  if (!isUrl(value)) return { pointer, type: 'text' };
  const parsed = tryParseUrl(value);
  return { pointer, type: 'URL', ...(parsed && { sample: `${parsed.protocol}//${parsed.host}/…` }) };
}

function listChildren(pointer: string, value: unknown): (readonly [pointer: string, value: unknown])[] {
  // The first few elements of an array show their structure.
  if (Array.isArray(value)) return value.slice(0, 3).map((item: unknown) => [`${pointer}/0`, item] as const);
  if (!isObject(value)) return [];
  const keys = Object.keys(value).slice(0, maxPaths);
  return keys.map((key) => [`${pointer}/${formatKey(key)}`, value[key]] as const);
}

/** Words have few digits, all in one place. Some formats begin their own keys with a sign or a prefix. */
const words = /^(hydra:|@odata\.|[@$])?[a-z_][a-z_-]*(\d{1,4}[a-z_-]*)?$/i;

/** Letters of a token: a long run of one kind, or close changes from lower to upper case. */
const randomLetters = /[A-Z]{12}|[a-z]{21}|[b-df-hj-np-tv-xz]{7}|([a-z][A-Z].?){3}/;

/** A JSON pointer to show: a key that may be a secret is `[key]`, as in {@link listKeyPaths}. */
export function formatPointer(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${typeof key === 'number' ? key : formatKey(key)}`).join('');
}

function formatKey(key: string): string {
  return key.length <= 40 && words.test(key) && !randomLetters.test(key) ? key : '[key]';
}
