import { isExactNumber } from '../client/core/exactJson';

/** What `JSON.parse` says nothing about. */
export interface ScannedJson {
  /** How many objects and lists are in one another. */
  readonly depth: number;
  /** A key that one object has twice. `JSON.parse` keeps the last one in silence. */
  readonly duplicate?: string;
  /** A number whose value JavaScript does not keep. */
  readonly inexact?: string;
}

/** Limit for the number that is compared, far beyond the digits that are kept; characters. */
const maxNumberLength = 40;

/** @param text valid JSON */
export function scanJson(text: string): ScannedJson {
  const objects: (Set<string> | undefined)[] = [];
  let depth = 0;
  let duplicate: string | undefined;
  let inexact: string | undefined;
  for (const [token, isKey] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d[\d.eE+-]*|[{}[\]]/g)) {
    if (token === '{') objects.push(new Set());
    else if (token === '[') objects.push(undefined);
    else if (token === '}' || token === ']') objects.pop();
    else if (isKey !== undefined) {
      const key = JSON.parse(token.slice(0, token.length - isKey.length)) as string;
      if (objects.at(-1)?.has(key) === true) duplicate ??= key;
      objects.at(-1)?.add(key);
    } else if (/^[-\d]/.test(token) && (token.length > maxNumberLength || !isExactNumber(token)))
      inexact ??= token;
    depth = Math.max(depth, objects.length);
  }
  return {
    depth,
    ...(duplicate !== undefined && { duplicate }),
    ...(inexact !== undefined && { inexact }),
  };
}
