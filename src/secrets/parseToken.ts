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
  /** The token stands in quotation marks, in the response that returned it, or behind the name of a variable. */
  | 'notAlone'
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

/** A text in straight quotes, an object of JSON, or an assignment to a variable that is named after what it holds. */
const notAlone = /^(["'`]).*\1$|^\{\s*".*\}$|^(?:export +)?[A-Z0-9_]*(?:TOKEN|KEY)=[^=]/s;

function problemOf(token: string): TokenProblem | undefined {
  if (token === '') return 'empty';
  if (token.length > maxSecretLength) return 'tooLong';
  if (notAlone.test(token)) return 'notAlone';
  if (/[ \t\r\n]/.test(token)) return 'whitespace';
  return /[^\x21-\x7e]/.test(token) ? 'characters' : undefined;
}
