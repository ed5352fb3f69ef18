import { type CredentialLack, type ResponseContext, ResponseError, StatusError } from '../core/errors';
import type { HttpResponse } from '../http/httpTransport';
import { sanitizeText } from '../text/sanitizeText';
import { parseRedirect } from '../url/redirect';
import { getUrlExpiry } from '../url/urlExpiry';
import { decodeJson } from './decodeJson';
import { isHtml, parseChallenge, parseErrorBody, parsePageTitle } from './errorBody';
import { readRetryAfter, readServerTime } from './httpDate';
import { findValidInMs } from './notYetValid';
import { isErrorText } from './statedFailure';

export interface ResponseCheck {
  readonly needsBody: boolean;
  /**
   * Milliseconds since the epoch: used for the clock difference, and for a `Retry-After` date in a response without
   * `Date`.
   */
  readonly now: number;
  /** The URL of the request; a secret if a file was sent there. */
  readonly url: URL;
  /** See {@link StatusError.repeatedPath}, whatever the status is. */
  readonly repeatedPath?: string | undefined;
  /** The signed URL to which a file was sent; a secret. */
  readonly uploadUrl?: string | undefined;
  /** See {@link StatusError.lack}, whatever the status is. */
  readonly lack?: CredentialLack | undefined;
  /** Redacts the request's secrets from free text: the server may echo them, and no error may hold them. */
  readonly hide: (text: string) => string;
}

/**
 * Passes a successful response, with its body if that is needed.
 * @throws {StatusError} for a status that is not accepted, and for the error document of an object store
 * @throws {ResponseError} `html`, `encoded` or `tooLarge`
 */
export function assertUsableResponse(
  response: HttpResponse,
  context: ResponseContext,
  check: ResponseCheck,
): void {
  if (!response.accepted || isErrorDocument(response.body) || mayHaveFailedPart(response))
    throw createStatusError(response, context, check);
  // HTML with status 200 comes from a proxy or a sign-in page on the way, and with 203 from a proxy that changed what
  // came. Such a page has no other status, and some file servers confirm an upload with one.
  const isPageOfFileServer = context.operation === 'uploadFile' && ![200, 203].includes(context.status);
  if (isPage(response, check.needsBody ? 'labelOrText' : 'label') && !isPageOfFileServer) {
    throw new ResponseError(context, 'html', [], parsePageTitle(response.body, check.hide));
  }
  if (check.needsBody && response.encoded) throw new ResponseError(context, 'encoded');
  if (check.needsBody && response.tooLarge) throw new ResponseError(context, 'tooLarge');
}

/**
 * The JSON of a response whose body is not documented: undefined for an empty body, or one that is not JSON, such as
 * the text `Created` that some servers send with every 201.
 * @throws {ResponseError} `notJson` or `tooDeep` for a body that claims to be JSON, if it is to be read
 */
export async function decodeOptionalJson(
  response: HttpResponse,
  context: ResponseContext,
  { isToBeRead }: { readonly isToBeRead: boolean },
): Promise<unknown> {
  const claimsJson = /json/i.test(response.header('content-type') ?? 'json');
  if (response.body.every((byte) => byte <= 0x20)) return undefined;
  try {
    return await decodeJson(response.body, context);
  } catch (error) {
    if (isToBeRead && claimsJson) throw error;
    return undefined;
  }
}

function createStatusError(
  response: HttpResponse,
  context: ResponseContext,
  { now, hide, url, uploadUrl, lack, repeatedPath }: ResponseCheck,
): StatusError {
  const contentType = response.header('content-type') ?? '';
  const isRedirect = response.status >= 300 && response.status < 400;
  const location = isRedirect ? response.header('location') : undefined;
  const redirect = location === undefined ? undefined : parseRedirect(location, url);
  // The page of a redirect only repeats it.
  const isOwnPage = redirect === undefined && isPage(response, 'labelOrText');
  const isUnknownPath = response.status === 404 || response.status === 405;
  const header = (name: string) => response.header(name);
  const body = response.body.toString('utf8');
  const errorBody = parseErrorBody(body, contentType, hide, header('x-ms-error-code'));
  const serverTimeMs = readServerTime(header);
  const isRefused = response.status === 401 || response.status === 403;
  const challenge = header('www-authenticate') ?? '';
  return new StatusError(context, {
    ...errorBody,
    // Azure has its code in a header too, which is all that there is where the body got lost on the way.
    serverMessage:
      errorBody.serverMessage ??
      parseChallenge(challenge, hide) ??
      (body === '' ? errorBody.code : undefined),
    pageTitle: isOwnPage ? parsePageTitle(response.body, hide, response.status) : undefined,
    retryAfter: readRetryAfter(header, now),
    ...redirect,
    repeatedPath: isUnknownPath ? repeatedPath : undefined,
    clockDifference: serverTimeMs === undefined ? undefined : now - serverTimeMs,
    validInMs: findValidInMs(uploadUrl, response.status, errorBody, serverTimeMs),
    urlState: findUrlState(uploadUrl, serverTimeMs),
    // A page comes from a device on the way.
    lack: isRefused && !isOwnPage ? lack : undefined,
    challenge: sanitizeText(challenge, maxChallengeLength, hide) || undefined,
  });
}

/** Limit for what is kept of `WWW-Authenticate`; characters. */
const maxChallengeLength = 300;

/** See {@link StatusError.urlState}. */
function findUrlState(url: string | undefined, serverTimeMs: number | undefined): StatusError['urlState'] {
  const expiryMs = url === undefined ? undefined : getUrlExpiry(url);
  if (expiryMs === undefined || serverTimeMs === undefined) return undefined;
  return expiryMs <= serverTimeMs ? 'expired' : 'inTime';
}

/** Length of the beginning of a body by which a web page without an HTML label is recognised; bytes. */
const maxBeginningBytes = 200;

/**
 * An empty body is harmless, although some frameworks label it HTML.
 * @param by what it may be recognised by: only by its label, or by its text too
 */
function isPage(response: HttpResponse, by: 'label' | 'labelOrText'): boolean {
  if (response.body.length === 0 && !response.encoded && !response.tooLarge) return false;
  const contentType = response.header('content-type') ?? '';
  const beginning = response.encoded ? '' : response.body.toString('utf8', 0, maxBeginningBytes);
  return (by === 'labelOrText' || isHtml(contentType)) && isHtml(contentType, beginning);
}

/** Object stores report some failures with a success status, and some services by a text. */
function isErrorDocument(body: Buffer): boolean {
  const beginning = body.toString('utf8', 0, maxBeginningBytes);
  return errorElement.test(beginning) || isErrorText(beginning);
}

/** An element of an error that says more than that there is none. */
const errorElement =
  /^\s{0,100}(<\?xml[^<>]*>\s*)?<(\w+:)?error(response)?(\s[^<>]*)?>(?!\s*(0|no|none|null|false)?\s*<\/)/i;

/** A status of a part in the body of a 207: in a line of HTTP (WebDAV), a member of JSON or an element of XML. */
const failedPart =
  /\bHTTP\/\d(\.\d)?\s+[45]\d\d\b|"(http_?)?(status|code)(_?code)?"\s*:\s*"?[45]\d\d\b|<(\w+:)?(status|code)(_?code)?>\s*[45]\d\d\b/i;

/** Whether a response about several parts (207) says that one of them failed, or cannot be read. */
function mayHaveFailedPart({ status, body, encoded, tooLarge }: HttpResponse): boolean {
  return status === 207 && (encoded || tooLarge || failedPart.test(body.toString('utf8')));
}
