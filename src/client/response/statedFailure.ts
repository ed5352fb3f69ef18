import { type ResponseContext, StatusError } from '../core/errors';
import { stringifyExactly } from '../core/exactJson';
import { isContainer, isObject } from '../core/json';
import { parseJsonError } from './errorBody';

/** Names of objects that only wrap a response. One that stands for a simulation may have a `success` of its own. */
const wrappers = ['data', 'result', 'response', 'payload', 'body', 'content'];

/**
 * Rejects a response whose body says that the request failed, whatever its status is: `success` or `ok` is false, or
 * `error` or `errors` says something and there is nothing that only a success has.
 * @param isIdentified whether the response has the identifier that was asked for, or entries of a list
 * @throws {StatusError} in the words of the body
 */
export function assertNoStatedFailure(
  json: unknown,
  context: ResponseContext,
  { isIdentified }: { readonly isIdentified: boolean },
): void {
  // Some services respond with a list of one.
  if (Array.isArray(json) && json.length === 1 && !isIdentified)
    assertNoStatedFailure(json[0], context, { isIdentified });
  if (!isObject(json)) return;
  for (const part of [json, ...wrappers.map((name) => json[name])].filter((value) => isObject(value))) {
    const { error, denied } = findStatements(part);
    const key = denied !== undefined || !isIdentified ? (error ?? denied) : undefined;
    if (key === undefined) continue;
    const quote = () => stringifyExactly({ [key]: part[key] }).slice(1, -1);
    throw new StatusError(context, parseJsonError(part, quote, context.hide ?? ((text) => text)));
  }
}

/** The keys that say so: that of an error, which tells more, and that of a success that is false. */
function findStatements(part: Readonly<Record<string, unknown>>) {
  // Some frameworks begin the names of properties with capitals.
  const keys = Object.keys(part);
  const denied = keys.find((key) => /^(success|ok)$/i.test(key) && isFalse(part[key]));
  const error = keys.find((key) => /^errors?$/i.test(key) && saysSomething(part[key]));
  return { error, denied };
}

function isFalse(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === 'string' && value.toLowerCase() === 'false');
}

/** Whether a value is more than a zero, an empty text, or a container of such. */
function saysSomething(value: unknown): boolean {
  if (isContainer(value)) return Object.values(value).some(saysSomething);
  return typeof value === 'string' ? value.trim() !== '' : Boolean(value);
}
