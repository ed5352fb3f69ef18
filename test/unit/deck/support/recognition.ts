import assert from 'node:assert/strict';
import type { DeckFormat } from '../../../../src/deck/core/deckFormat';

/** Declares a test: what a format says about the beginnings of files. */
export function testRecognition(
  format: DeckFormat,
  verdict: ReturnType<DeckFormat['recognise']>,
  title: string,
  heads: readonly string[],
): void {
  it(title, () => {
    for (const head of heads) assert.equal(format.recognise(head), verdict, head.slice(0, 200));
  });
}
