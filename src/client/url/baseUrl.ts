import { isIPv4 } from 'node:net';
import { findUrlFormProblem, hasDotSegment, isHostRewritten, tryParseUrl } from './parseUrl';

/** Why a text is not a valid address of a service. */
export type BaseUrlProblem =
  | 'notAUrl'
  | 'scheme'
  | 'credentials'
  | 'query'
  | 'fragment'
  /** No host, an impossible host, or a port that cannot be connected to. */
  | 'host'
  /** Plain http to another computer, which is not allowed. */
  | 'insecure';

interface BaseUrlOptions {
  /** Accept `http:` for hosts other than this computer. */
  readonly allowInsecureHttp?: boolean;
}

/** Limit of DNS for a host name; characters. */
const maxHostLength = 253;

/**
 * Parses the address of a service, ignoring surrounding spaces. Rejects everything that a URL parser would silently
 * repair, so that the address in use is the one that the user read.
 * @returns the address, or its problem. Never includes the text, which may contain a password.
 */
export function parseBaseUrl(text: string, options: BaseUrlOptions = {}): URL | BaseUrlProblem {
  const given = text.trim();
  const problem = findFormProblem(given);
  if (problem !== undefined) return problem;
  // The scheme is valid and a path can be anything, so the host or the port is wrong.
  const url = tryParseUrl(given);
  return url === undefined ? 'host' : (findAddressProblem(given, url, options) ?? url);
}

export function isEncrypted(url: URL): boolean {
  return url.protocol === 'https:';
}

/**
 * Whether a URL is certain to stay on this computer: 127.0.0.0/8, `[::1]` and `localhost`. Narrower than
 * `classifyHost`.
 */
export function isLoopback({ hostname }: URL): boolean {
  // Every window calls this for its service, and `isIPv6` takes 4 ms the first time.
  return (
    hostname === 'localhost' || hostname === '[::1]' || (hostname.startsWith('127.') && isIPv4(hostname))
  );
}

/** Whether a token may be sent to this URL: never unencrypted to another computer. */
export function isSecretAllowed(url: URL): boolean {
  return isEncrypted(url) || isLoopback(url);
}

function findFormProblem(text: string): BaseUrlProblem | undefined {
  const problem = /\s/.test(text) ? 'altered' : findUrlFormProblem(text);
  if (problem === 'altered' || problem === 'notAbsolute') return 'notAUrl';
  if (problem === 'noHost') return 'host';
  return problem ?? (text.includes('?') ? 'query' : undefined);
}

function findAddressProblem(text: string, url: URL, options: BaseUrlOptions): BaseUrlProblem | undefined {
  // An IPv6 address has several spellings, but each of them clearly shows the address.
  if (!url.hostname.startsWith('[') && isHostRewritten(text, url)) return 'notAUrl';
  if (hasDotSegment(text)) return 'notAUrl';
  if (url.port === '0' || url.hostname.length > maxHostLength) return 'host';
  return isSecretAllowed(url) || options.allowInsecureHttp === true ? undefined : 'insecure';
}
