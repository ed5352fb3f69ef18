import assert from 'node:assert/strict';
import { lsDyna } from '../../../src/deck/formats/lsDyna';
import { readNames } from './support/readText';
import { testRecognition } from './support/recognition';

describe('LS-DYNA', () => {
  it('long lines, endless continuations and control characters do no harm', () => {
    const long = 'x'.repeat(1_000_000);
    const lines = [
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
    ];
    assert.deepEqual(readNames(lsDyna, lines.join('\n')), ['10011 "open', '10012 a\u0000b\u001b.k']);
    const names = Array.from({ length: 100_000 }, (_, index) => `${index}.k`);
    const found = names.map((name, index) => `${index + 2} ${name}`);
    assert.deepEqual(readNames(lsDyna, `*INCLUDE\n${names.join('\n')}`), found);
  });
});

describe('Recognition of LS-DYNA', () => {
  testRecognition(lsDyna, 'certain', 'keyword files are recognised', [
    '$# LS-DYNA\n*KEYWORD MEMORY=200M NCPU=4\n',
    '*Keyword\r\n*Node\r\n',
    '*KEYWORD_ID',
    '\n$\n*SECTION_SHELL\n',
    '*ELEMENT_SOLID %\n',
    '\ufeff*CONTROL_TERMINATION',
    '*INCLUDE_PATH_RELATIVE\nparts',
    '*KEYWORD\n*INCL',
  ]);

  testRecognition(lsDyna, 'possible', 'keyword files that begin as files of others may be recognised', [
    '*INCLUDE\nmesh.k',
    '*PART\nplate',
    '*node %\n',
    '*TERMINATION_NODE\n',
  ]);

  testRecognition(lsDyna, undefined, 'other files are not', [
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
  ]);

  testRecognition(lsDyna, undefined, 'a head of any kind is read in one go', [
    ...['*', ' ', '$', '_', 'A', '\u0000', '\n*', '\n$', '*A '].map((text) => text.repeat(21_000)),
    `*NODE${' '.repeat(200)}x${' '.repeat(60_000)}x`,
  ]);
});
