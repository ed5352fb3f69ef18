import assert from 'node:assert/strict';
import { lsDyna } from '../../../src/deck/formats/lsDyna';
import { Random } from '../../simulation/random';
import { readText } from './support/readText';

/** The lines and names alone. */
const names = (lines: readonly string[]) =>
  readText(lsDyna, lines.join('\n')).map((item) => [item.line, 'name' in item ? item.name : item.folder]);

function deck(line: number, name: string) {
  return { line, name, content: 'deck', spellings: [name, `${name}.gz`] };
}

describe('LS-DYNA', () => {
  it('one name is found among noise, however it is written', () => {
    const random = new Random(20_261);
    const anyCase = (text: string) =>
      text.replace(/[A-Z]/g, (letter) => (random.chance(0.5) ? letter.toLowerCase() : letter));
    const noise = [
      ...[
        ...['$*INCLUDE', '$ never.k', '*NODE', '       1             0.0', '*SECTION_SHELL'],
        ...['         1         2', ''],
      ],
      ...['*PART', 'a title', '*COMMENT', '*DEFINE_CURVE_TITLE', '&x', 'never.k +'],
    ];
    for (let round = 0; round < 400; round++) {
      const name = random.pick([
        ...['a.k', 'Mesh/B 1.key', '../c-d_e.f.g', 'x', 'ä/ü.k', 'C:\\d\\e.dyn', 'a+b.k', 'dynain'],
      ]);
      const keyword = random.pick([
        'INCLUDE',
        'INCLUDE_TRANSFORM',
        'INCLUDE_AUTO_OFFSET',
        'INCLUDE_MULTISCALE',
      ]);
      const before = ['*TITLE', ...Array.from({ length: random.below(6) }, () => random.pick(noise))];
      const after = ['*NODE', ...Array.from({ length: random.below(6) }, () => random.pick(noise))];
      const comments = Array.from({ length: random.below(3) }, () => random.pick(['$', '$# name.k', '']));
      const cut = random.chance(0.5) ? random.below(name.length - 1) + 1 : name.length;
      const isCut = cut < name.length && !/\s/.test(name.slice(cut - 1, cut + 1));
      const pad = (text: string) => `${random.pick(['', ' ', '   '])}${text}${random.pick(['', ' ', '\t'])}`;
      const parts = isCut ? [pad(`${name.slice(0, cut)} +`), ...comments, pad(name.slice(cut))] : [pad(name)];
      const lines = [
        ...before,
        `*${anyCase(keyword)}${random.pick(['', ' ', ' %', ' +', '  '])}`,
        ...(keyword === 'INCLUDE_MULTISCALE' ? [...comments, '         7'] : []),
        ...comments,
        ...parts,
      ];
      const line = lines.length - parts.length + 1;
      const text = [...lines, ...after].join(random.pick(['\n', '\r\n']));
      assert.deepEqual(readText(lsDyna, text), [deck(line, name)], JSON.stringify(text));
    }
  });

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
      '*KEYWORD\n*TITLE\nA beam',
      '$# LS-DYNA\n*KEYWORD MEMORY=200M NCPU=4\n',
      '*Keyword\r\n*Node\r\n',
      '*KEYWORD_ID',
      '*KEYWORD LONG=S',
      '\n$\n*SECTION_SHELL\n',
      '*ELEMENT_SOLID %\n',
      '\ufeff*CONTROL_TERMINATION',
      '*INCLUDE_PATH_RELATIVE\nparts',
    ])
      assert.equal(lsDyna.recognise(head), 'certain', head);
    for (const head of [
      '*INCLUDE\nmesh.k',
      '*NODE\n       1             0.0',
      '*PART\nplate',
      '*node %\n',
      '*TERMINATION_NODE\n',
    ])
      assert.equal(lsDyna.recognise(head), 'possible', head);
  });

  it('other files are not', () => {
    for (const head of [
      '',
      '\n\n',
      '$ a comment',
      '** Abaqus\n*NODE\n1, 0., 0., 0.',
      '*INCLUDE, INPUT=mesh.inp',
      '*NODE, NSET=ALL',
      '*END',
      "*INCLUDE 'grid.inc'\n*TITLE1 'reservoir'",
      '#include mesh.k\n*KEYWORD',
      '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1',
      '/PREP7\n*DIM,A,ARRAY,10\n/INPUT,mesh,k',
      '*DIM,A,ARRAY,10\n*SET,B,3\n*USE,macro',
      '/*\n*KEYWORD\n*/\nint main() { return *node; }',
      '# Decks\n\n```\n*KEYWORD\n*INCLUDE\n```',
      '*Keyword* is a word',
      '* KEYWORD\n* NODE',
      '"""Writes a deck."""\nlines = ["*KEYWORD"]',
      '#!/bin/sh\ncat <<END\n*KEYWORD\nEND',
      '<deck>*KEYWORD</deck>',
      '{"deck": "*KEYWORD"}',
      '[deck]\n*KEYWORD',
      '*VERSION\n   9.5\n*NODE    ; Nodes\n   1, 0, 0, 0',
      '*UNIT_SYSTEM\nSI\n*ELEMENT_SOLID\n1',
      'fun main() {\n*KEYWORD\n}',
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
