import type { SecretScheme } from '../client/authentication';
import { maxSecretLength } from './parseToken';

export interface UserPassword {
  readonly user: string;
  readonly password: string;
}

/** Why a text is not a valid user name or password. Both may contain any letters (RFC 7617, as UTF-8). */
export type UserPasswordProblem =
  | 'empty'
  /** A colon in a user name: the rest would be read as the password. */
  | 'colon'
  /** Control characters or lone surrogates. */
  | 'characters'
  | 'tooLong';

export function findUserProblem(text: string): UserPasswordProblem | undefined {
  return text.includes(':') ? 'colon' : findPasswordProblem(text);
}

export function findPasswordProblem(text: string): UserPasswordProblem | undefined {
  if (text === '') return 'empty';
  if (text.length > maxSecretLength) return 'tooLong';
  return /[\p{Cc}\p{Cs}]/u.test(text) ? 'characters' : undefined;
}

/** Joins both into one secret, composed (NFC) as RFC 7617 requires. */
export function joinCredentials({ user, password }: UserPassword): string {
  return `${user}:${password}`.normalize('NFC');
}

/** @param secret the result of `joinCredentials` */
export function splitCredentials(secret: string): UserPassword {
  const colon = secret.indexOf(':');
  return { user: secret.slice(0, colon), password: secret.slice(colon + 1) };
}

/** The texts to redact: the secret, and a password also by itself. A user name is not a secret. */
export function listSecretParts(scheme: SecretScheme, secret: string): string[] {
  return scheme === 'basic' ? [secret, splitCredentials(secret).password] : [secret];
}
