import assert from 'node:assert/strict';
import type { DeckFormat, DeckItem, DeckLine } from '../../../../src/deck/core/deckFormat';

/** Everything that a format finds in a text. Fails if a check would not have read the text for want of a hint. */
export function readText(format: DeckFormat, text: string): DeckItem[] {
  const items = [...format.read(toLines(text))];
  if (items.length > 0) assert.match(text, format.hint ?? /^/);
  return items;
}

function* toLines(text: string): Iterable<DeckLine> {
  let number = 0;
  for (const line of text.split(/\r\n|\n/)) yield { number: ++number, text: line };
}
