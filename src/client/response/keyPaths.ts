import type { KeyPath } from '../core/errors';
import { tryParseUrl } from '../url/parseUrl';
import { isUrl } from './uploadLink';

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

function describeValue(pointer: string, value: unknown): KeyPath {
  const sample = takeSample(value);
  return { pointer, type: typeOf(value), ...(sample !== undefined && { sample }) };
}

/** Any text may be a secret, and signed URLs are passwords. */
function takeSample(value: unknown): string | undefined {
  if (['number', 'bigint', 'boolean'].includes(typeof value)) return String(value);
  return typeof value === 'string' && isUrl(value) ? formatServer(value) : undefined;
}

/** Scheme and host. */
function formatServer(url: string): string | undefined {
  const parsed = tryParseUrl(url);
  return parsed && `${parsed.protocol}//${parsed.host}/…`;
}

/** Such as `array of 2`, `text` or `URL`. */
function typeOf(value: unknown): string {
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (typeof value === 'string') return isUrl(value) ? 'URL' : 'text';
  return value === null ? 'null' : typeof value;
}

function listChildren(pointer: string, value: unknown): (readonly [pointer: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  // The first few elements of an array show their structure.
  if (Array.isArray(value)) return value.slice(0, 3).map((item: unknown) => [`${pointer}/0`, item] as const);
  const fields = value as Record<string, unknown>;
  const keys = Object.keys(fields).slice(0, maxPaths);
  return keys.map((key) => [`${pointer}/${formatKey(key)}`, fields[key]] as const);
}

function formatKey(key: string): string {
  return /^[a-z_][\w-]{0,39}$/i.test(key) && !looksRandom(key) ? key : '[key]';
}

/**
 * Whether a key that could be a word is more likely a token: words have few digits, no long run of one kind of
 * letters, and change between upper case, lower case and digits less than once in three characters.
 */
function looksRandom(key: string): boolean {
  const parts = 1 + (key.match(/[a-z](?=[A-Z])|\d+/g) ?? []).length;
  return (
    key.replace(/\D/g, '').length > 4 ||
    /[A-Z]{12}|[a-z]{21}|[b-df-hj-np-tv-xz]{7}/.test(key) ||
    (key.length >= 8 && parts * 3 > key.length)
  );
}
