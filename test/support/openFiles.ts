import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** The number that the system gives to the next file: the lowest free one, which rises with each file left open. */
export function nextDescriptor(): number {
  const descriptor = openSync(__filename, 'r');
  closeSync(descriptor);
  return descriptor;
}

/** Paths of the files below these folders that this process has open. Needs `descriptors`. */
export function listOpenFiles(...folders: readonly string[]): string[] {
  const descriptors = '/proc/self/fd';
  const targets = readdirSync(descriptors).map((name) => {
    try {
      return readlinkSync(path.join(descriptors, name));
    } catch {
      // It was closed meanwhile.
      return '';
    }
  });
  return targets.filter((target) => folders.some((folder) => target.startsWith(folder)));
}
