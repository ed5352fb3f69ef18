import type { DeckFormat, DeckItem, DeckLine } from '../../../../src/deck/core/deckFormat';

/** Everything that a format finds in a text. */
export function readText(format: DeckFormat, text: string): DeckItem[] {
  return [...format.read(toLines(text))];
}

function* toLines(text: string): Iterable<DeckLine> {
  let number = 0;
  for (const line of text.split(/\r\n|\n/)) yield { number: ++number, text: line };
}
