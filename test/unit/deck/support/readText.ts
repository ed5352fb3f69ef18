import assert from 'node:assert/strict';
import type { DeckFormat, DeckItem, DeckLine } from '../../../../src/deck/core/deckFormat';

/** Everything that a format finds in a text. Fails if a check would not have read the text for want of a hint. */
export function readText(format: DeckFormat, text: string): DeckItem[] {
  const items: DeckItem[] = [];
  format.read(toLines(text), (item) => items.push(item));
  if (items.length > 0) assert.match(text, format.hint ?? /^/);
  return items;
}

/** As {@link readText}, the lines and the names alone. */
export function readNames(format: DeckFormat, text: string): string[] {
  const items = readText(format, text);
  return items.map((item) => `${item.line} ${'name' in item ? item.name : item.folder}`);
}

function* toLines(text: string): Iterable<DeckLine> {
  let number = 0;
  for (const line of text.split(/\r\n|\n/)) yield { number: ++number, text: line };
}
