import { sanitizeText } from '../text/sanitizeText';
import { isCloser } from './hostProximity';
import { unknownSignedHeaders } from './signedHeaders';
import {
  hasDotSegment,
  hasRewrittenCharacters,
  isHostRewritten,
  tryParseUrl,
  rawAuthority,
} from './parseUrl';
import type { UploadUrlReason, UploadUrlProblem } from '../core/errors';
import type { CustomHeaders } from '../core/types';
import { uploadHeadersFor } from './uploadHeaders';

/** Characters; links with long session tokens stay well below. */
const longest = 16 * 1024;

/** Where a request goes, taken apart so that the path and query are sent exactly as they were given. */
export interface RequestTarget {
  readonly origin: string;
  readonly host: string;
  /** Path and query. */
  readonly path: string;
}

export function isAbsoluteUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !/^https?:\/\/[^/?#\\\s]/i.test(value)) return false;
  return tryParseUrl(value) !== undefined;
}

/**
 * Says what forbids sending a file to a signed URL of the service at `baseUrl`; undefined when nothing does.
 * Characters that only a parser would encode, such as quotes and braces, are no problem: path and query are
 * sent as they were given.
 * @param uploadHeaders what files are sent with beside what each link needs
 */
export function findUploadUrlProblem(
  url: string,
  baseUrl: URL,
  uploadHeaders: CustomHeaders = {},
): UploadUrlProblem | undefined {
  const parsed = tryParseUrl(url);
  const urlHost = parsed !== undefined && showsHost(url) ? sanitizeText(parsed.host, 260) : undefined;
  if (parsed === undefined) return { reason: textReason(url) ?? 'notAbsolute', urlHost, headers: [] };
  const reason = textReason(url) ?? addressReason(url, parsed, baseUrl);
  if (reason !== undefined) return { reason, urlHost, headers: [] };
  const headers = unknownSignedHeaders(parsed, Object.keys(uploadHeadersFor(parsed, uploadHeaders)));
  return headers.length === 0 ? undefined : { reason: 'signedHeaders', urlHost, headers };
}

/** Whether what a parser takes for the host is not the path: it skips slashes until it finds a host. */
function showsHost(url: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\/[^/?#\\\s]/i.test(url);
}

/** The problems that can be seen without a parser, which would hide them. */
function textReason(url: string): UploadUrlReason | undefined {
  if (url.length > longest) return 'tooLong';
  if (hasRewrittenCharacters(url)) return 'altered';
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(url) ?? [];
  if (scheme === undefined) return 'notAbsolute';
  if (!/^https?$/i.test(scheme)) return 'scheme';
  const authority = rawAuthority(url);
  if (authority === undefined) return 'notAbsolute';
  if (authority.includes('@')) return 'credentials';
  return url.includes('#') ? 'fragment' : undefined;
}

function addressReason(url: string, parsed: URL, baseUrl: URL): UploadUrlReason | undefined {
  if (parsed.protocol !== 'https:' && !mayBePlain(parsed, baseUrl)) return 'scheme';
  if (isHostRewritten(rawAuthority(url) ?? '', parsed) || hasDotSegment(url)) return 'altered';
  return isCloser(parsed, baseUrl) ? 'moreLocal' : undefined;
}

/** A service on this computer that is spoken to without encryption is no reason to send files out that way. */
function mayBePlain(url: URL, baseUrl: URL): boolean {
  return baseUrl.protocol === 'http:' && !isCloser(baseUrl, url);
}

/**
 * The parts of an absolute http(s) URL. Only spaces and non-ASCII characters, which cannot stand in a request
 * line, are encoded; a parser would also rewrite characters that a signature covers.
 */
export function targetOf(url: string): RequestTarget {
  const { origin, host } = new URL(url);
  const rest = /^https?:\/\/[^/?#\\]*([^#]*)/i.exec(url)?.[1] ?? '';
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  return { origin, host, path: path.replace(/[^\x21-\x7e]+/gu, encodeURIComponent) };
}
