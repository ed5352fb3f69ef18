import { hiddenCharacters } from './visibleText';

/** As {@link hiddenCharacters}, but white space stays to separate words, except a byte order mark. */
const invisible = new RegExp(String.raw`\ufeff|(?!\s)[${hiddenCharacters}]`, 'gu');

/** Limit for the part of a text that is read, far beyond what is shown; characters. */
const maxRead = 16_384;

/**
 * Sanitises untrusted text for one line: no control, bidirectional or other invisible characters, no URL and no
 * query string (both may carry a signature), at most `length` characters.
 * @param hide redacts secrets
 */
export function sanitizeText(text: string, length: number, hide: (text: string) => string = String): string {
  // An invisible character in a secret would keep it from being recognised, and so would a cut where it is shown.
  // Truncate first, because the patterns are slow on long text without spaces.
  const clean = hide(cutText(text, maxRead).replace(invisible, ''))
    .slice(0, 8 * length)
    .replace(/\s+/gu, ' ')
    .replace(/[a-z][a-z0-9+.-]*:\/\/\S*/giu, '[URL]')
    .replace(/\?[^\s"'<>]*=\S*/gu, '?[query]')
    .trim();
  if (clean.length <= length) return clean;
  return clean.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '') + '…';
}

/** The beginning of a text. In front of the ellipsis, a secret that is cut is still recognised. */
export function cutText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}
