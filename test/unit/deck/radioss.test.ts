import assert from 'node:assert/strict';
import type { DeckItem } from '../../../src/deck/core/deckFormat';
import { radioss } from '../../../src/deck/formats/radioss';
import { readText } from './support/readText';
import { testRecognition } from './support/recognition';

const deck = (line: number, name: string) => ({ line, name, content: 'deck' });

describe('Files that a Radioss deck names', () => {
  it('are not gathered without end', () => {
    // Together longer than a string can be.
    const part = `+${'x'.repeat(4000)}`;
    function* makeLines() {
      yield { number: 1, text: '#include a' };
      for (let number = 2; number < 150_000; number++) yield { number, text: part };
      yield { number: 150_000, text: '#include b.inc' };
    }
    const items: DeckItem[] = [];
    radioss.read(makeLines(), (item) => items.push(item));
    assert.deepEqual(items, [deck(150_000, 'b.inc')]);
  });

  it('are read from hostile text', () => {
    const text = [
      `#include ${'x'.repeat(1e6)}`,
      `#include${' '.repeat(1e6)}`,
      `#include ${'a/ +\n'.repeat(50_000)}`,
      '#include a\u0000b\u001b.inc',
      `/END${' '.repeat(1e6)}x`,
      '1'.repeat(1e6),
      '#include never.inc +',
    ];
    assert.deepEqual(readText(radioss, text.join('\n')), [
      deck(50_004, 'a\u0000b\u001b.inc'),
      deck(50_007, 'never.inc'),
    ]);
    const many = Array.from({ length: 100_000 }, (_, index) => `#include m${index}.inc`).join('\n');
    const found = readText(radioss, many);
    assert.equal(found.length, 100_000);
    assert.deepEqual(found.at(-1), deck(100_000, 'm99999.inc'));
  });
});

describe('A Radioss deck', () => {
  testRecognition(radioss, 'certain', 'is certain by its header, below comments', [
    '#RADIOSS STARTER\n/BEGIN\n',
    '##====\r\n# licence\r\n\r\n#RADIOSS STARTER\r\n',
    '#radioss starter',
  ]);

  testRecognition(radioss, 'possible', 'is possible by its first block or by includes alone', [
    '/NODE\n         1     0.0\n',
    '#---1----|----2----|\n#-  1. NODES:\n/SHELL/12/3  \n',
    '//SUBMODEL/1/0/V2021\n',
    '/PROP/TYPE1/1\nshell',
    '/BEGIN\n',
    '/RUN/sled/1\n0.1\n/END/ENGINE\n/BEGIN\n',
    '#include mesh.inc',
    "# all\n$ parts\n#include a.inc\r\n#INCLUDE 'b/c.inc'\r\n",
  ]);

  testRecognition(radioss, undefined, 'is none of these', [
    '#include a.inc\n#include b.h',
    '#include ../foo',
    '/NODE,1',
    '/usr/bin/env',
    '/node',
    ' /NODE',
    'see #RADIOSS STARTER',
    `/NODE${'/'.repeat(60_000)},`,
    `#include ${' '.repeat(60_000)}"`,
  ]);
});
