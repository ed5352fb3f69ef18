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
  /** Milliseconds since the epoch, for the difference of the clocks and a `Retry-After` date without a `Date`. */
  readonly now: number;
  /** Takes out of free text what the request carried: the server may repeat it, and no error holds it. */
  readonly hide: (text: string) => string;
}

/**
 * Passes an answer that is a success, with its body when that is needed.
 * @throws {StatusError} for a status that is not accepted
 * @throws {ResponseError} `html`, `encoded` or `tooLarge`
 */
export function requireUsableResponse(
  answer: HttpResponse,
  context: ResponseContext,
  check: ResponseCheck,
): void {
  if (!answer.accepted) throw statusError(answer, context, check);
  // A page with status 200 comes from a proxy or a sign-in page in between. No such page says 201, and file servers
  // tell people with one that a file is there.
  const isPageOfFileServer = context.operation === 'uploadFile' && context.status === 201;
  if (isHtml(answer) && !isPageOfFileServer) throw new ResponseError(context, 'html');
  if (check.needsBody && answer.encoded) throw new ResponseError(context, 'encoded');
  if (check.needsBody && answer.tooLarge) throw new ResponseError(context, 'tooLarge');
}

/**
 * The JSON in an answer whose body is not documented: undefined for an empty body or one of another type,
 * such as the text `Created` that some servers send with every 201.
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

// An empty body says nothing, and some frameworks call even that HTML.
function isHtml(answer: HttpResponse): boolean {
  const isEmpty = answer.body.length === 0 && !answer.encoded && !answer.tooLarge;
  return !isEmpty && /^\s*text\/html\b/i.test(answer.header('content-type') ?? '');
}

/** The host that a `Location` leads to; its path and query may carry what let this client in. */
function hostOf(location: string | undefined, host: string): string | undefined {
  const base = `https://${host}`;
  return (location === undefined ? undefined : tryParseUrl(location, base)?.host) || undefined;
}
