/** Longer than any header that servers accept; characters. */
export const maxSecretLength = 16 * 1024;

export interface ParsedToken {
  readonly token: string;
  /** The token was entered with the word that stands before it in the header, which was removed. */
  readonly hadWord: boolean;
}

/** Why a text is not a valid token or API key. */
export type TokenProblem =
  | 'empty'
  /** Spaces, tabs or line breaks inside. */
  | 'whitespace'
  /** A character that a header cannot contain, such as a curly quote. */
  | 'characters'
  | 'tooLong';

/**
 * @param word that stands before the token in the header, such as `Bearer`; empty for none
 * @returns the token or API key in a text that was typed or pasted, or its problem. Never includes the text.
 */
export function parseToken(text: string, word: string): ParsedToken | TokenProblem {
  const trimmed = text.trim();
  const [first = '', space = ''] = /^(\S+)(\s+|$)/.exec(trimmed)?.slice(1) ?? [];
  const hadWord = word !== '' && first.toLowerCase() === word.toLowerCase();
  const token = hadWord ? trimmed.slice(first.length + space.length) : trimmed;
  return problemOf(token) ?? { token, hadWord };
}

function problemOf(token: string): TokenProblem | undefined {
  if (token === '') return 'empty';
  if (token.length > maxSecretLength) return 'tooLong';
  if (/[ \t\r\n]/.test(token)) return 'whitespace';
  return /[^\x21-\x7e]/.test(token) ? 'characters' : undefined;
}
