import assert from 'node:assert/strict';
import { nastran } from '../../../src/deck/formats/nastran';
import { readText } from './support/readText';
import { testRecognition } from './support/recognition';

const deck = (line: number, name: string) => ({
  line,
  name,
  spellings: [name, `${name}.gz`],
  content: 'deck',
});

const unreadable = (line: number, name: string) => ({
  line,
  name,
  uncheckable: 'quotationMark',
  content: 'deck',
});

describe('Files that a Nastran deck names', () => {
  it('are found behind a quote that never closes', () => {
    const short = "INCLUDE 'a.bdf\nGRID,1\nINCLUDE 'b.bdf'\n";
    assert.deepEqual(readText(nastran, short), [unreadable(1, 'a.bdf'), deck(3, 'b.bdf')]);
    const text = `INCLUDE 'a.bdf\n${'GRID,1,,0.,0.,0.\n'.repeat(1000)}INCLUDE 'b.bdf'\n`;
    assert.deepEqual(readText(nastran, text), [unreadable(1, 'a.bdf'), deck(1002, 'b.bdf')]);
  });

  it('are read from hostile text', () => {
    const long = 'INCLUDE ' + ' '.repeat(500_000) + 'x'.repeat(500_000);
    const control = "INCLUDE 'a\u0000b\u001b.bdf'";
    const text = [long, `INCLUDE '${'y'.repeat(5000)}'`, control, "'".repeat(100_000), 'a'.repeat(1e6)];
    assert.deepEqual(readText(nastran, text.join('\n')), [deck(3, 'a\u0000b\u001b.bdf')]);
    const many = Array.from({ length: 100_000 }, (_, index) => `INCLUDE 'm${index}.bdf'`).join('\n');
    const found = readText(nastran, many);
    assert.equal(found.length, 100_000);
    assert.deepEqual(found.at(-1), deck(100_000, 'm99999.bdf'));
    const unclosed = Array.from({ length: 100_000 }, () => "INCLUDE 'x").join('\n');
    const unread = readText(nastran, unclosed);
    assert.equal(unread.length, 100_000);
    assert.deepEqual(unread.at(-1), unreadable(100_000, 'x'));
    assert.deepEqual(readText(nastran, "INCLUDE '" + '\nx'.repeat(100_000)), []);
  });
});

describe('A Nastran deck', () => {
  testRecognition(nastran, 'certain', 'is certain by its sections or by three cards', [
    'SOL 101\nCEND\nSPC = 1\nBEGIN BULK\n',
    'ID A,B\nSOL 1\nTIME 5\nCEND',
    '$ by hand\r\n\r\nNASTRAN QUARTICDLM=1\r\nSOL 144\r\nCEND $ end\r\n',
    'DISPLACEMENT(SORT1,REAL)=ALL\nBEGIN BULK $',
    '# HyperMesh\n// text\nFORMAT H3D\nBEGIN BULK',
    "ASSIGN OUTPUT2='x.op2' UNIT=12\nBEGIN SUPER=1",
    'TITLE=a\nBEGIN,BULK',
    "ANALYSIS\nINCLUDE 'grids.fem'\nBEGIN BULK\nGRID,1,,0.,0.,0.\nENDDATA",
    "ANALYSIS\nINCLUDE 'grids.fem'\nSUBCASE 1\nBEGIN BULK\n",
    'GRID,1,,0.,0.,0.\nGRID*  2\ngrid    3',
    'MAT1    1       2.1+5           .3\nPSHELL  1       1       1.\nCQUAD4  1       1       1       2       3',
    '\ufeffSOL 103\nCEND',
    '%defrepwidth 0.0,bulk\nBEGIN BULK',
    'DESVAR *              10BEAM\nGRDSET,,,,,,,6\nCEND',
    'FORCE          1       3\nforce,2,3\nMOMENT*                1',
  ]);

  testRecognition(nastran, 'possible', 'is possible by one card or by includes alone', [
    "INCLUDE 'mesh.bdf'",
    "$ all parts\ninclude 'a/b.inc'\n\nINCLUDE 'loads.dat'\n",
    'INCLUDE = part.fem',
    "INCLUDE 'mesh/\n  wing.bdf' $ all\n",
    "INCLUDE 'MODELS:wing.bdf'",
    'GRID    1               0.      0.      0.\n',
    "PARAM,POST,-1\nINCLUDE 'x.bdf'\nSPC1,1,123456,7",
  ]);

  it('is possible by any includes, if nothing else has the extension', () => {
    const text = "$ main\nINCLUDE 'exec.inc'\nINCLUDE 'bulk.inc'\n";
    for (const extension of ['.bdf', '.nas', '.fem'])
      assert.equal(nastran.recognise(text, extension), 'possible', extension);
    for (const extension of ['.dat', '.inc', '', undefined])
      assert.equal(nastran.recognise(text, extension), undefined, extension);
  });

  testRecognition(nastran, undefined, 'is none of these', [
    '$ only a comment',
    "      include 'mpif.h'",
    "include 'config.php';",
    'include common.mk',
    "include ':app'\ninclude ':lib'",
    "      include 'umat.for'\n      include 'a.dat'",
    "include 'a.f'",
    'include 2020.dat\ninclude 2021.dat',
    "      include 'param.inc'",
    "include 'param.inc'\ninclude 'b.inc'",
    "include 'a.bdf'\ninclude ':app'",
    'include "llvm/Target/Target.td"',
    'include "application.conf"\ninclude "b"',
    "deck='''SOL 101\nCEND\nBEGIN BULK\nENDDATA\n'''\n",
    'deck = """SOL 101\nCEND\nBEGIN BULK\n"""',
    'Include "part.geo";',
    'The deck is:\n\nSOL 101\nCEND\nBEGIN BULK\n',
    "deck = '''\nSOL 101\n'''",
    'title\nBegin bulk crafting',
    '## PARAM\n\nDefault = 1\n\n```nastran\nBEGIN BULK\n```\n',
    'load 1 0.0 -1.0\nforce 2 3\nFORCES   1',
    'INPUT = 5\nOUTPUT = 6\n',
    `include ${' '.repeat(60_000)}x`,
    `begin bulk${' '.repeat(60_000)}x`,
    `FORCE${' '.repeat(60_000)}x`,
    `GRID${' '.repeat(60_000)}x`,
    `title${' '.repeat(60_000)}x`,
    'a'.repeat(65_536),
  ]);
});
