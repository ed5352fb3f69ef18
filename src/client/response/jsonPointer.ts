import { isObject } from '../core/json';

/** Whether a text is a JSON pointer (RFC 6901): empty for the whole value, or steps that begin with `/`. */
export function isJsonPointer(text: unknown): text is string {
  return typeof text === 'string' && /^(\/([^~/]|~[01])*)*$/.test(text);
}

/** Follows a pointer into a JSON value; undefined when it leads nowhere. Only own properties count. */
export function getValueAt(json: unknown, pointer: string): unknown {
  return readSteps(pointer).reduce<unknown>(getChild, json);
}

/** The keys and indices of a pointer. */
export function readSteps(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  // In this order, so that `~01` is `~1` and not a slash.
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value under one key of an object, or at one index of an array. */
export function getChild(container: unknown, step: string): unknown {
  if (Array.isArray(container)) return /^(0|[1-9]\d*)$/.test(step) ? container[Number(step)] : undefined;
  return isObject(container) && Object.hasOwn(container, step) ? container[step] : undefined;
}
