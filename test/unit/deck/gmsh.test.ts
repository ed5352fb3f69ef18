import assert from 'node:assert/strict';
import { gmsh } from '../../../src/deck/formats/gmsh';
import { Random } from '../../simulation/random';
import { foreignTexts } from './support/foreignTexts';
import { readText } from './support/readText';

const deck = (line: number, name: string, more: object = {}) => ({ line, name, ...more, content: 'deck' });
const data = (line: number, name: string, more: object = {}) => ({ line, name, ...more, content: 'data' });

describe('Files that a Gmsh script names', () => {
  it('are those of the manual', () => {
    const text = [
      'Include "sizes.geo";',
      'Merge "part.step";',
      'MergeWithBoundingBox "view.pos";',
      'v() = ShapeFromFile("wing.brep");',
      'x[] = ListFromFile["points.txt"];',
    ];
    assert.deepEqual(readText(gmsh, text.join('\n')), [
      deck(1, 'sizes.geo'),
      data(2, 'part.step'),
      data(3, 'view.pos'),
      data(4, 'wing.brep'),
      data(5, 'points.txt'),
    ]);
  });

  it('may be the data of a field', () => {
    const text = [
      'Field[1] = Structured;',
      'Field[1].FileName = "sizes.dat";',
      'Field[n + 1].FileName="a b.dat"; Field [2] . FileName = StrCat(name, ".dat");',
      'If (n)',
      'Field[3].FileName = "c.dat";',
      'EndIf',
    ];
    assert.deepEqual(readText(gmsh, text.join('\n')), [
      data(2, 'sizes.dat'),
      data(3, 'a b.dat'),
      data(3, 'StrCat(name, ".dat")', { uncheckable: 'expression' }),
      data(5, 'c.dat', { uncheckable: 'optional' }),
    ]);
    const others = [
      'General.FileName = "a.geo";',
      'View[0].FileName = "a.pos";',
      'Field[1].FileName "a";',
      'Field[1].FileNames = "a";',
      'Field[1] = Structured; View[0].FileName = "a.pos";',
      'Printf("Field[1].FileName = %g", 1);',
      'x = StrPrefix(General.FileName);',
    ];
    for (const other of others) assert.deepEqual(readText(gmsh, other), [], other);
  });

  it('may be opened, if the version of Gmsh has that command', () => {
    assert.deepEqual(readText(gmsh, 'Open "part.step"; Open "a.geo";\nOpen StrCat(a, "b"); Open = 1;'), [
      data(1, 'part.step', { uncheckable: 'optional' }),
      deck(1, 'a.geo', { uncheckable: 'optional' }),
      data(2, 'StrCat(a, "b")', { uncheckable: 'expression' }),
    ]);
  });

  it('may be in any place between other words and comments', () => {
    const text =
      'Merge\'a.msh\';Merge\n\n/* x\n*/ "b.msh" // y\n\n;\nPoint(1) = {0, 0, 0}; Include "c.pro" ; EndFor Merge "d";\nv = ShapeFromFile\n(\n"e.step"\n);';
    assert.deepEqual(readText(gmsh, text), [
      data(1, 'a.msh'),
      data(4, 'b.msh'),
      deck(7, 'c.pro'),
      data(7, 'd'),
      data(10, 'e.step'),
    ]);
  });

  it('are scripts themselves, according to their extension', () => {
    const names = ['a.geo', 'b.geo_unrolled', 'c.geo.opt'];
    assert.deepEqual(
      readText(gmsh, names.map((name) => `Merge "${name}";`).join('\n')),
      names.map((name, index) => deck(index + 1, name)),
    );
    assert.deepEqual(readText(gmsh, 'Merge "a.GEO"; v() = ShapeFromFile("b.geo");'), [
      data(1, 'a.GEO'),
      data(1, 'b.geo'),
    ]);
  });

  it('may have any characters but the quote', () => {
    for (const name of [';', ')', '(', 'a\\', "it's", '//', '/*', 'Merge', ' a '])
      assert.deepEqual(readText(gmsh, `v() = ShapeFromFile("${name}"); Merge "${name}";`), [
        data(1, name),
        data(1, name),
      ]);
  });

  it('cannot be checked if they are expressions', () => {
    const text = [
      'Merge StrCat(folder, "part.step");',
      'Include Str[ name ] ;',
      'Merge Sprintf("view%g.pos", i + 1);',
      'v() = ShapeFromFile(name);',
      "v() = ShapeFromFile(StrCat('a', (b)));",
      'Merge',
      '  StrCat(a, // the folder',
      '  "b");',
      'x = "a.msh"; Merge x;',
    ];
    assert.deepEqual(readText(gmsh, text.join('\n')), [
      data(1, 'StrCat(folder, "part.step")', { uncheckable: 'expression' }),
      deck(2, 'Str[name]', { uncheckable: 'expression' }),
      data(3, 'Sprintf("view%g.pos", i+1)', { uncheckable: 'expression' }),
      data(4, 'name', { uncheckable: 'expression' }),
      data(5, 'StrCat("a", (b))', { uncheckable: 'expression' }),
      data(7, 'StrCat(a, "b")', { uncheckable: 'expression' }),
      data(9, 'x', { uncheckable: 'expression' }),
    ]);
  });

  it('are in the folder of the script if they say so', () => {
    const text = [
      'Merge StrCat(CurrentDirectory, "part.step");',
      'Include StrCat[CurrentDir,"../sizes.geo"];',
      'v() = ShapeFromFile(StrCat(CurrentDir, "/wing.brep"));',
      'Merge StrCat(CurrentDir, "a", "b");',
    ];
    assert.deepEqual(readText(gmsh, text.join('\n')), [
      data(1, 'part.step'),
      deck(2, '../sizes.geo'),
      data(3, 'wing.brep'),
      data(4, 'StrCat(CurrentDir, "a", "b")', { uncheckable: 'expression' }),
    ]);
  });

  it('cannot be checked if a condition or a call decides', () => {
    const text = [
      'If (n > 1)',
      '  Merge "a.step";',
      'ElseIf (n > 0)',
      '  If (m)',
      '    Include "b.geo";',
      '  EndIf',
      'Else',
      '  Merge Str(c);',
      'EndIf Printf("If");',
      'Merge "d.step";',
      'Macro Load',
      'Merge "e.step";',
      'Return',
      'Function Load2',
      'Merge "f.step";',
      'Return',
      'EndIf',
      'Merge "g.step";',
      'For i In {1:3}',
      'Merge "h.step";',
      'EndFor',
      'DefineConstant[ i = {1, Name "x", Macro "Load"} ];',
      'Merge "i.step";',
    ];
    assert.deepEqual(readText(gmsh, text.join('\n')), [
      data(2, 'a.step', { uncheckable: 'optional' }),
      deck(5, 'b.geo', { uncheckable: 'optional' }),
      data(8, 'Str(c)', { uncheckable: 'expression' }),
      data(10, 'd.step'),
      data(12, 'e.step', { uncheckable: 'optional' }),
      data(15, 'f.step', { uncheckable: 'optional' }),
      data(18, 'g.step'),
      data(20, 'h.step'),
      data(23, 'i.step'),
    ]);
  });

  it('cannot be checked if the script or a program that it calls may have written them', () => {
    const kinds = (text: string) =>
      readText(gmsh, text).map((item) => 'name' in item && `${item.name} ${item.uncheckable ?? 'checked'}`);
    assert.deepEqual(kinds('Merge "a.msh";\nMesh 3;\nSave "a.msh";\nMerge "a.msh";\nMerge "b.msh";'), [
      ...['a.msh checked', 'a.msh output', 'b.msh checked'],
    ]);
    assert.deepEqual(kinds('Printf("lc = 1;") > "a.geo";\nInclude "a.geo";\nPrint "b.msh"; Merge "b.msh";'), [
      ...['a.geo output', 'b.msh output'],
    ]);
    assert.deepEqual(kinds('Printf("x") >> "a.geo";\nInclude "a.geo";'), ['a.geo output']);
    assert.deepEqual(kinds('Merge "a.geo";\nSystemCall "make";\nMerge "b.geo";'), [
      ...['a.geo checked', 'b.geo optional'],
    ]);
  });

  it('are not read behind the end of the script', () => {
    const kinds = (text: string) =>
      readText(gmsh, text).map((item) => 'name' in item && `${item.name} ${item.uncheckable ?? 'checked'}`);
    for (const end of ['Abort', 'Exit']) {
      assert.deepEqual(kinds(`Merge "a.geo";\n${end};\nMerge "b.geo";`), ['a.geo checked']);
      assert.deepEqual(kinds(`If (n)\n${end};\nEndIf\nMerge "b.geo";`), ['b.geo optional']);
    }
  });

  it('are no files that Gmsh writes, and nothing in comments and strings', () => {
    const texts = [
      '// Merge "a";',
      'x = 1; // Merge "a";',
      '/* Merge "a"; */',
      '/*\nMerge "a";\n*/',
      'Printf("Merge \'a\';");',
      'Printf(\'Merge "a";\');',
      'Printf("\nMerge ");',
      'Save "a.msh";',
      'Print "a.png";',
      'Save View[0] "a.pos";',
      'Printf("x") > "a.txt";',
      'OnelabRun("solver", "a.pro");',
      'SystemCall "a";',
      'CreateDir "a";',
      'SetName "Merge";',
      'SetName "Merge" "a";',
      'merge "a";',
      'INCLUDE "a";',
      'Merged "a";',
      'Merge_1 "a";',
      'Merge a b;',
      'Merge 1;',
      'Merge "a"',
      'Merge "a" "b";',
      'Merge "a", "b";',
      'Merge "a" ("b");',
      'v() = ShapeFromFile("a", "b");',
      'Merge "";',
      'Merge "a\nb";',
      'Merge ("a");',
      'Merge;\n"a";',
      'Merge = 1;',
      'Field[1].IncludeBoundary = "a";',
      'x = { Merge };',
      'v() = ShapeFromFile();',
      'v() = ShapeFromFile["a"};',
      'v() = ShapeFromFile("a"; Merge "x"',
      'v() = ShapeFromFile "a";',
      'If (FileExists("a")) EndIf',
      '#include "a"',
    ];
    for (const text of texts) assert.deepEqual(readText(gmsh, text), [], text);
  });

  it('follow a string that never ends', () => {
    const text = `Printf("open);\n${'x = 1;\n'.repeat(200)}Merge "a.step";`;
    assert.deepEqual(readText(gmsh, text), [data(202, 'a.step')]);
  });

  it('are found in all spellings', () => {
    const random = new Random(20_240_512);
    for (let round = 0; round < 500; round++) {
      const { text, reference } = makeSample(random);
      assert.deepEqual(readText(gmsh, text), [reference], text);
    }
  });

  it('are found in hostile files', () => {
    const long = 'x'.repeat(1_000_000);
    assert.deepEqual(readText(gmsh, `${long}\nMerge "a";`), [data(2, 'a')]);
    assert.deepEqual(readText(gmsh, `Merge "${long}";\n;\nMerge "a";`), [data(3, 'a')]);
    assert.deepEqual(readText(gmsh, `Merge ${'('.repeat(5_000)}\nMerge "a";`), [data(2, 'a')]);
    assert.deepEqual(readText(gmsh, `Merge ${'f('.repeat(300_000)}\nMerge "a";`), [data(2, 'a')]);
    assert.deepEqual(readText(gmsh, `Merge ${'"" '.repeat(300_000)}Merge "a";`), [data(1, 'a')]);
    assert.deepEqual(readText(gmsh, `${'/* '.repeat(300_000)}*/ Merge "a";`), [data(1, 'a')]);
    assert.deepEqual(readText(gmsh, `${'Merge '.repeat(200_000)};\nMerge "a";`), [data(2, 'a')]);
    assert.deepEqual(readText(gmsh, '\0\x01\x1b@\n\x7f\ufffd\nMerge "a";'), [data(3, 'a')]);
    assert.deepEqual(
      readText(gmsh, 'Merge "a";\n'.repeat(100_000)),
      Array.from({ length: 100_000 }, (_, index) => data(index + 1, 'a')),
    );
  });
});

describe('Scripts of Gmsh', () => {
  it('are recognised by a statement that no other program has', () => {
    const texts = [
      'SetFactory("OpenCASCADE");',
      '// plate\nlc = 1; Point(1) = {0, 0, 0, lc};',
      'Line Loop(newll) = {1, 2};',
      'Curve Loop(5) = {1, -2};',
      'Plane Surface(6) = {5};',
      'Physical Surface("wall") = {6};',
      'Merge "a.stl";\nPhysical Volume(1) = {1};',
      'BooleanDifference{ Volume{1}; Delete; }{ Volume{2}; }',
      'BooleanUnion(3) = { Volume{1}; }{ Volume{2}; };',
      'Field[1] = Distance;',
      'For i In {1:4}\nx += 1; Box(i) = {0, 0, 0, 1, 1, 1};\nEndFor',
    ];
    for (const text of texts) assert.equal(gmsh.recognise(text), 'certain', text);
  });

  it('may be recognised by what they merge', () => {
    const texts = [
      'Merge "part.step";',
      '// all\nInclude "a.geo";\nInclude \'b.geo\';\nx = #list[];',
      'v() = ShapeFromFile("wing.brep");',
      'If (n)\nMerge "a.msh";\nEndIf',
      'For i In {1:2}\nn += 1;\nEndFor\nInclude "a.script";',
      'x = 1;\nMerge Sprintf("view%g.pos", x);',
      'Include StrCat["a", b];',
    ];
    for (const text of texts) assert.equal(gmsh.recognise(text), 'possible', text);
  });

  it('are not recognised in the texts of others', () => {
    for (const [name, text] of Object.entries(foreignTexts))
      if (name !== 'gmsh') assert.equal(gmsh.recognise(text), undefined, name);
    const texts = [
      '',
      'algebraic3d\nsolid cube = orthobrick (0, 0, 0; 1, 1, 1);\ntlo cube;',
      '$MeshFormat\n4.1 0 8\n$EndMeshFormat',
      'View "a" { SP(0, 0, 0){1}; };',
      'Include "a.pro";\nGroup { Air = Region[1]; }',
      'x = 1;\nFunction { mu[] = 1; }\nPhysical Region(1) = {2};',
      '# Merge\n\n```\nPoint(1) = {0, 0, 0};\n```\n',
      '#include "a.h"\nPoint(1) = {0, 0, 0};',
      'Merge "a"',
      'Merge a;',
      '$mesh = 1;\nMerge "part.step";',
      '#include "sizes.h"\nx = 1;\nMerge "part.step";',
      '// Merge "a";',
      'Dear all,\n\nplease use the following lines:\n\nSetFactory("OpenCASCADE");\nInclude "a.geo";\n\nRegards\n',
      'Merge "a.step"; and then we mesh the part again.',
      'script: |\n  SetFactory("OpenCASCADE");\n  Merge "a.step";',
      '<pre>\nSetFactory("OpenCASCADE");\nMerge "a.step";\n</pre>',
      '#!/bin/sh\ngmsh - <<E\nx = 1;\nSetFactory("OpenCASCADE");\nMerge "a.step";\nE',
      'the Merge "a"; of',
      'gmsh.model.geo.addPoint(0, 0, 0)',
      'Mesh mesh = Mesh.create();\nMesh.size = 1;',
      'Point(1) = {x};\nLine(2) = {};',
      'x = "Point(1) = {0, 0, 0};";',
      'Point(1)\n',
      'include "a";',
      '(x) '.repeat(16_000),
      'x;'.repeat(30_000),
    ];
    for (const text of texts) assert.equal(gmsh.recognise(text), undefined, text.slice(0, 200));
  });
});

const noise = [
  'Point(1) = {0, 0, 0, 1e-3};',
  '// Merge "not";',
  '/* Merge "not"; */',
  '/*\nInclude "not";\n*/',
  'Printf("Merge \'not\'; %g", x);',
  "Physical Surface('wall // 1') = {6};",
  'Save "not.msh";',
  'If (x > 1) y = 2; EndIf',
  'Macro M\nx = 1;\nReturn',
  'x() = {1 : 3};',
  '',
];

/** A statement with a file, in one of its spellings amid other lines. */
function makeSample(random: Random): { text: string; reference: object } {
  const parts = Array.from({ length: 1 + random.below(4) }, () =>
    random.pick(['mesh', 'Ärmel', 'x-1', '..', 'run_2', 'a+b', 'two words', '%g', 'Merge', '//', ';']),
  );
  const name = `${parts.join(random.pick(['/', '\\']))}${random.pick(['.step', '.msh', '', '.STL'])}`;
  const pickGap = () => random.pick(['', ' ', '\t\t', '\n', ' // x"\n', ' /* " */ ', '\n\n  /* x\n */']);
  const pickNoise = () => Array.from({ length: random.below(6) }, () => random.pick(noise)).join('\n');
  const command = random.pick(['Include', 'Merge', 'MergeWithBoundingBox', 'ShapeFromFile', 'ListFromFile']);
  const [open, close] = command.endsWith('File') ? random.pick(['()', '[]']) : ['', ''];
  const start = command.endsWith('File') ? 'v() = ' : random.pick(['', '  ', 'x = 1; ']);
  const before = `${pickNoise()}\n${start}${command}${pickGap()}${open ?? ''}${pickGap()}`;
  const quote = random.pick(['"', "'"]);
  const text = `${before}${quote}${name}${quote}${pickGap()}${close ?? ''}${pickGap()};\n${pickNoise()}`;
  const line = before.split('\n').length;
  return {
    text: text.replaceAll('\n', random.pick(['\n', '\r\n'])),
    reference: { line, name, content: command === 'Include' ? 'deck' : 'data' },
  };
}
