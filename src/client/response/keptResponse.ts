import { parseExactJson, stringifyExactly } from '../core/exactJson';
import { isContainer, isObject } from '../core/json';
import { isSecretKey } from '../text/secretKeys';
import { escapeInvisible } from '../text/visibleText';
import { tryParseUrl } from '../url/parseUrl';
import type { Path } from './foundList';
import { readSteps } from './jsonPointer';
import { formatPointer } from './keyPaths';
import { isUrl } from './pickUploadUrl';

const maxLines = 40;
const maxVisits = 400;
/** The first few elements of an array show what the others are like. */
const maxElements = 3;

/** Longer texts are no identifiers that a person would look for, but may be tokens; characters. */
const maxTextLength = 80;

/**
 * What a response says, to be shown and recorded: a line for each value, with its JSON pointer, breadth first. Values
 * under names that sound like secrets, paths and queries of URLs and long texts are left out. At most 40 lines.
 * @param hide redacts free text
 */
export function keepResponse(json: unknown, hide: (text: string) => string): string {
  const lines: string[] = [];
  const queue: { readonly path: Path; readonly value: unknown; readonly isSecret: boolean }[] = [];
  queue.push({ path: [], value: json, isSecret: false });
  for (const { path, value, isSecret } of queue) {
    if (lines.length === maxLines) break;
    if (!isContainer(value)) {
      lines.push(`${formatPointer(path)}: ${isSecret ? '[secret]' : describe(value)}`);
      continue;
    }
    const maxChildren = Array.isArray(value) ? maxElements : maxLines;
    for (const key of Object.keys(value).slice(0, maxChildren)) {
      if (queue.length >= maxVisits) break;
      const isOfSecret = isSecret || isSecretKey(key);
      queue.push({
        path: [...path, Array.isArray(value) ? Number(key) : key],
        value: value[key],
        isSecret: isOfSecret,
      });
    }
  }
  return hide(lines.join('\n'));
}

function describe(value: unknown): string {
  if (typeof value !== 'string') return stringifyExactly(value);
  if (isUrl(value)) {
    const parsed = tryParseUrl(value);
    return parsed === undefined ? 'URL' : `${parsed.protocol}//${parsed.host}/…`;
  }
  return value.length > maxTextLength ? '…' : escapeInvisible(stringifyExactly(value));
}

/**
 * Reads what {@link keepResponse} kept as a response again: values that were left out are missing in it, and lists are
 * objects with numbers as keys.
 */
export function readKeptResponse(kept: string): unknown {
  const root: Record<string, unknown> = {};
  for (const line of kept.split('\n')) {
    const [, pointer, text] = /^((?:\/[^/\s]+)+): (.*)$/.exec(line) ?? [];
    const steps = readSteps(pointer ?? '');
    const key = steps.pop();
    const value = parseValue(text ?? '');
    const isHidden = pointer?.includes('[key]') === true || text?.includes('[secret]') === true;
    if (key === undefined || value === undefined || isHidden) continue;
    let holder: Record<string, unknown> | undefined = root;
    for (const step of steps) holder = holder && enter(holder, step);
    if (holder !== undefined) set(holder, key, value);
  }
  return root;
}

/** The object under a key, which is added if it is missing; undefined where there is another value. */
function enter(holder: Record<string, unknown>, key: string): Record<string, unknown> | undefined {
  if (!Object.hasOwn(holder, key)) set(holder, key, {});
  const inner = holder[key];
  return isObject(inner) ? inner : undefined;
}

/** A plain assignment would not add `__proto__`. */
function set(holder: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
}

/** @returns undefined for a value that was left out */
function parseValue(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
