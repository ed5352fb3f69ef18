import { decodeJson } from './decodeJson';
import type { ResponseContext } from '../core/errors';
import { ResponseError, StatusError } from '../core/errors';
import type { HttpResponse } from '../http/httpTransport';
import { httpDate } from './httpDate';
import { retryAfter } from './retryAfter';
import { parseErrorBody } from './errorBody';
import { tryParseUrl } from '../url/parseUrl';

export interface ResponseCheck {
  readonly needsBody: boolean;
  /**
   * Milliseconds since the epoch: used for the clock difference, and for a `Retry-After` date in a response without
   * `Date`.
   */
  readonly now: number;
  /** Redacts the request's secrets from free text: the server may echo them, and no error may hold them. */
  readonly hide: (text: string) => string;
}

/**
 * Passes a successful response, with its body if that is needed.
 * @throws {StatusError} for a status that is not accepted
 * @throws {ResponseError} `html`, `encoded` or `tooLarge`
 */
export function requireUsableResponse(
  answer: HttpResponse,
  context: ResponseContext,
  check: ResponseCheck,
): void {
  if (!answer.accepted) throw statusError(answer, context, check);
  // HTML with status 200 comes from a proxy or a sign-in page on the way. Such a page never has status 201, and some
  // file servers confirm an upload with one.
  const isPageOfFileServer = context.operation === 'uploadFile' && context.status === 201;
  if (isHtml(answer) && !isPageOfFileServer) throw new ResponseError(context, 'html');
  if (check.needsBody && answer.encoded) throw new ResponseError(context, 'encoded');
  if (check.needsBody && answer.tooLarge) throw new ResponseError(context, 'tooLarge');
}

/**
 * The JSON of a response whose body is not documented: undefined for an empty body or another content type, such as
 * the text `Created` that some servers send with every 201.
 * @throws {ResponseError} `notJson` or `tooDeep` for a body that claims to be JSON
 */
export function decodeOptionalJson(answer: HttpResponse, context: ResponseContext): unknown {
  const isOther = !/json/i.test(answer.header('content-type') ?? 'json');
  const isEmpty = answer.body.every((byte) => byte <= 0x20);
  return isOther || isEmpty ? undefined : decodeJson(answer.body, context);
}

function statusError(
  answer: HttpResponse,
  context: ResponseContext,
  { now, hide }: ResponseCheck,
): StatusError {
  const contentType = answer.header('content-type') ?? '';
  const { words, code } = parseErrorBody(answer.body.toString('utf8'), contentType, hide);
  const serverTime = httpDate(answer.header('date'));
  return new StatusError(context, {
    words,
    code,
    retryAfter: retryAfter(answer.header('retry-after'), answer.header('date'), now),
    redirectHost: hostOf(answer.header('location'), context.host),
    clockDifference: serverTime === undefined ? undefined : now - serverTime,
  });
}

// An empty body is harmless, although some frameworks label it HTML.
function isHtml(answer: HttpResponse): boolean {
  const isEmpty = answer.body.length === 0 && !answer.encoded && !answer.tooLarge;
  return !isEmpty && /^\s*text\/html\b/i.test(answer.header('content-type') ?? '');
}

/** The host of a `Location` header; its path and query may contain credentials. */
function hostOf(location: string | undefined, host: string): string | undefined {
  const base = `https://${host}`;
  return (location === undefined ? undefined : tryParseUrl(location, base)?.host) || undefined;
}
