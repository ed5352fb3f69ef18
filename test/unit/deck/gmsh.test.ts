import assert from 'node:assert/strict';
import { gmsh } from '../../../src/deck/formats/gmsh';
import { Random } from '../../simulation/random';
import { readText } from './support/readText';

const data = (line: number, name: string) => ({ line, name, content: 'data' });

describe('Files that a Gmsh script names', () => {
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
