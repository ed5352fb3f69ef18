/** The rules for upload URLs, and the parts of a URL to which a request is sent. */

import type { UploadUrlProblem, UploadUrlReason } from '../core/errors';
import type { CustomHeaders } from '../core/types';
import { sanitizeText } from '../text/sanitizeText';
import { isCloser } from './hostProximity';
import { findUrlFormProblem, hasDotSegment, isHostRewritten, tryParseUrl } from './parseUrl';
import { findUnknownSignedHeaders } from './uploadHeaders';

/** Limit for the length of an upload URL; characters. URLs with long session tokens stay well below. */
export const maxUrlLength = 16 * 1024;

/** Where a request is sent, split so that path and query are sent exactly as given. */
export interface RequestTarget {
  readonly origin: string;
  readonly host: string;
  /** Path and query. */
  readonly path: string;
}

/**
 * Checks whether a file may be sent to a signed URL from the service at `baseUrl`; undefined when it may. Characters
 * that only a parser would encode, such as quotes and braces, are accepted: path and query are sent as given.
 * @param uploadHeaders configured headers that every upload is sent with
 */
export function findUploadUrlProblem(
  url: string,
  baseUrl: URL,
  uploadHeaders: CustomHeaders = {},
): UploadUrlProblem | undefined {
  const parsed = tryParseUrl(url);
  const known = findReason(url, parsed, baseUrl);
  const headers = known === undefined && parsed ? findUnknownSignedHeaders(parsed, uploadHeaders) : [];
  const reason = headers.length > 0 ? 'signedHeaders' : known;
  // A parser skips extra slashes, and so takes a part of the path for the host.
  const showsHost = /^[a-z][a-z\d+.-]*:\/\/[^/?#\\\s]/i.test(url);
  const urlHost = parsed && showsHost ? sanitizeText(parsed.host, 260) : undefined;
  return reason && { reason, urlHost, headers };
}

function findReason(url: string, parsed: URL | undefined, baseUrl: URL): UploadUrlReason | undefined {
  if (url.length > maxUrlLength) return 'tooLong';
  const problem = findUrlFormProblem(url);
  if (problem !== undefined && problem !== 'noHost') return problem;
  if (problem === 'noHost' || parsed === undefined) return 'notAbsolute';
  // An unencrypted service on this computer does not justify sending files unencrypted to another one.
  const mayBeHttp = baseUrl.protocol === 'http:' && !isCloser(baseUrl, parsed);
  if (parsed.protocol !== 'https:' && !mayBeHttp) return 'scheme';
  if (isHostRewritten(url, parsed) || hasDotSegment(url)) return 'altered';
  return isCloser(parsed, baseUrl) ? 'closerThanService' : undefined;
}

/**
 * Splits an absolute http(s) URL. Encodes only spaces and non-ASCII characters, which a request line cannot contain;
 * a parser would also rewrite characters that a signature covers.
 * @param parsed the same URL
 */
export function targetOf(url: string, { origin, host } = new URL(url)): RequestTarget {
  const rest = /^https?:\/\/[^/?#\\]*([^#]*)/i.exec(url)?.[1] ?? '';
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  return { origin, host, path: path.replace(/[^\x21-\x7e]+/gu, encodeURIComponent) };
}
