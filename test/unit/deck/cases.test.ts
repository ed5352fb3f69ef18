import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DeckFormat, DeckItem } from '../../../src/deck/core/deckFormat';
import { knownFormats } from '../../../src/deck/knownFormats';
import { check } from './support/checks';
import { readText } from './support/readText';

/**
 * Cases of formats: `FORMAT/NAME` beside `FORMAT/NAME.expected`. A file is what a deck may contain, and the list has a
 * line for each item that is found. A line of equals signs divides decks of one file, and their lists. A folder is a
 * selection that is checked, and the list has a line for each finding.
 */
const folder = path.join(process.cwd(), 'test/unit/deck/cases');
const ending = '.expected';
const divider = /^={5,}\n/m;

/**
 * An item as a line: `LINE NAME · content, its format, reason, where it is looked for, other names, names with blanks, the
 * length of a series, the ending of the deck after which it is named, the statement that is named without it`.
 */
function describeItem(item: DeckItem): string {
  if ('folder' in item) return `${item.line} ${item.folder} · folder`;
  const { line, name, content, uncheckable, lookIn, spellings, namesWithBlanks, series, afterDeck, format } =
    item;
  const always = [content, format ?? [], uncheckable ?? [], lookIn?.map((place) => `in ${place}`) ?? []];
  const parts = [
    ...always.flat(),
    ...(spellings === undefined ? [] : [`as ${spellings.join(' | ')}`]),
    ...(namesWithBlanks === undefined ? [] : [`not as ${namesWithBlanks.join(' | ')}`]),
    ...(series === undefined ? [] : [`series of ${series.length}`]),
    ...(afterDeck === undefined ? [] : [`after the deck …${afterDeck.ending}`]),
    ...(afterDeck?.statement === undefined ? [] : [`or ${afterDeck.statement}`]),
  ];
  return `${line} ${name} · ${parts.join(', ')}`;
}

/** What is found in the decks of a file. */
function read(format: DeckFormat, text: string): string {
  const lists = text.split(divider).map((deck) =>
    readText(format, deck)
      .map((item) => `${describeItem(item)}\n`)
      .join(''),
  );
  return lists.join('=====\n');
}

for (const format of knownFormats)
  describe(`The cases of ${format.id}`, () => {
    const cases = path.join(folder, format.id);
    for (const name of readdirSync(cases).filter((one) => !one.endsWith(ending)))
      it(name, async () => {
        const file = path.join(cases, name);
        const found = statSync(file).isDirectory()
          ? (await check(file)).map((line) => `${line}\n`).join('')
          : read(format, readFileSync(file, 'utf8'));
        assert.equal(found, readFileSync(file + ending, 'utf8'));
      });

    it('have a list each', () => {
      const lists = readdirSync(cases).filter((one) => one.endsWith(ending));
      const without = lists.filter((list) => !existsSync(path.join(cases, list.slice(0, -ending.length))));
      assert.deepEqual(without, []);
    });
  });
