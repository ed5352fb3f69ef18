import assert from 'node:assert/strict';
import { abaqus } from '../../../src/deck/formats/abaqus';
import { readNames } from './support/readText';
import { testRecognition } from './support/recognition';

describe('Abaqus and CalculiX', () => {
  it('long lines, open quotes and control characters do no harm', () => {
    const long = 'x'.repeat(1_000_000);
    const lines = [
      `*INCLUDE, INPUT=${long}`,
      `*INCLUDE, INPUT="${long}`,
      `*INCLUDE,${' '.repeat(1_000_000)}`,
      'INPUT=never.inp',
      ','.repeat(1_000_000),
      ' '.repeat(1_000_000),
      '*INCLUDE, INPUT="open',
      '*INCLUDE, INPUT=a\u0000b\u001b.inp',
      '*INCLUDE, INPUT=last.inp',
    ];
    const read = ['7 open', '8 a\u0000b\u001b.inp', '9 last.inp'];
    assert.deepEqual(readNames(abaqus, lines.join('\n')), read);
    const names = Array.from({ length: 100_000 }, (_, index) => `${index}.inp`);
    const many = names.map((name) => `*INCLUDE, INPUT=${name}\n`).join('');
    const found = names.map((name, index) => `${index + 1} ${name}`);
    assert.deepEqual(readNames(abaqus, many), found);
  });
});

describe('Recognition of Abaqus and CalculiX', () => {
  testRecognition(abaqus, 'certain', 'decks are recognised', [
    '*HEADING\nA beam\n*NODE, NSET=ALL\n1, 0., 0., 0.',
    '** Generated\n**\n*Part, name=Beam\n*Node\n1, 0., 0., 0.',
    '*INCLUDE, INPUT=mesh.inp',
    '*INCLUDE INPUT=mesh.inp',
    '*ELEMENT, TYPE=C3D8, ELSET=E',
    '\n\n*NSET, GENERATE, NSET=A\n1, 9, 1',
    '\ufeff*Material, name=Steel',
    `*HEADING\nA beam\n*NODE\n${'1, 0., 0., 0.\n'.repeat(5000)}`,
  ]);

  testRecognition(abaqus, 'possible', 'decks that begin as those of others may be recognised', [
    '*HEADING\nA beam',
    '*INCLUDE,\nINPUT=mesh.inp',
    '*NODE\n1, 0., 0., 0.',
    '** loads\n*CLOAD\n5, 2, 1.',
    '*STEP\n*STATIC\n*END STEP',
    '*\n*STEP\n*7e5,0.\n*STATIC',
    '*HEADING\n*INCL',
  ]);

  testRecognition(abaqus, undefined, 'other files are not', [
    '**',
    '*KEYWORD\n*TITLE\nAbaqus\n*NODE, NSET=ALL',
    '*NODE\n       1             0.0             0.0             0.0',
    '*INCLUDE\nmesh.k',
    '*DIM,A,ARRAY,10\n*SET,B,3\n*USE,macro',
    '*element = next;\n*node, *part;',
    '*Node* is a word\n\n*ELEMENT, TYPE=C3D8',
    '* Decks\n*ELEMENT, TYPE=C3D8',
    '#!/bin/sh\ncat <<END\n*NODE, NSET=ALL\nEND',
    '* FLUKA\nTITLE\nA beam\n*...+....1....+....2\nBEAM     -10.0',
    "*INCLUDE 'grid.inc'\n*TITLE1 'reservoir'",
    '*VERSION\n   9.5\n*NODE    ; Nodes\n   1, 0, 0, 0',
    '*UNIT_SYSTEM\nSI\n*MATERIAL, NAME=A',
  ]);

  testRecognition(abaqus, undefined, 'a head of any kind is read in one go', [
    ...['*', ' ', ',', '=', 'A', '\u0000', '"', '\n*'].map((text) => text.repeat(65_536)),
    `*NODE${',A'.repeat(32_000)}`,
  ]);
});
