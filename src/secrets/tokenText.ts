/** Larger than any header that a server accepts; characters. */
const longest = 16 * 1024;

export interface ParsedToken {
  readonly token: string;
  /** `Bearer ` stood in front of it and was removed. */
  readonly hadPrefix: boolean;
}

/** Why a text cannot be a token. */
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
  if (token === '') return 'empty';
  if (token.length > longest) return 'tooLong';
  if (/[ \t\r\n]/.test(token)) return 'whitespace';
  if (/[^\x21-\x7e]/.test(token)) return 'characters';
  return { token, hadPrefix: token !== trimmed };
}
