import assert from 'node:assert/strict';
import { nastran } from '../../../src/deck/formats/nastran';
import { Random } from '../../simulation/random';
import { foreignTexts } from './support/foreignTexts';
import { readText } from './support/readText';

const deck = (line: number, name: string, more: object = {}) => ({
  line,
  name,
  ...more,
  spellings: name.endsWith('.gz') ? [name] : [name, `${name}.gz`],
  content: 'deck',
});
const data = (line: number, name: string, more: object = {}) => ({ line, name, ...more, content: 'data' });

describe('Files that a Nastran deck names', () => {
  it('are those of the examples in the manuals', () => {
    const main = ['SOL 101', 'CEND', 'TITLE = STATIC ANALYSIS', 'LOAD = 100', 'BEGIN BULK'];
    const text = [...main, "INCLUDE 'MYBULK.DATA'", 'ENDDATA'].join('\n');
    assert.deepEqual(readText(nastran, text), [deck(6, 'MYBULK.DATA')]);
    const long = "INCLUDE '/dir123\n          /dir456\n     /dir789/filename.dat'\nENDDATA";
    assert.deepEqual(readText(nastran, long), [deck(1, '/dir123/dir456/dir789/filename.dat')]);
    const drive = "INCLUDE 'C:\\A\\B\n   \\Composite\n   \\Bolt.NAS'";
    assert.deepEqual(readText(nastran, drive), [deck(1, 'C:\\A\\B\\Composite\\Bolt.NAS')]);
  });

  it('are those of the examples of OptiStruct', () => {
    const names = [
      'plate_hole.fem',
      '..\\plate_hole.fem',
      'D:\\repository/plate_hole.fem',
      '/scratch/a.fem.gz',
    ];
    const text = names.map((name) => `INCLUDE ${name}`).join('\n');
    assert.deepEqual(
      readText(nastran, text),
      names.map((name, index) => deck(index + 1, name)),
    );
    assert.deepEqual(readText(nastran, 'INCLUDE = plate.fem\nINCLUDE="b c.fem"'), [
      deck(1, 'plate.fem'),
      deck(2, 'b c.fem'),
    ]);
  });

  it('may be quoted, indented, written in any case and followed by a comment', () => {
    const text = [
      "include 'a b.bdf'",
      '\tInclude "it\'s.bdf" $ that\'s all',
      "  INCLUDE'c.bdf'$ not this",
      'INCLUDE d.bdf $ e.bdf',
      "include ' f.bdf '",
    ].join('\n');
    assert.deepEqual(readText(nastran, text), [
      deck(1, 'a b.bdf'),
      deck(2, "it's.bdf"),
      deck(3, 'c.bdf'),
      deck(4, 'd.bdf'),
      deck(5, 'f.bdf'),
    ]);
  });

  it('go on over comments and empty lines until the quote closes', () => {
    assert.deepEqual(
      readText(nastran, "INCLUDE 'mesh/\n$ it's a comment\n\n  wing/\n  skin.bdf' $ end\nGRID,1"),
      [deck(1, 'mesh/wing/skin.bdf')],
    );
  });

  it('cannot be checked if they have logical symbols, variables, wildcards or several parts', () => {
    const rows = [
      ["'MODELDIR:wing/skin.bdf'", 'MODELDIR:wing/skin.bdf', 'symbol'],
      ['tpldir:x.dat', 'tpldir:x.dat', 'symbol'],
      ["'$HOME/x.bdf'", '$HOME/x.bdf', 'variable'],
      ["'%MODELS%\\x.bdf'", '%MODELS%\\x.bdf', 'variable'],
      ["'/dir1/*/x.bdf'", '/dir1/*/x.bdf', 'expression'],
      ["'/mydir' /level1 /level2/ 'myfile.x'", '/mydir /level1 /level2/ myfile.x', 'expression'],
      ['c:\\project,', 'c:\\project', 'expression'],
      ['Dir B/nodes.inc', 'Dir B/nodes.inc', 'expression'],
    ] as const;
    for (const [written, name, uncheckable] of rows)
      assert.deepEqual(readText(nastran, `INCLUDE ${written}`), [deck(1, name, { uncheckable })]);
  });

  it('can be checked if only a percent sign or a drive looks like more', () => {
    for (const name of ['fill50%.bdf', 'C:/models/x.bdf', 'c:x.bdf', 'a:b'])
      assert.deepEqual(readText(nastran, `INCLUDE '${name}'`), [deck(1, name)]);
  });

  it('are assigned for input, in Nastran', () => {
    const text = [
      "ASSIGN INPUTT2='trimmed.f70' UNIT=31",
      "assign inputt4 = 'Phi.op4',formatted,UNIT=90",
      'ASSIGN INPUTT4="static.op4",STATUS=OLD,UNIT=25',
      "ASSIGN HDF5IN='DIR:pre.h5',",
      '  UNIT=33',
      "ASSIGN INPUTT2='long/",
      "   name.op2' UNIT=12",
      'ASSIGN DBLOAD=base.unl UNIT=51',
      "ASSIGN INPUTT4=DIR:'x y.op4',UNIT=12",
      "ASSIGN INPUTT4='E:\\a\\,",
      "  b.op4' UNIT=12",
    ].join('\n');
    assert.deepEqual(readText(nastran, text), [
      data(1, 'trimmed.f70'),
      data(2, 'Phi.op4'),
      data(3, 'static.op4'),
      data(4, 'DIR:pre.h5', { uncheckable: 'symbol' }),
      data(6, 'long/name.op2'),
      data(8, 'base.unl'),
      data(9, 'DIR:x y.op4', { uncheckable: 'symbol' }),
      data(10, 'E:\\a\\,b.op4', { uncheckable: 'expression' }),
    ]);
  });

  it('are assigned for input, in OptiStruct', () => {
    const text = [
      'ASSIGN, H3DDMIG, AX, C:\\CMS\\cms.h3d',
      'ASSIGN,DAC,7,"road load.dac"',
      'assign,akusmod,ftn.70',
      'ASSIGN,EXCINP,1,run.INP4',
      'ASSIGN,GETDISP,old.res',
    ].join('\n');
    assert.deepEqual(readText(nastran, text), [
      data(1, 'C:\\CMS\\cms.h3d'),
      data(2, 'road load.dac'),
      data(3, 'ftn.70'),
      data(4, 'run.INP4'),
      data(5, 'old.res'),
    ]);
  });

  it('are not those that only look like an include', () => {
    const texts = [
      "$ INCLUDE 'x.bdf'",
      "$INCLUDE 'x.bdf'",
      "TITLE = INCLUDE 'x.bdf'",
      'INCLUDED x.bdf',
      "INCLUDE2 'x.bdf'",
      'INCLUDE',
      'INCLUDE $ nothing',
      "INCLUDE ''",
      "ENDDATA\nINCLUDE 'x.bdf'",
      "PARAM,INCLUDE,'x.bdf'",
      "# INCLUDE 'x.bdf'",
      "// INCLUDE 'x.bdf'",
      "GRID,1,,0.,0.,0. $\n+ INCLUDE 'x.bdf'",
      "*INCLUDE 'x.bdf'",
      '#include x.bdf',
      "INCLUDE 'never closed\nGRID,1",
      "ASSIGN OUTPUT4='out.op4',UNIT=11",
      "ASSIGN OUTPUT2='x.op2' UNIT=12",
      "ASSIGN USERFILE='x.dat' STATUS=OLD",
      "ASSIGN PUNCH='x.pch'",
      "ASSIGN INPUTT4='x.op4',STATUS=NEW",
      "ASSIGN INPUTT4='x.op4',\n UNIT=25,\n STATUS=UNKNOWN",
      "ASSIGN INPUTT4='x.op4' DELETE",
      "ASSIGN INPUTT4='*',UNIT=5",
      "ASSIGN SCR300='x.scr',TEMP",
      "ASSIGN DBALL='x.DBALL'",
      // A restart reads the database of an earlier run, which its name alone does not tell.
      "RESTART VERSION=1,KEEP\nASSIGN MASTER='run1.MASTER'",
      "ASSIGN MASTER='run1.MASTER'\nRESTART",
      "RESTART LOGICAL=RUN1\nASSIGN RUN1='run1.MASTER'",
      'ASSIGN RUN1=run1.MASTER\nDBLOCATE WHERE(WILDCARD) LOGICAL=RUN1',
      "restart,'run1'",
      'ASSIGN,H3DDMIG,AX',
      "ASSIGN,DAC,7,''",
      'ASSIGN,PUNCH,out.pch',
      'OUTFILE,x',
    ];
    for (const text of texts) assert.deepEqual(readText(nastran, text), [], text);
  });

  it('cannot be checked if they are in a home folder or an address', () => {
    assert.deepEqual(readText(nastran, "INCLUDE '~/a.bdf'\nINCLUDE 'file:///tmp/a.bdf'"), [
      deck(1, '~/a.bdf', { uncheckable: 'variable' }),
      deck(2, 'file:///tmp/a.bdf', { uncheckable: 'symbol' }),
    ]);
  });

  it('are found behind a quote that never closes', () => {
    assert.deepEqual(readText(nastran, "INCLUDE 'a.bdf\nGRID,1\nINCLUDE 'b.bdf'\n"), [deck(3, 'b.bdf')]);
    const text = `INCLUDE 'a.bdf\n${'GRID,1,,0.,0.,0.\n'.repeat(1000)}INCLUDE 'b.bdf'\n`;
    assert.deepEqual(readText(nastran, text), [deck(1002, 'b.bdf')]);
  });

  it('are found in every spelling amid other lines', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const random = new Random(seed);
      const sample = makeSample(random);
      assert.deepEqual(readText(nastran, sample.text), [deck(sample.line, sample.name)], sample.text);
    }
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
    assert.deepEqual(readText(nastran, unclosed), []);
    assert.deepEqual(readText(nastran, "INCLUDE '" + '\nx'.repeat(100_000)), []);
  });
});

describe('A Nastran deck', () => {
  it('is certain by its sections or by three cards', () => {
    const texts = [
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
    ];
    for (const text of texts) assert.equal(nastran.recognise(text), 'certain', text);
  });

  it('is possible by one card or by includes alone', () => {
    const texts = [
      "INCLUDE 'mesh.bdf'",
      "$ all parts\ninclude 'a/b.inc'\n\nINCLUDE 'loads.dat'\n",
      'INCLUDE = part.fem',
      "INCLUDE 'mesh/\n  wing.bdf' $ all\n",
      "INCLUDE 'MODELS:wing.bdf'",
      'GRID    1               0.      0.      0.\n',
      "PARAM,POST,-1\nINCLUDE 'x.bdf'\nSPC1,1,123456,7",
    ];
    for (const text of texts) assert.equal(nastran.recognise(text), 'possible', text);
  });

  it('is possible by any includes, if nothing else has the extension', () => {
    const text = "$ main\nINCLUDE 'exec.inc'\nINCLUDE 'bulk.inc'\n";
    for (const extension of ['.bdf', '.nas', '.fem'])
      assert.equal(nastran.recognise(text, extension), 'possible', extension);
    for (const extension of ['.dat', '.inc', '', undefined])
      assert.equal(nastran.recognise(text, extension), undefined, extension);
  });

  it('is none of these', () => {
    for (const [name, text] of Object.entries(foreignTexts))
      if (name !== 'nastran') assert.equal(nastran.recognise(text), undefined, name);
    const texts = [
      '',
      '$ only a comment',
      "      include 'mpif.h'",
      "include 'config.php';",
      'include common.mk',
      'include ../rules.mk',
      "include ':app'\ninclude ':lib'",
      "      include 'umat.for'\n      include 'a.dat'",
      "include 'a.f'",
      'include 2020.dat\ninclude 2021.dat',
      "      include 'param.inc'",
      "include 'param.inc'\ninclude 'b.inc'",
      "include 'a.bdf'\ninclude ':app'",
      "include 'helpers'\ninclude 'a.rb'",
      'include "a.lua"',
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
    ];
    for (const text of texts) assert.equal(nastran.recognise(text), undefined, text.slice(0, 80));
  });
});

const noise = [
  'GRID    1               0.      0.      0.',
  "$ INCLUDE 'commented.bdf'",
  '',
  '+       1.0     2.0',
  'TITLE = it is Bob',
  "ASSIGN OUTPUT4='out.op4',UNIT=11",
  'EIGRL,1,,,10',
  '        123456  7',
  'AERO,1,1.0',
  '\tinertia = 1',
];

/** An include in one of its spellings amid other lines. */
function makeSample(random: Random): { text: string; line: number; name: string } {
  const parts = Array.from({ length: 1 + random.below(4) }, () =>
    random.pick(['wing', 'Ärmel', 'a b', 'x-1', '..', 'run_2', 'INCLUDES']),
  );
  const name = `${parts.join(random.pick(['/', '\\']))}${random.pick(['.bdf', '.INC', '', '.fem.gz'])}`;
  const quote = name.includes(' ') ? random.pick(["'", '"']) : random.pick(["'", '"', '']);
  const end = random.pick(['\n', '\r\n']);
  const before = Array.from({ length: random.below(6) }, () => random.pick(noise));
  const after = Array.from({ length: random.below(6) }, () => random.pick(noise));
  const keyword = random.pick(['INCLUDE', 'include', 'Include', 'iNcLuDe']);
  const gap = quote === '' ? random.pick([' ', '\t', ' = ']) : random.pick(['', ' ', '  ', '\t', '=', ' = ']);
  const comment = random.pick(['', ' ', " $ don't", ' $']);
  let written = name;
  const cut = 1 + random.below(name.length - 1);
  const isCut =
    quote !== '' && name.length > 1 && !/\s/.test(name.slice(cut - 1, cut + 1)) && random.chance(0.5);
  if (isCut)
    written = `${name.slice(0, cut)}${random.pick(['', ' '])}${end}${random.pick(['', `$ isn't it${end}`])}   ${name.slice(cut)}`;
  const statement = `${random.pick(['', '  '])}${keyword}${gap}${quote}${written}${quote}${comment}`;
  return { text: [...before, statement, ...after].join(end), line: before.length + 1, name };
}
