import { createHash, randomBytes } from 'node:crypto';

/** In bytes. */
const saltLength = 12;

/**
 * A mark by which a text can be recognised later without being kept: a SHA-256 with a salt of its own. Two of the same text
 * differ, so that records that are compared by somebody else do not show that they are of one account.
 */
export function makeFingerprint(text: string): string {
  return withSalt(randomBytes(saltLength).toString('hex'), text);
}

/** Whether a fingerprint is that of this text. */
export function hasFingerprint(text: string, fingerprint: string): boolean {
  const [salt = ''] = fingerprint.split(':');
  return withSalt(salt, text) === fingerprint;
}

function withSalt(salt: string, text: string): string {
  return `${salt}:${createHash('sha256').update(`${salt}:${text}`).digest('hex')}`;
}
