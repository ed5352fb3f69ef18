import { hiddenCharacters } from '../client/text/visibleText';

/**
 * Finds a name that a person reads as this one, although it is another: in another letter case or Unicode form, with
 * other blanks, or with characters that cannot be seen.
 * @param names the names of the services in the settings
 */
export function findSimilarName(name: string, names: readonly string[]): string | undefined {
  if (names.includes(name)) return undefined;
  return names.find((one) => simplifyName(one) === simplifyName(name));
}

const hidden = new RegExp(`(?!\\s)[${hiddenCharacters}]`, 'gu');

function simplifyName(name: string): string {
  return name.normalize('NFKC').replace(hidden, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
