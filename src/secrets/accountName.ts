import type { Authentication } from '../client/authentication';
import { hasFingerprint, makeFingerprint } from './fingerprint';
import { splitCredentials } from './basicCredentials';

/** Whose secret it is, as far as the secret itself tells. Never to be shown or kept: it may be the secret. */
export interface AccountName {
  readonly text: string;
  /**
   * It is a token that tells nothing of its owner and is replaced now and then, so another one may be of the same
   * account.
   */
  readonly isPassing: boolean;
}

/** Stands before the fingerprint of such a name. */
const passingMark = '?';

/** @returns nothing when nobody is signed in */
export function accountNameOf(
  authentication: Authentication,
  secret: string | undefined,
): AccountName | undefined {
  const { scheme } = authentication;
  if (scheme === 'none') return { text: scheme, isPassing: false };
  if (secret === undefined) return undefined;
  if (scheme === 'basic') return { text: `basic ${splitCredentials(secret).user}`, isPassing: false };
  const subject = scheme === 'bearer' ? subjectOf(secret) : undefined;
  return subject === undefined
    ? { text: `${scheme} ${secret}`, isPassing: scheme === 'bearer' }
    : { text: `bearer ${subject}`, isPassing: false };
}

/** The fingerprint by which a record knows an account. */
export function accountFingerprint({ text, isPassing }: AccountName): string {
  return (isPassing ? passingMark : '') + makeFingerprint(text);
}

/**
 * Whether something on record belongs to this account for sure. Whatever nobody was signed in for belongs to nobody.
 */
export function isSameAccount(recorded: string | undefined, now: AccountName | undefined): boolean {
  if (recorded === undefined || now === undefined) return recorded === undefined && now === undefined;
  return hasFingerprint(now.text, recorded.replace(passingMark, ''));
}

/**
 * Whether it looks like another account. A token that tells nothing of its owner takes the place of another one
 * whenever that has expired, and nobody can tell whose it was where nobody was signed in.
 */
export function isOtherAccount(recorded: string | undefined, now: AccountName | undefined): boolean {
  if (recorded === undefined || now === undefined || isSameAccount(recorded, now)) return false;
  return !(now.isPassing && recorded.startsWith(passingMark));
}

/** The owner of a JSON Web Token (RFC 7519), by what it says of itself. */
function subjectOf(token: string): string | undefined {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return undefined;
  try {
    const { iss = '', sub } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Partial<
      Record<'iss' | 'sub', unknown>
    >;
    return typeof sub === 'string' && sub !== '' ? JSON.stringify([iss, sub]) : undefined;
  } catch {
    return undefined;
  }
}
