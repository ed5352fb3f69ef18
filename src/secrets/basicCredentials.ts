import type { SecretScheme } from '../client/authentication';
import { maxSecretLength } from './parseToken';

export interface UserPassword {
  readonly user: string;
  readonly password: string;
}

/** Why a text cannot be a user name or a password. Both may have any letters (RFC 7617, as UTF-8). */
export type UserPasswordProblem =
  | 'empty'
  /** In a user name: what follows it would be taken for the password. */
  | 'colon'
  /** Control characters or halves of pairs. */
  | 'characters'
  | 'tooLong';

export function userProblem(text: string): UserPasswordProblem | undefined {
  return text.includes(':') ? 'colon' : passwordProblem(text);
}

export function passwordProblem(text: string): UserPasswordProblem | undefined {
  if (text === '') return 'empty';
  if (text.length > maxSecretLength) return 'tooLong';
  return /[\p{Cc}\p{Cs}]/u.test(text) ? 'characters' : undefined;
}

/** The two as one secret, composed (NFC) as RFC 7617 asks for. */
export function joinCredentials({ user, password }: UserPassword): string {
  return `${user}:${password}`.normalize('NFC');
}

/** @param secret what `joined` gave */
export function splitCredentials(secret: string): UserPassword {
  const colon = secret.indexOf(':');
  return { user: secret.slice(0, colon), password: secret.slice(colon + 1) };
}

/** The texts that must not get into any other: the secret, and a password also by itself. A user name is no secret. */
export function secretParts(scheme: SecretScheme, secret: string): string[] {
  return scheme === 'basic' ? [secret, splitCredentials(secret).password] : [secret];
}
