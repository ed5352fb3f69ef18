import { type ResponseContext, StatusError } from '../core/errors';
import { stringifyExactly } from '../core/exactJson';
import { isContainer, isObject } from '../core/json';
import { toPlainName } from './conventions';
import { parseJsonError } from './errorBody';

/** Names of objects that only wrap a response. One that stands for a simulation may have a `success` of its own. */
const wrappers = ['data', 'result', 'response', 'payload', 'body', 'content', 'detail'];

/** Names of objects that tell about a response: `{"meta": {"code": 403}, "data": []}`. */
const sideName = /^(status|meta|metadata|header|head|responsestatus|responsemetadata)$/;

/** How the thing that a response is about is identified: by its documented name, a setting, or only an `id` or the like. */
export type IdentifiedBy = 'name' | 'ownId' | 'nothing';

interface Identification {
  readonly by: IdentifiedBy;
  /** Whether the identifier was sent with the request, or is that of something else, so that it proves nothing. */
  readonly isEcho?: boolean;
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
  const hide = context.hide ?? ((text: string) => text);
  if (json === false || (typeof json === 'string' && isErrorText(json)))
    throw new StatusError(
      context,
      parseJsonError(json, () => String(json), hide),
    );
  if (!isObject(json)) return;
  for (const { part, isSide } of listParts(json, context)) {
    const key = isSide
      ? findSideStatement(part, identification)
      : findStatement(part, identification, context.status);
    if (key === undefined) continue;
    const quote = () => stringifyExactly({ [key]: part[key] }).slice(1, -1);
    throw new StatusError(context, parseJsonError(part, quote, hide));
  }
}

/** Whether a text begins as that of an error, such as `ERROR: no cores left`, and says more than that there is none. */
export function isErrorText(text: string): boolean {
  return /^\s{0,100}(fatal )?error\s?:(?!\s*(0\b|(no|none|null|false)?\s*$))/i.test(text);
}

interface Part {
  readonly part: Readonly<Record<string, unknown>>;
  /** Whether it tells about the response. */
  readonly isSide: boolean;
}

function listParts(json: Readonly<Record<string, unknown>>, { operation }: ResponseContext): Part[] {
  // A model that is finalised says of itself what came of that.
  const names = operation === 'finaliseModel' ? [...wrappers, 'model'] : wrappers;
  const wrapped = names.map((name) => json[name]);
  const sides = Object.keys(json).filter((key) => sideName.test(toPlainName(key)));
  return [
    { part: json, isSide: false },
    ...wrapped.map((part) => ({ part, isSide: false })),
    ...sides.map((key) => ({ part: json[key], isSide: true })),
  ].filter((one): one is Part => isObject(one.part));
}

/** The key that says so in an object about the response. Its words, such as a `state`, may be about something else. */
function findSideStatement(
  side: Readonly<Record<string, unknown>>,
  { by, isEcho = false }: Identification,
): string | undefined {
  if (by === 'name' && !isEcho) return undefined;
  const keys = Object.keys(side);
  const code = keys.find((key) => codeName.test(toPlainName(key)) && isHttpFailure(side[key]));
  if (by !== 'nothing') return code;
  return (
    keys.find((key) => errorName.test(toPlainName(key)) && saysSomething(side[key])) ??
    keys.find((key) => successName.test(toPlainName(key)) && isFalse(side[key])) ??
    code
  );
}

/** The key that says so: that of an error, which tells more, and that of a success that is false. */
function findStatement(
  part: Readonly<Record<string, unknown>>,
  { by, isEcho = false, isEntry = false }: Identification,
  status: number,
): string | undefined {
  // Some frameworks begin the names of properties with capitals.
  const keys = Object.keys(part);
  const denied = keys.find((key) => successName.test(toPlainName(key)) && isFalse(part[key]));
  // A thing may be about a fault, and an entry of a list may tell of one.
  const names = by === 'nothing' ? anyErrorName : isEntry ? /^errors?$/ : errorName;
  const error = keys.find((key) => names.test(toPlainName(key)) && isError(key, part[key], by));
  if (denied !== undefined) return error ?? denied;
  if (by === 'name' && !isEcho) return undefined;
  const hasOwnId = by === 'ownId' && !isEcho;
  // A created thing may have a state of its own, but none that is called so.
  const verdict = keys.find((key) => isWord(key, part[key], verdictWord));
  if (verdict !== undefined && !isEntry) return error ?? verdict;
  if (error !== undefined) return error;
  const hasMessage = keys.some((key) => messageName.test(toPlainName(key)) && isWarning(part[key]));
  // A state of its own comes without a message. So does a number that happens to be a large one.
  if (hasOwnId && (isEntry || !hasMessage)) return undefined;
  // The form of problems in RFC 9457: what was created may have a title too.
  const isProblem = !hasOwnId && keys.includes('title') && keys.includes('status');
  return keys.find(
    (key) =>
      isWord(key, part[key], failureWord) ||
      isUndone(key, part[key], { hasOwnId, status }) ||
      isFailureValue(key, part[key], { hasMessage, isProblem }),
  );
}

const successName = /^(is)?(success|ok)$/;
const errorName = /^(errors?|err|errormessages?|errordetails?|(validation|field)errors?|exceptionmessage)$/;
const anyErrorName =
  /^(errors?|err|errormessages?|errordetails?|(validation|field)errors?|faults?|faultstring|exceptions?|exceptionmessage)$/;
/** What was done to a request, if true. */
const failureFlag = /^(is|has)?(failed|rejected|denied|errors)$/;
/** What was done to a request, if false. */
const acceptanceFlag = /^(is)?accepted$/;
/** What came of it, if false: with the status 202, it may still come. */
const resultFlag = /^(is)?(succeeded|valid|finali[sz]ed|stored|uploaded|saved)$/;
const codeName = /^(code|status|statuscode|httpstatus|httpstatuscode|httpcode|errorcode)$/;
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

/** Whether a value is that of an error. With an identifier, a number called `err` may be a measure of accuracy. */
function isError(key: string, value: unknown, by: IdentifiedBy): boolean {
  const isMeasure = by !== 'nothing' && typeof value === 'number' && toPlainName(key) === 'err';
  return !isMeasure && saysSomething(value);
}

/** Whether a flag says that the request failed. A created thing is not finalised, and may not be valid yet. */
function isUndone(
  key: string,
  value: unknown,
  { hasOwnId, status }: { readonly hasOwnId: boolean; readonly status: number },
): boolean {
  const name = toPlainName(key);
  if (typeof value !== 'boolean' && typeof value !== 'string') return false;
  const text = String(value).toLowerCase();
  if (text === 'true') return failureFlag.test(name);
  if (text !== 'false') return false;
  return acceptanceFlag.test(name) || (!hasOwnId && status !== 202 && resultFlag.test(name));
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
  const code = readCode(value);
  if (code === undefined) return false;
  if (/^(statuscode|httpstatus|httpstatuscode)$/.test(name)) return isHttpFailure(code);
  if (/^(errno|errcode|errorcode|ret|retcode|returncode)$/.test(name)) {
    // That of a program, of which only 0 is a success; the larger ones are codes of services.
    const isOfProgram = /^(ret|return)code$/.test(name) && code < 100;
    return code < 0 || (code > 0 && (hasMessage || isOfProgram));
  }
  if (name === 'status') return (hasMessage || isProblem) && (code < 0 || isHttpFailure(code));
  return name === 'code' && hasMessage && (code < 0 || (code >= 400 && !/^[12]/.test(String(code))));
}

/** A whole number, also as a text. */
function readCode(value: unknown): number | undefined {
  const isText = typeof value === 'string' && /^-?\d{1,9}$/.test(value);
  const code = typeof value === 'number' || isText ? Number(value) : NaN;
  return Number.isInteger(code) ? code : undefined;
}

function isHttpFailure(value: unknown): boolean {
  const code = readCode(value) ?? 0;
  return code >= 400 && code < 600;
}

function isFalse(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === 'string' && value.toLowerCase() === 'false');
}

/** Whether a value is more than a zero, an empty text or the word of a success, or a container of such. */
function saysSomething(value: unknown): boolean {
  if (isContainer(value)) return Object.values(value).some(saysSomething);
  return typeof value === 'string' ? !successWord.test(value) : Boolean(value);
}
