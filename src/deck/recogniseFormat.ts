import path from 'node:path';
import type { DeckFormat } from './core/deckFormat';
import { openFoam } from './formats/openFoam';
import { knownFormats } from './knownFormats';

/** Extensions that say nothing; any other one belongs to another program or to another format. */
const neutralExtensions: ReadonlySet<string> = new Set([
  '',
  '.dat',
  '.in',
  '.inc',
  '.include',
  '.incl',
  '.orig',
  '.txt',
]);

/**
 * Matches files beside a deck that nobody runs, whatever they contain: copies made by an editor or by hand, logs that
 * repeat a deck, and settings of programs.
 */
const copy = /(?:~|\.(?:bak|backup|ini|log|old|rej|sav|save|sw[op]|tmp))$|^\.#|^#.*#$/i;
/** A copy, too, but OpenFOAM reads it if it lacks the file without the extension. */
const copyExtensionOfOpenFoam = '.orig';

/**
 * The format of a file, by its content. The extension decides only between formats that the content leaves possible,
 * because many programs use the same ones.
 * @param head the first 64 KiB
 * @returns undefined in doubt
 */
export function recogniseFormat(file: string, head: string): DeckFormat | undefined {
  // A table of numbers, as most data are, has no other letter than that of an exponent.
  if (!/[a-df-z]/i.test(head)) return undefined;
  const name = path.basename(file);
  if (copy.test(name)) return undefined;
  const extension = path.extname(name).toLowerCase();
  const format = recogniseContent(extension, head);
  return extension === copyExtensionOfOpenFoam && format?.id !== openFoam.id ? undefined : format;
}

function recogniseContent(extension: string, head: string): DeckFormat | undefined {
  const certainties = knownFormats.map((format) => ({
    format,
    certainty: format.recognise(head, extension),
  }));
  const listOf = (wanted: 'certain' | 'possible') =>
    certainties.filter(({ certainty }) => certainty === wanted).map(({ format }) => format);
  const certain = listOf('certain');
  if (certain.length > 0) return getOnly(certain) ?? getOnly(filterByExtension(certain, extension));
  const possible = listOf('possible');
  const named = getOnly(filterByExtension(possible, extension));
  return named ?? (neutralExtensions.has(extension) ? getOnly(possible) : undefined);
}

function filterByExtension(formats: readonly DeckFormat[], extension: string): DeckFormat[] {
  return formats.filter(({ extensions }) => extensions.includes(extension));
}

function getOnly<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}
