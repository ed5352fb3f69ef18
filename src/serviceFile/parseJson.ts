import { isExactNumber } from '../client/core/exactJson';

/** JSON with what `JSON.parse` says nothing about. */
export interface ParsedJson {
  readonly value: unknown;
  /** How many objects and lists are in one another. */
  readonly depth: number;
  /** A key that one object has twice. `JSON.parse` keeps the last one in silence. */
  readonly duplicate?: string;
  /** Whether a key is `__proto__`, which the settings of VS Code do not keep. */
  readonly hasPrototype: boolean;
  /** A number whose value JavaScript does not keep. */
  readonly inexact?: string;
}

/** Limit for the number that is compared, far beyond the digits that are kept; characters. */
const maxNumberLength = 40;

/** @returns undefined for a text that is no JSON; a mark of the byte order before it does not matter */
export function parseJson(given: string): ParsedJson | undefined {
  const text = given.replace(/^\ufeff/, '');
  try {
    const value: unknown = JSON.parse(text);
    return { value, ...scanJson(text) };
  } catch {
    return undefined;
  }
}

/** @param text valid JSON */
function scanJson(text: string): Omit<ParsedJson, 'value'> {
  const objects: (Set<string> | undefined)[] = [];
  let depth = 0;
  let hasPrototype = false;
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
      hasPrototype ||= key === '__proto__';
    } else if (/^[-\d]/.test(token) && (token.length > maxNumberLength || !isExactNumber(token)))
      inexact ??= token;
    depth = Math.max(depth, objects.length);
  }
  return {
    depth,
    hasPrototype,
    ...(duplicate !== undefined && { duplicate }),
    ...(inexact !== undefined && { inexact }),
  };
}
