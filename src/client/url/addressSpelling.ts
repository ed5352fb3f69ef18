import { decodePercent } from '../text/readings';
import { normaliseHost } from './hostProximity';

/** Host and port of a URL, equal for all spellings. */
export function serverOf({ hostname, port, protocol }: URL): string {
  const usualPort = protocol === 'https:' ? '443' : '80';
  return `${normaliseHost(hostname)} ${port || usualPort}`;
}

/** A path as most servers read it: letters decoded, slashes in a row as one, and one at its end. */
export function simplifyPath(path: string): string {
  return decodePercent(`${path}/`).replace(/\/+/g, '/');
}
