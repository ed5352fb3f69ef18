import assert from 'node:assert/strict';
import { openFoam } from '../../../src/deck/formats/openFoam';
import { readText } from './support/readText';
import { testRecognition } from './support/recognition';

/** A file that may be compressed. */
const deck = (line: number, name: string) => ({
  line,
  name,
  content: 'deck',
  spellings: [name, `${name}.gz`, `${name}.orig`],
});
const frame = `/*${'-'.repeat(32)}*- C++ -*${'-'.repeat(34)}*\\\n  OpenFOAM\n\\*${'-'.repeat(75)}*/\n`;
const header = 'FoamFile\n{\n    format      ascii;\n    class       dictionary;\n}\n';

describe('Files that an OpenFOAM dictionary names', () => {
  it('are found in hostile files', () => {
    const long = 'x'.repeat(1_000_000);
    for (const [line, text] of [
      [2, `${long}\n#include "a"`],
      [2, `#include "${long}"\n#include "a"`],
      [2, `${'"a\\" '.repeat(200_000)}\n#include "a"`],
      [2, `"${'\\'.repeat(1_000_000)}\n#include "a"`],
      [101, `"${`${'y'.repeat(99)}\\\n`.repeat(100)}#include "a"`],
      [1, `${'/* '.repeat(300_000)}*/ #include "a"`],
      [3, '\0\x01\x1b#\n\x7f"\ufffd\n#include "a"'],
    ] as const)
      assert.deepEqual(readText(openFoam, text), [deck(line, 'a')]);
    const found = readText(openFoam, '#include "a"\n'.repeat(100_000));
    assert.deepEqual(
      found,
      Array.from({ length: 100_000 }, (_, index) => deck(index + 1, 'a')),
    );
  });
});

describe('Files of OpenFOAM', () => {
  testRecognition(openFoam, 'certain', 'are recognised by their header or frame', [
    `\n\n${frame}${header}`,
    '// made by hand\nFoamFile{ version 2.0; }',
    `${frame}U (20 0 0);\n`,
    `${frame}#include "mesh.dat"\n#include "mesh.cfg"\n`,
    `${frame}#includeEtc "x"\n#if $a\n#else\n#endif\n`,
  ]);

  testRecognition(openFoam, 'possible', 'may be recognised by what they include', [
    '#include "initialConditions"',
    '#include "include/initialConditions" // more\n#inputMode merge\n#include "x.dat"\n',
    'functions\n{\n    #includeFunc residuals\n    #includeFunc probes(p)\n    #includeFunc forces\n}\n',
    'a 1;\n#include "b"',
    'a #calc "$b + 1";',
    'a 1;\n#else\n#includeEtc "x"\n#endif',
    '#includeEtc "x"\n"#define" 1;',
    '#codeBlock\n#codeInclude ("a.H" "b.H")\nx #stream "a";\n#endCodeBlock',
  ]);

  testRecognition(
    openFoam,
    'possible',
    'may be recognised by what else is there if the included name is one of any language',
    [
      '#include "sizes"\nnu 0.01;',
      'walls { $base; }\n#include "sizes"',
      '#include "sizes"\nactive yes;',
      '#include "include/sizes"',
      '#include "../constant/sizes"',
      '#include "meshDict"',
    ],
  );
  testRecognition(
    openFoam,
    undefined,
    'are not recognised by a name of any language, alone or beside text of that language',
    [
      '#include "sizes"',
      '#include "include/common"\n__kernel void add() { }',
      '#include "bits"\nstatic char bits[] = { 0x00 };',
      '#include "memory"\nSECTIONS { . = 0x1000; .text : { *(.text) } _end = .; }',
      '#include "rules"\nEXE_INC = -I$(LIB_SRC)/lnInclude',
      '#include "Core"\nRead this; then build it.',
    ],
  );

  testRecognition(openFoam, undefined, 'are not recognised in the texts of others', [
    '// FoamFile {',
    '"FoamFile" {',
    'FoamFile reader;',
    '#include "initialConditions"\n#include "fvCFD.H"',
    '#include "sizes.h"\n#include "initialConditions"',
    '#include "sizes"\n#define N 1',
    '#include sizes',
    'use the #includeEtc "x" of it',
    'use ";" #includeEtc "x"',
    'class Sizes;\n#include "sizes"',
    `${frame}class Field;`,
    `${frame}namespace Foam {}`,
    `${frame}#ifndef Field_H`,
    `${frame}#include "Field.H"`,
    `${frame.replace(' C++ ', '-----')}U (20 0 0);`,
    '/*'.repeat(30_000),
    '#include '.repeat(7_000),
  ]);
});
