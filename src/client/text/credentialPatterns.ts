import { hideUnderSecretKeys } from './secretKeys';

/** Matches a URL after its scheme, up to its end in running text or in JSON, where `\"` also ends a string. */
const urls = /:\/\/(?:[^\s"<>`\\]|\\[^\s"])*/g;
const queries = /\?((?:[^\s"<>`\\]|\\[^\s"])*)/g;

// In JSON, an escaped line break before a word looks like a part of it.
const bearer = /(?<=\b|\\[nrt])(bearer[ \t]+)[\w.~+/=-]+/gi;
const longBearer = /(?<=\b|\\[nrt])((?:bearer|basic)[ \t]+)[\w.~+/=-]{20,}/gi;
const basic = /(?<=\b|\\[nrt])(basic[ \t]+)([\w+/-]+=*)/gi;

/**
 * Redacts free text from a server: what follows `Bearer` and `Basic`, the values of keys like `password`, tokens of known
 * forms, and user info, query and fragment of URLs. For text that a server wrote, never for names: a beam may well be
 * called “Floor bearer A-12”, and a study “Study?mesh=fine”.
 */
export function hideCredentials(text: string): string {
  const shown = withoutQueries(
    text
      .replace(bearer, '$1[secret]')
      // A user name and password as in HTTP, rather than a word after “basic”.
      .replace(basic, (all, scheme: string, base64: string) =>
        Buffer.from(base64, 'base64').includes(':') ? `${scheme}[secret]` : all,
      ),
  ).replace(queries, (all, query: string) => (query.includes('=') ? '?[query]' : all));
  return hideUnderSecretKeys(shown);
}

/**
 * Redacts a log line that this extension composed, against secrets that reached it by mistake. Names stay unchanged:
 * no name contains a URL with a query, or twenty letters in a row after “Bearer”.
 */
export function hideSlips(text: string): string {
  return withoutQueries(text.replace(longBearer, '$1[secret]'));
}

/** Removes user info, query and fragment of URLs. A question mark alone ends a question. */
function withoutQueries(text: string): string {
  return text.replace(urls, (url) =>
    url
      .replace(/^:\/\/[^/?#\\]*@/, '://')
      .replace(/\?.+/s, '?[query]')
      .replace(/#.*/s, ''),
  );
}
