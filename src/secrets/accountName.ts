import type { Authentication } from '../client/authentication';
import { splitCredentials } from './basicCredentials';
import { hasFingerprint, makeFingerprint } from './fingerprint';

/**
 * The account that a secret belongs to, as far as the secret itself tells. Never show or store it: it may be the
 * secret.
 */
export interface AccountName {
  readonly text: string;
  /**
   * Whether the secret is a token that does not name its owner and is replaced from time to time, so that another
   * token may belong to the same account.
   */
  readonly isPassing: boolean;
}

/** Prefix of such a name's fingerprint. */
const passingMark = '?';

/** @returns undefined without a secret */
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

/** The fingerprint by which a record identifies an account. */
export function createAccountFingerprint({ text, isPassing }: AccountName): string {
  return (isPassing ? passingMark : '') + makeFingerprint(text);
}

/** Whether a recorded account is certainly the current one. Without sign-in, it is so only if none was recorded. */
export function isSameAccount(recorded: string | undefined, now: AccountName | undefined): boolean {
  if (recorded === undefined || now === undefined) return recorded === undefined && now === undefined;
  return hasFingerprint(now.text, recorded.replace(passingMark, ''));
}

/**
 * Whether the account seems not to be the recorded one. A token without an owner's name may replace one that has
 * expired, and a record made without sign-in does not tell whose it is.
 */
export function isOtherAccount(recorded: string | undefined, now: AccountName | undefined): boolean {
  if (recorded === undefined || now === undefined || isSameAccount(recorded, now)) return false;
  return !(now.isPassing && recorded.startsWith(passingMark));
}

/** The owner that a JSON Web Token (RFC 7519) names. */
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
