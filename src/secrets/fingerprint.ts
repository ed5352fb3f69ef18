import { createHash, randomBytes } from 'node:crypto';

/** In bytes. */
const saltLength = 12;

/**
 * A salted SHA-256 by which a text can be recognised later without being stored. Fingerprints of the same text
 * differ, so that records do not reveal to others that they belong to one account.
 */
export function makeFingerprint(text: string): string {
  return withSalt(randomBytes(saltLength).toString('hex'), text);
}

export function hasFingerprint(text: string, fingerprint: string): boolean {
  const [salt = ''] = fingerprint.split(':');
  return withSalt(salt, text) === fingerprint;
}

function withSalt(salt: string, text: string): string {
  return `${salt}:${createHash('sha256').update(`${salt}:${text}`).digest('hex')}`;
}
