const maxPaths = 30;
const maxVisits = 300;

/**
 * The paths of the keys in a response, breadth first, such as `data.files[].url`: enough to recognise its structure,
 * without values. A key that does not look like words is shown as `[key]`: in a map, it may be a URL, a file's name
 * or a secret. At most 30 paths.
 */
export function listKeyPaths(json: unknown): string[] {
  const paths = new Set<string>();
  const queue: (readonly [path: string, value: unknown])[] = [['', json]];
  for (const [path, value] of queue) {
    if (paths.size >= maxPaths) break;
    if (path !== '') paths.add(path);
    if (queue.length < maxVisits) queue.push(...listChildren(path, value));
  }
  return [...paths];
}

function listChildren(path: string, value: unknown): (readonly [path: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  // The elements of an array share one path, and the first few show their structure.
  if (Array.isArray(value)) return value.slice(0, 3).map((item: unknown) => [`${path}[]`, item] as const);
  const fields = value as Record<string, unknown>;
  const keys = Object.keys(fields).slice(0, maxPaths);
  return keys.map(
    (key) => [path === '' ? formatKey(key) : `${path}.${formatKey(key)}`, fields[key]] as const,
  );
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
