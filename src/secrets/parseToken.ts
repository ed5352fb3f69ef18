/** Longer than any header that servers accept; characters. */
export const maxSecretLength = 16 * 1024;

export interface ParsedToken {
  readonly token: string;
  /** The token was entered with the prefix `Bearer `, which was removed. */
  readonly hadPrefix: boolean;
}

/** Why a text is not a valid token or API key. */
export type TokenProblem =
  | 'empty'
  /** Spaces, tabs or line breaks inside. */
  | 'whitespace'
  /** A character that a header cannot contain, such as a curly quote. */
  | 'characters'
  | 'tooLong';

/** @returns the token in a text that was typed or pasted, or its problem. Never includes the text. */
export function parseToken(text: string): ParsedToken | TokenProblem {
  const trimmed = text.trim();
  const token = trimmed.replace(/^bearer(\s+|$)/i, '');
  return problemOf(token) ?? { token, hadPrefix: token !== trimmed };
}

/** As above for an API key, which is sent as it is, with a word before it where the service has one: `Token 4f9d…`. */
export function parseApiKey(text: string): ParsedToken | TokenProblem {
  const token = text.trim();
  const key = token.replace(/^(token|api-?key|key) (?=\S)/i, '');
  return problemOf(key) ?? { token, hadPrefix: false };
}

function problemOf(token: string): TokenProblem | undefined {
  if (token === '') return 'empty';
  if (token.length > maxSecretLength) return 'tooLong';
  if (/[ \t\r\n]/.test(token)) return 'whitespace';
  return /[^\x21-\x7e]/.test(token) ? 'characters' : undefined;
}
