import { type ResponseContext, StatusError } from '../core/errors';
import { stringifyExactly } from '../core/exactJson';
import { isContainer, isObject } from '../core/json';
import { parseJsonError } from './errorBody';

/** Names of objects that only wrap a response. One that stands for a simulation may have a `success` of its own. */
const wrappers = ['data', 'result', 'response', 'payload', 'body', 'content'];

const codeKey = /^(code|status|status_?code|(err|error|ret|result)_?(code|no)|errno|ret)$/i;
const wordsKey = /^(msg|message|(err|error|status)_?(msg|message)|detail|description|reason)$/i;
const dataKey = /^(data|results?|response|payload|body|content|items|list|records|rows)$/i;
/** Words of codes such as `token_expired`, and of a `status`. */
const failureWord = /^(error|err|fail|failed|failure|exception)$|expired|invalid|unauth|forbidden|denied/i;

/**
 * Rejects a response whose body says that the request failed, whatever its status is: `success` or `ok` is false, or
 * there is nothing that only a success has, and `error` or `errors` says something, or a code of a failure stands beside
 * words and no data, as in `{"code": 401, "msg": "The token has expired", "data": null}`.
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
    if (key === undefined && !isIdentified && hasFailureCode(part))
      throw new StatusError(
        context,
        parseJsonError(part, () => '', context.hide ?? ((text) => text)),
      );
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

/**
 * Whether the code of a failure stands beside words, and no data: frameworks that respond with 200 to everything put the
 * status there. FastAPI wraps both into `detail`.
 */
function hasFailureCode(part: Readonly<Record<string, unknown>>): boolean {
  const { detail } = part;
  if (isObject(detail) && hasFailureCode(detail)) return true;
  const entries = Object.entries(part);
  const hasCode = entries.some(([key, value]) => codeKey.test(key) && isFailure(value));
  const hasWords = entries.some(
    ([key, value]) => wordsKey.test(key) && typeof value === 'string' && saysSomething(value),
  );
  return hasCode && hasWords && !entries.some(isData);
}

/** An empty list is data: nothing was found. */
function isData([key, value]: readonly [string, unknown]): boolean {
  return dataKey.test(key) && (Array.isArray(value) || saysSomething(value));
}

/** A status of HTTP from 400 on, also with further digits (40001), or a word. */
function isFailure(value: unknown): boolean {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return /^[45]\d{2,4}$/.test(text) || failureWord.test(text);
}

function isFalse(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === 'string' && value.toLowerCase() === 'false');
}

/** Whether a value is more than a zero, an empty text, or a container of such. */
function saysSomething(value: unknown): boolean {
  if (isContainer(value)) return Object.values(value).some(saysSomething);
  return typeof value === 'string' ? value.trim() !== '' : Boolean(value);
}
