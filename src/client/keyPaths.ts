import { cleanText } from './cleanText';

const mostPaths = 30;
const mostVisits = 300;

/**
 * The paths of the keys in an answer, breadth first, such as `data.files[].url`: enough to see what shape
 * came, without a value. A key that looks like a URL is shown as `[URL]`. At most 30 paths.
 */
export function keyPaths(json: unknown): string[] {
  const paths = new Set<string>();
  const queue: (readonly [path: string, value: unknown])[] = [['', json]];
  for (const [path, value] of queue) {
    if (paths.size >= mostPaths) break;
    if (path !== '') paths.add(path);
    if (queue.length < mostVisits) queue.push(...children(path, value));
  }
  return [...paths];
}

function children(path: string, value: unknown): (readonly [path: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  // The elements of an array share one path, and the first few show their shape.
  if (Array.isArray(value)) return value.slice(0, 3).map((item: unknown) => [`${path}[]`, item] as const);
  const fields = value as Record<string, unknown>;
  const keys = Object.keys(fields).slice(0, mostPaths);
  return keys.map((key) => [path === '' ? shown(key) : `${path}.${shown(key)}`, fields[key]] as const);
}

function shown(key: string): string {
  return cleanText(key, 60);
}
