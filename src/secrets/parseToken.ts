/** Larger than any header that a server accepts; characters. */
export const maxSecretLength = 16 * 1024;

export interface ParsedToken {
  readonly token: string;
  /** `Bearer ` stood in front of it and was removed. */
  readonly hadPrefix: boolean;
}

/** Why a text cannot be a token or an API key. */
export type TokenProblem =
  | 'empty'
  /** Spaces, tabs or line breaks inside. */
  | 'whitespace'
  /** Something that no header can hold, such as a curly quote. */
  | 'characters'
  | 'tooLong';

/** @returns the token in a text that was typed or pasted, or what is wrong with it. Never echoes the text. */
export function parseToken(text: string): ParsedToken | TokenProblem {
  const trimmed = text.trim();
  const token = trimmed.replace(/^bearer(\s+|$)/i, '');
  return problemOf(token) ?? { token, hadPrefix: token !== trimmed };
}

/** The same for an API key, which is sent without a word in front of it. */
export function parseApiKey(text: string): ParsedToken | TokenProblem {
  const token = text.trim();
  return problemOf(token) ?? { token, hadPrefix: false };
}

function problemOf(token: string): TokenProblem | undefined {
  if (token === '') return 'empty';
  if (token.length > maxSecretLength) return 'tooLong';
  if (/[ \t\r\n]/.test(token)) return 'whitespace';
  return /[^\x21-\x7e]/.test(token) ? 'characters' : undefined;
}
