import assert from 'node:assert/strict';
import { gmsh } from '../../../src/deck/formats/gmsh';
import { readText } from './support/readText';
import { testRecognition } from './support/recognition';

const data = (line: number, name: string) => ({ line, name, content: 'data' });

describe('Files that a Gmsh script names', () => {
  it('follow a string that never ends', () => {
    const text = `Printf("open);\n${'x = 1;\n'.repeat(200)}Merge "a.step";`;
    assert.deepEqual(readText(gmsh, text), [data(202, 'a.step')]);
  });

  it('are found in hostile files', () => {
    const long = 'x'.repeat(1_000_000);
    for (const [line, text] of [
      [2, `${long}\nMerge "a";`],
      [3, `Merge "${long}";\n;\nMerge "a";`],
      [2, `Merge ${'('.repeat(5_000)}\nMerge "a";`],
      [2, `Merge ${'f('.repeat(300_000)}\nMerge "a";`],
      [1, `Merge ${'"" '.repeat(300_000)}Merge "a";`],
      [1, `${'/* '.repeat(300_000)}*/ Merge "a";`],
      [2, `${'Merge '.repeat(200_000)};\nMerge "a";`],
      [3, '\0\x01\x1b@\n\x7f\ufffd\nMerge "a";'],
    ] as const)
      assert.deepEqual(readText(gmsh, text), [data(line, 'a')]);
    const found = readText(gmsh, 'Merge "a";\n'.repeat(100_000));
    assert.deepEqual(
      found,
      Array.from({ length: 100_000 }, (_, index) => data(index + 1, 'a')),
    );
  });
});

describe('Scripts of Gmsh', () => {
  testRecognition(gmsh, 'certain', 'are recognised by a statement that no other program has', [
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
  ]);

  testRecognition(gmsh, 'possible', 'may be recognised by what they merge', [
    'Merge "part.step";',
    '// all\nInclude "a.geo";\nInclude \'b.geo\';\nx = #list[];',
    'v() = ShapeFromFile("wing.brep");',
    'If (n)\nMerge "a.msh";\nEndIf',
    'For i In {1:2}\nn += 1;\nEndFor\nInclude "a.script";',
    'x = 1;\nMerge Sprintf("view%g.pos", x);',
    'Include StrCat["a", b];',
  ]);

  testRecognition(gmsh, undefined, 'are not recognised in the texts of others', [
    'Include "a.pro";\nGroup { Air = Region[1]; }',
    'Merge "a"',
    'Merge a;',
    '$mesh = 1;\nMerge "part.step";',
    '#include "sizes.h"\nx = 1;\nMerge "part.step";',
    '// Merge "a";',
    'Merge "a.step"; and then we mesh the part again.',
    'script: |\n  SetFactory("OpenCASCADE");\n  Merge "a.step";',
    '<pre>\nSetFactory("OpenCASCADE");\nMerge "a.step";\n</pre>',
    '#!/bin/sh\ngmsh - <<E\nx = 1;\nSetFactory("OpenCASCADE");\nMerge "a.step";\nE',
    'the Merge "a"; of',
    'gmsh.model.geo.addPoint(0, 0, 0)',
    'Point(1) = {x};\nLine(2) = {};',
    'x = "Point(1) = {0, 0, 0};";',
    'Point(1)\n',
    'include "a";',
    '(x) '.repeat(16_000),
    'x;'.repeat(30_000),
  ]);
});
