import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The code of the sources by their files, with `/` and from the folder `src` on. */
export const sources: ReadonlyMap<string, string> = new Map(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name.replaceAll(path.sep, '/'), readFileSync(path.join('src', name), 'utf8')]),
);
