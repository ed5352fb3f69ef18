import { type Authentication, isApiKeyHeaderAllowed } from '../client/authentication';

/**
 * The method of signing in that a service most likely wants: a header for a key, or a scheme. A person confirms it.
 * @param words what the service says about its refusal
 * @param challenge its header `WWW-Authenticate`, whose first word is a scheme and no header
 */
export function proposeMethod(words = '', challenge = ''): Authentication {
  const header =
    /\bX(-[A-Za-z0-9]+)+/i.exec(`${words} ${challenge}`)?.[0] ?? /\b[A-Za-z-]*Api-?Key\b/i.exec(words)?.[0];
  if (header !== undefined && isApiKeyHeaderAllowed(header)) return { scheme: 'apiKey', header };
  if (/\bapi-?key\b/i.test(challenge)) return { scheme: 'apiKey', header: 'X-API-Key' };
  return { scheme: /\bbasic\b/i.test(challenge || words) ? 'basic' : 'bearer' };
}
