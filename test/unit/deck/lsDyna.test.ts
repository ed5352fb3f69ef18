import assert from 'node:assert/strict';
import { lsDyna } from '../../../src/deck/formats/lsDyna';
import { readText } from './support/readText';

/** The lines and names alone. */
const names = (lines: readonly string[]) =>
  readText(lsDyna, lines.join('\n')).map((item) => [item.line, 'name' in item ? item.name : item.folder]);

describe('LS-DYNA', () => {
  it('long lines, endless continuations and control characters do no harm', () => {
    const long = 'x'.repeat(1_000_000);
    assert.deepEqual(
      names([
        `*INCLUDE${long}`,
        'never.k',
        '*INCLUDE',
        long,
        'never.k',
        '*INCLUDE',
        ...Array.from({ length: 10_000 }, () => 'folder/ +'),
        'never.k',
        '*INCLUDE',
        ' '.repeat(1_000_000),
        '*INCLUDE',
        '"open',
        'a\u0000b\u001b.k',
      ]),
      [
        [10_011, '"open'],
        [10_012, 'a\u0000b\u001b.k'],
      ],
    );
    const many = Array.from({ length: 100_000 }, (_, index) => `${index}.k`);
    assert.deepEqual(
      names(['*INCLUDE', ...many]),
      many.map((name, index) => [index + 2, name]),
    );
  });
});

describe('Recognition of LS-DYNA', () => {
  it('keyword files are recognised', () => {
    for (const head of [
      '$# LS-DYNA\n*KEYWORD MEMORY=200M NCPU=4\n',
      '*Keyword\r\n*Node\r\n',
      '*KEYWORD_ID',
      '\n$\n*SECTION_SHELL\n',
      '*ELEMENT_SOLID %\n',
      '\ufeff*CONTROL_TERMINATION',
      '*INCLUDE_PATH_RELATIVE\nparts',
    ])
      assert.equal(lsDyna.recognise(head), 'certain', head);
    for (const head of ['*INCLUDE\nmesh.k', '*PART\nplate', '*node %\n', '*TERMINATION_NODE\n'])
      assert.equal(lsDyna.recognise(head), 'possible', head);
  });

  it('other files are not', () => {
    for (const head of [
      '$ a comment',
      '** Abaqus\n*NODE\n1, 0., 0., 0.',
      '*NODE, NSET=ALL',
      '*END',
      "*INCLUDE 'grid.inc'\n*TITLE1 'reservoir'",
      '*Keyword* is a word',
      '* KEYWORD\n* NODE',
      '#!/bin/sh\ncat <<END\n*KEYWORD\nEND',
      '[deck]\n*KEYWORD',
      '*VERSION\n   9.5\n*NODE    ; Nodes\n   1, 0, 0, 0',
      '*UNIT_SYSTEM\nSI\n*ELEMENT_SOLID\n1',
    ])
      assert.equal(lsDyna.recognise(head), undefined, head);
  });

  it('a head of any kind is read in one go', () => {
    for (const character of ['*', ' ', '$', '_', 'A', '\u0000', '\n*', '\n$', '*A '])
      assert.equal(lsDyna.recognise(character.repeat(21_000)), undefined);
    assert.equal(lsDyna.recognise(`*NODE${' '.repeat(200)}x${' '.repeat(60_000)}x`), undefined);
    assert.equal(lsDyna.recognise('*KEYWORD\n*INCL'), 'certain');
  });
});
