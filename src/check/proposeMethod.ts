import { type Authentication, isApiKeyHeaderAllowed } from '../client/authentication';

/**
 * The method of signing in that a service most likely wants: a header for a key, or a scheme. A person confirms it.
 * @param words what the service says about its refusal, in its body or in `WWW-Authenticate`
 */
export function proposeMethod(words = ''): Authentication {
  const [header] = /\bX(-[A-Za-z0-9]+)+|\b[A-Za-z-]*Api-?Key\b/i.exec(words) ?? [];
  if (header !== undefined && isApiKeyHeaderAllowed(header)) return { scheme: 'apiKey', header };
  return { scheme: /\bbasic\b/i.test(words) ? 'basic' : 'bearer' };
}
