import assert from 'node:assert/strict';
import { lsDyna } from '../../../src/deck/formats/lsDyna';
import { Random } from '../../simulation/random';
import { readText } from './support/readText';

const read = (...lines: string[]) => readText(lsDyna, lines.join('\n'));

/** The lines and names alone. */
const names = (lines: readonly string[]) =>
  readText(lsDyna, lines.join('\n')).map((item) => [item.line, 'name' in item ? item.name : item.folder]);

function deck(line: number, name: string) {
  return { line, name, content: 'deck', spellings: [name, `${name}.gz`] };
}

function data(line: number, name: string) {
  return { line, name, content: 'data', spellings: [name, `${name}.gz`] };
}

describe('LS-DYNA', () => {
  it('an include names the files on the lines that follow', () => {
    assert.deepEqual(
      read('*KEYWORD', '*INCLUDE', '$# filename', 'mesh.k', '*INCLUDE', 'a/B.key', 'c.k', '*END'),
      [deck(4, 'mesh.k'), deck(6, 'a/B.key'), deck(7, 'c.k')],
    );
  });

  it('the keyword is read in any case and with a suffix for its columns', () => {
    for (const keyword of [
      '*INCLUDE',
      '*include',
      '*Include  ',
      '*INCLUDE %',
      '*INCLUDE+',
      '*INCLUDE -',
      '*INCLUDE\t',
    ]) {
      assert.deepEqual(read(keyword, '  mesh.k  '), [deck(2, 'mesh.k')], keyword);
    }
  });

  it('the analysis of a unit cell reads its mesh', () => {
    assert.deepEqual(read('*RVE_ANALYSIS_FEM', 'mesh.key', '         0         1', '*RVE_INFO', 'a.k'), [
      { line: 2, name: 'mesh.key', content: 'data' as const, spellings: ['mesh.key', 'mesh.key.gz'] },
    ]);
  });

  it('of the other includes, one line holds the name', () => {
    assert.deepEqual(
      read(
        '*INCLUDE_TRANSFORM',
        'seat.k',
        '$   idnoff    ideoff',
        '   1000000   1000000',
        '     prefix',
        '*INCLUDE_AUTO_OFFSET',
        'belt.k',
        '*INCLUDE_MULTISCALE_SPOTWELD',
        '         1',
        'weld.k',
        '*INCLUDE_STAMPED_PART_SET',
        'dynain',
        '         1         0',
        '*INCLUDE_BINARY',
        'mesh.bin',
        '*INCLUDE_NASTRAN',
        'mesh.nas',
        '         2        21        18',
        '*INCLUDE_TRIM',
        'trim.k',
        '*IGA_INCLUDE_BEZIER',
        'patch.txt',
      ),
      [
        deck(2, 'seat.k'),
        deck(7, 'belt.k'),
        deck(10, 'weld.k'),
        data(12, 'dynain'),
        data(15, 'mesh.bin'),
        data(17, 'mesh.nas'),
        deck(20, 'trim.k'),
        data(22, 'patch.txt'),
      ],
    );
  });

  it('a name goes on over lines that end with a plus sign', () => {
    assert.deepEqual(
      read(
        '*INCLUDE',
        'a/very/long/ +',
        '$ comment',
        'path/to/ +',
        'mesh.k',
        'plain+',
        '*INCLUDE_TRANSFORM',
        'x/    + ',
        '',
        'y.k',
      ),
      [deck(2, 'a/very/long/path/to/mesh.k'), deck(6, 'plain+'), deck(8, 'x/y.k')],
    );
  });

  it('folders in which names are looked for are told', () => {
    assert.deepEqual(
      read(
        '*INCLUDE_PATH',
        '/models/dummies',
        'b/ +',
        'c',
        '*Include_Path_Relative',
        '../parts',
        '*INCLUDE',
        'd.k',
      ),
      [
        { line: 2, folder: '/models/dummies' },
        { line: 3, folder: 'b/c' },
        { line: 6, folder: '../parts' },
        deck(8, 'd.k'),
      ],
    );
  });

  it('after a folder that only the solver knows, no name can be checked', () => {
    assert.deepEqual(read('*INCLUDE', 'a.k', '*INCLUDE_PATH', '&root/parts', '*INCLUDE', 'b.k'), [
      deck(2, 'a.k'),
      { line: 6, name: 'b.k', content: 'deck', uncheckable: 'parameter' },
    ]);
  });

  it('a card of numbers in the place of a name is passed over', () => {
    assert.deepEqual(read('*INCLUDE_TRANSFORM', '         1         2', '*INCLUDE', '1', 'a.k'), [
      deck(5, 'a.k'),
    ]);
  });

  it('parameters, expressions, outputs and generated files cannot be checked', () => {
    assert.deepEqual(
      read(
        '*INCLUDE',
        'mesh_&size.k',
        '<"part"+&n>.k',
        '?path?',
        '*INCLUDE_COMPENSATION_NEW_RIGID_TOOL',
        'rigid.new',
        '*INCLUDE_UNITCELL',
        'cell.k',
      ),
      [
        { line: 2, name: 'mesh_&size.k', content: 'deck', uncheckable: 'parameter' },
        { line: 3, name: '<"part"+&n>.k', content: 'deck', uncheckable: 'expression' },
        { line: 4, name: '?path?', content: 'deck', uncheckable: 'expression' },
        { line: 6, name: 'rigid.new', content: 'data', uncheckable: 'output' },
        { line: 8, name: 'cell.k', content: 'data', uncheckable: 'optional' },
      ],
    );
  });

  it('a name keeps its blanks, loses its quotes, and is not compressed twice', () => {
    assert.deepEqual(read('*INCLUDE', ' my mesh.k ', '"b c.k"', 'd.k.gz'), [
      deck(2, 'my mesh.k'),
      deck(3, 'b c.k'),
      { line: 4, name: 'd.k.gz', content: 'deck' },
    ]);
  });

  it('the lines of an encrypted block are no names', () => {
    const block = [
      '-----BEGIN PGP MESSAGE-----',
      'Version: 2',
      '',
      'hQEMA1/x+y',
      '=aB3d',
      '-----END PGP MESSAGE-----',
    ];
    assert.deepEqual(names(['*INCLUDE', 'a.k', ...block, '*INCLUDE', 'b.k']), [
      [2, 'a.k'],
      [10, 'b.k'],
    ]);
    assert.deepEqual(read('*INCLUDE_PATH', ...block, '*INCLUDE', 'b.k'), [
      { line: 9, name: 'b.k', content: 'deck', uncheckable: 'parameter' },
    ]);
  });

  it('lines that only look like an include name no file', () => {
    for (const text of [
      '$*INCLUDE\nold.k',
      ' *INCLUDE\nold.k',
      '*INCLUDE',
      '*INCLUDE\n$old.k',
      '*INCLUDE\n\n   \n',
      '*INCLUDE\n*NODE\nold.k',
      '*INCLUDE_TRANSFORM\n         1         2',
      '*INCLUDE_MULTISCALE\nold.k\n*END',
      '*INCLUDE_COMPENSATION_SYMMETRIC_LINES\n         1         2       0.0',
      '*INCLUDES\nold.k',
      '*COMMENT\nINCLUDE\nold.k',
      '*TITLE\n*INCLUDE_NOTHING',
      '*NODE\nINCLUDE\nold.k',
      '*END\n*INCLUDE\nold.k',
      '*INCLUDE\nold/ +\n*NODE',
      '*INCLUDE\nold/ +',
      '*DATABASE_INCLUDE\nold.k',
    ]) {
      assert.deepEqual(readText(lsDyna, text), [], text);
    }
  });

  it('one name is found among noise, however it is written', () => {
    const random = new Random(20_261);
    const anyCase = (text: string) =>
      text.replace(/[A-Z]/g, (letter) => (random.chance(0.5) ? letter.toLowerCase() : letter));
    const noise = [
      ...[
        '$*INCLUDE',
        '$ never.k',
        '*NODE',
        '       1             0.0',
        '*SECTION_SHELL',
        '         1         2',
        '',
      ],
      ...['*PART', 'a title', '*COMMENT', '*DEFINE_CURVE_TITLE', '&x', 'never.k +'],
    ];
    for (let round = 0; round < 400; round++) {
      const name = random.pick([
        'a.k',
        'Mesh/B 1.key',
        '../c-d_e.f.g',
        'x',
        'ä/ü.k',
        'C:\\d\\e.dyn',
        'a+b.k',
        'dynain',
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
    ]) {
      assert.equal(lsDyna.recognise(head), 'certain', head);
    }
    for (const head of [
      '*INCLUDE\nmesh.k',
      '*NODE\n       1             0.0',
      '*PART\nplate',
      '*node %\n',
      '*TERMINATION_NODE\n',
    ]) {
      assert.equal(lsDyna.recognise(head), 'possible', head);
    }
  });

  it('other files are not', () => {
    for (const head of [
      '',
      '\n\n',
      '$ a comment',
      '*HEADING\nA beam\n*NODE\n1, 0., 0., 0.\n*ELEMENT, TYPE=C3D8',
      '** Abaqus\n*NODE\n1, 0., 0., 0.',
      '*INCLUDE, INPUT=mesh.inp',
      '*NODE, NSET=ALL',
      '*END',
      "*INCLUDE 'grid.inc'\n*TITLE1 'reservoir'",
      'SOL 101\nCEND\nBEGIN BULK\n$\nGRID,1,,0.,0.,0.',
      "$ Nastran\nINCLUDE 'mesh.bdf'",
      '#include "mesh"\nFoamFile { version 2.0; }',
      '#RADIOSS STARTER\n/BEGIN\nbeam\n/NODE\n1 0 0 0',
      '#include mesh.k\n*KEYWORD',
      '% SU2\nMESH_FILENAME= mesh.su2',
      '// Gmsh\nMerge "mesh.msh";',
      '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1',
      '/PREP7\n*DIM,A,ARRAY,10\n/INPUT,mesh,k',
      '*DIM,A,ARRAY,10\n*SET,B,3\n*USE,macro',
      '/*\n*KEYWORD\n*/\nint main() { return *node; }',
      '# Decks\n\n```\n*KEYWORD\n*INCLUDE\n```',
      '*Keyword* is a word',
      '* KEYWORD\n* NODE',
      '"""Writes a deck."""\nlines = ["*KEYWORD"]',
      '#!/bin/sh\ncat <<END\n*KEYWORD\nEND',
      'node,x,y\n1,0.,0.',
      '<deck>*KEYWORD</deck>',
      '{"deck": "*KEYWORD"}',
      '[deck]\n*KEYWORD',
      '[TITLE]\n;;SWMM\n[OPTIONS]\nFLOW_UNITS CFS',
      'c MCNP\n1 0 -1 imp:n=1\n\n1 so 10\n\n*F8:e 1\n*TR1 0 0 1',
      '*VERSION\n   9.5\n*NODE    ; Nodes\n   1, 0, 0, 0',
      '*UNIT_SYSTEM\nSI\n*ELEMENT_SOLID\n1',
      'fun main() {\n*KEYWORD\n}',
    ]) {
      assert.equal(lsDyna.recognise(head), undefined, head);
    }
  });

  it('a head of any kind is read in one go', () => {
    for (const character of ['*', ' ', '$', '_', 'A', '\u0000', '\n*', '\n$', '*A ']) {
      assert.equal(lsDyna.recognise(character.repeat(21_000)), undefined);
    }
    assert.equal(lsDyna.recognise(`*NODE${' '.repeat(200)}x${' '.repeat(60_000)}x`), undefined);
    assert.equal(lsDyna.recognise('*KEYWORD\n*INCL'), 'certain');
  });
});
