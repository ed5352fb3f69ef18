import { hash } from 'node:crypto';
import type { FileTree } from './tempTree';

/** SHA-256 in hex. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content);

/** The SHA-256 of each file in hex, by its name. */
export const hashesOf = (files: FileTree): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [name, sha256(content)]));
