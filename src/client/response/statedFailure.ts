import { type ResponseContext, StatusError } from '../core/errors';
import { stringifyExactly } from '../core/exactJson';
import { isContainer, isObject } from '../core/json';
import { toPlainName } from './conventions';
import { parseJsonError } from './errorBody';

/** Names of objects that only wrap a response. One that stands for a simulation may have a `success` of its own. */
const wrappers = ['data', 'result', 'response', 'payload', 'body', 'content', 'detail'];

/** How the thing that a response is about is identified: by its documented name, a setting, or only an `id` or the like. */
export type IdentifiedBy = 'name' | 'ownId' | 'nothing';

interface Identification {
  readonly by: IdentifiedBy;
  /** Whether an own `id` proves more than an error beside it. */
  readonly isOwnIdEnough?: boolean;
  /** Whether it is that of an entry of a list, which has words and numbers of its own. */
  readonly isEntry?: boolean;
}

/**
 * Rejects a response whose body says that the request failed, whatever its status is: `success` or `ok` is false, or
 * an error is stated by a name, a word or a number that only failures have, and there is nothing that only a success
 * has.
 * @param identification whether the response has the identifier that was asked for, or entries of a list
 * @throws {StatusError} in the words of the body
 */
export function assertNoStatedFailure(
  json: unknown,
  context: ResponseContext,
  identification: Identification,
): void {
  // Some services respond with a list of one.
  if (Array.isArray(json) && json.length === 1 && identification.by !== 'name')
    assertNoStatedFailure(json[0], context, { ...identification, isEntry: identification.by === 'ownId' });
  if (!isObject(json)) return;
  for (const part of [json, ...wrappers.map((name) => json[name])].filter((value) => isObject(value))) {
    const key = findStatement(part, identification);
    if (key === undefined) continue;
    const quote = () => stringifyExactly({ [key]: part[key] }).slice(1, -1);
    throw new StatusError(context, parseJsonError(part, quote, context.hide ?? ((text) => text)));
  }
}

/** The key that says so: that of an error, which tells more, and that of a success that is false. */
function findStatement(
  part: Readonly<Record<string, unknown>>,
  { by, isOwnIdEnough = false, isEntry = false }: Identification,
): string | undefined {
  // Some frameworks begin the names of properties with capitals.
  const keys = Object.keys(part);
  const denied = keys.find((key) => /^(success|ok)$/i.test(key) && isFalse(part[key]));
  // A thing may be about a fault, and an entry of a list may tell of one.
  const names = by === 'nothing' ? anyErrorName : isEntry ? /^errors?$/ : errorName;
  const error = keys.find((key) => names.test(toPlainName(key)) && saysSomething(part[key]));
  if (denied !== undefined) return error ?? denied;
  if (by === 'name') return undefined;
  const hasOwnId = by === 'ownId';
  // A created thing may have a state of its own, but none that is called so.
  const verdict = keys.find((key) => isWord(key, part[key], verdictWord));
  if (verdict !== undefined && (!hasOwnId || isOwnIdEnough)) return error ?? verdict;
  if (hasOwnId && isOwnIdEnough) return undefined;
  if (error !== undefined) return error;
  const hasMessage = keys.some((key) => messageName.test(toPlainName(key)) && isWarning(part[key]));
  // A state of its own comes without a message. So does a number that happens to be a large one.
  if (hasOwnId && (isEntry || !hasMessage)) return undefined;
  // The form of problems in RFC 9457: what was created may have a title too.
  const isProblem = !hasOwnId && keys.includes('title') && keys.includes('status');
  return keys.find(
    (key) => isWord(key, part[key], failureWord) || isFailureValue(key, part[key], { hasMessage, isProblem }),
  );
}

const errorName = /^(errors?|errormessages?|exceptionmessage)$/;
const anyErrorName = /^(errors?|errormessages?|faults?|faultstring|exceptions?|exceptionmessage)$/;
const messageName = /^(messages?|msg|errmsg|errormsg|statusmessage|detail|reason)$/;
const wordName = /^(status|state|result|outcome)$/;
const verdictWord = /^(fail|failure)$/i;
const failureWord = /^(error|errored|fail|failed|failure|rejected|denied)$/i;
/** Codes in words, such as `token_expired` and `AccessDenied`. */
const failureCode = /error|fail|exception|expired|invalid|unauth|forbidden|denied/i;
/** Such words of a success stand beside its code: `{"errorCode": 0, "errorMessage": "Success"}`. */
const successWord =
  /^\s*(ok|okay|success|successful|successfully|succeeded|done|none|null|no errors?|n\/a|-)?[\s.!]*$/i;

function isWord(key: string, value: unknown, word: RegExp): boolean {
  return wordName.test(toPlainName(key)) && typeof value === 'string' && word.test(value.trim());
}

function isWarning(value: unknown): boolean {
  return isContainer(value) ? saysSomething(value) : typeof value === 'string' && !successWord.test(value);
}

/**
 * Whether a value is a code of failures: a status of HTTP, or the code of a service beside a message. Codes that begin
 * with 1 or 2 are those of successes too, such as 1000 or 20000.
 */
function isFailureValue(
  key: string,
  value: unknown,
  { hasMessage, isProblem }: { readonly hasMessage: boolean; readonly isProblem: boolean },
): boolean {
  const name = toPlainName(key);
  if (name === 'code' && typeof value === 'string' && failureCode.test(value)) return hasMessage;
  const isText = typeof value === 'string' && /^-?\d{1,9}$/.test(value);
  if (typeof value !== 'number' && !isText) return false;
  const code = Number(value);
  if (!Number.isInteger(code)) return false;
  if (/^(statuscode|httpstatus|httpstatuscode)$/.test(name)) return code >= 400 && code < 600;
  if (/^(errno|errcode|errorcode)$/.test(name)) return code < 0 || (code > 0 && hasMessage);
  if (name === 'status') return (hasMessage || isProblem) && (code < 0 || (code >= 400 && code < 600));
  return name === 'code' && hasMessage && (code < 0 || (code >= 400 && !/^[12]/.test(String(code))));
}

function isFalse(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === 'string' && value.toLowerCase() === 'false');
}

/** Whether a value is more than a zero, an empty text or the word of a success, or a container of such. */
function saysSomething(value: unknown): boolean {
  if (isContainer(value)) return Object.values(value).some(saysSomething);
  return typeof value === 'string' ? !successWord.test(value) : Boolean(value);
}
