import type { CredentialHeaders } from './credentials';

/**
 * How requests to the service authenticate. The interface does not say (src/client/README.md, Unspecified), so
 * the user chooses.
 */
export type Authentication =
  | { readonly scheme: 'none' }
  /** `Authorization: Bearer` and a token (RFC 6750). */
  | { readonly scheme: 'bearer' }
  /** `Authorization: Basic` and a user name and password (RFC 7617). */
  | { readonly scheme: 'basic' }
  /** A key in a header: `X-API-Key`, or `Authorization: Token` where a word stands before the key. */
  | { readonly scheme: 'apiKey'; readonly header: string };

/** The schemes that need a secret. */
export type SecretScheme = Exclude<Authentication['scheme'], 'none'>;

/**
 * @param header gives the name of the header, for the scheme that has one
 * @returns nothing for a scheme that does not exist
 */
export function toAuthentication(scheme: unknown, header: () => string): Authentication | undefined {
  switch (scheme) {
    case 'none':
    case 'bearer':
    case 'basic':
      return { scheme };
    case 'apiKey':
      return { scheme, header: header() };
    default:
      return undefined;
  }
}

/**
 * The headers that carry a secret: a token, a key, or a user name and a password joined by a colon. Empty without a
 * secret.
 */
export function createAuthenticationHeaders(
  authentication: Authentication,
  secret: string | undefined,
): CredentialHeaders {
  if (secret === undefined) return {};
  switch (authentication.scheme) {
    case 'none':
      return {};
    case 'bearer':
      return { authorization: `Bearer ${secret}` };
    case 'basic':
      return { authorization: `Basic ${Buffer.from(secret, 'utf8').toString('base64')}` };
    case 'apiKey': {
      const { name, word } = splitApiKeyHeader(authentication.header);
      return { [name]: word === '' ? secret : `${word} ${secret}` };
    }
  }
}

/** Headers that this client sets itself, and those that manage the connection. */
const taken = new Set([
  'accept',
  'accept-encoding',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'connection',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The parts of the header of a key; the word is empty if the key stands there alone. */
export function splitApiKeyHeader(header: string): { readonly name: string; readonly word: string } {
  const [name = '', word = ''] = header.split(/: ?/, 2);
  return { name, word };
}

/** Whether a key may be sent in a header of this name, behind this word if there is one. */
export function isApiKeyHeaderAllowed(header: string): boolean {
  const isHeader = /^[!#$%&'*+.^_`|~\w-]+(: ?[!#$%&'*+.^_`|~\w-]{1,64})?$/.test(header);
  const name = splitApiKeyHeader(header).name.toLowerCase();
  return isHeader && !taken.has(name) && !name.startsWith('proxy-');
}
