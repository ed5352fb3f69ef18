import { hiddenCharacters } from '../client/text/visibleText';

/**
 * Formats an entry of the setting for environments to be read, as JSON with comments: the address of the service in the
 * first line, then notes, then the entry as it stands in the settings. Hidden characters are written by their codes,
 * which mean the same in JSON.
 * @param heading the first line, such as the host; plain text
 * @param entry undefined for a name that the settings do not have
 */
export function formatForReview(
  heading: string,
  {
    name,
    entry,
    notes = [],
  }: { readonly name: string; readonly entry: unknown; readonly notes?: readonly string[] },
): string {
  const comments = [heading, ...notes].map((line) => `// ${line.replace(/\s+/g, ' ')}\n`).join('');
  const json = JSON.stringify(entry === undefined ? {} : { [name]: entry }, undefined, 2);
  return escapeHidden(comments) + escapeHidden(json) + '\n';
}

const hidden = new RegExp(`(?!\\n)[${hiddenCharacters}]`, 'gu');

function escapeHidden(text: string): string {
  return text.replace(hidden, (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
