import assert from 'node:assert/strict';
import { openFoam } from '../../../src/deck/formats/openFoam';
import { readText } from './support/readText';

/** A file that may be compressed. */
const deck = (line: number, name: string) => ({
  ...{ line, name, content: 'deck' },
  spellings: [name, `${name}.gz`, `${name}.orig`],
});
const frame = `/*${'-'.repeat(32)}*- C++ -*${'-'.repeat(34)}*\\\n  OpenFOAM\n\\*${'-'.repeat(75)}*/\n`;
const header = 'FoamFile\n{\n    format      ascii;\n    class       dictionary;\n}\n';

describe('Files that an OpenFOAM dictionary names', () => {
  it('are found in hostile files', () => {
    const long = 'x'.repeat(1_000_000);
    assert.deepEqual(readText(openFoam, `${long}\n#include "a"`), [deck(2, 'a')]);
    assert.deepEqual(readText(openFoam, `#include "${long}"\n#include "a"`), [deck(2, 'a')]);
    assert.deepEqual(readText(openFoam, `${'"a\\" '.repeat(200_000)}\n#include "a"`), [deck(2, 'a')]);
    assert.deepEqual(readText(openFoam, `"${'\\'.repeat(1_000_000)}\n#include "a"`), [deck(2, 'a')]);
    assert.deepEqual(readText(openFoam, `"${`${'y'.repeat(99)}\\\n`.repeat(100)}#include "a"`), [
      deck(101, 'a'),
    ]);
    assert.deepEqual(readText(openFoam, `${'/* '.repeat(300_000)}*/ #include "a"`), [deck(1, 'a')]);
    assert.deepEqual(readText(openFoam, '\0\x01\x1b#\n\x7f"\ufffd\n#include "a"'), [deck(3, 'a')]);
    assert.deepEqual(
      readText(openFoam, '#include "a"\n'.repeat(100_000)),
      Array.from({ length: 100_000 }, (_, index) => deck(index + 1, 'a')),
    );
  });
});

describe('Files of OpenFOAM', () => {
  it('are recognised by their header or frame', () => {
    const texts = [
      `\n\n${frame}${header}`,
      '// made by hand\nFoamFile{ version 2.0; }',
      `${frame}U (20 0 0);\n`,
      `${frame}#include "mesh.dat"\n#include "mesh.cfg"\n`,
      `${frame}#includeEtc "x"\n#if $a\n#else\n#endif\n`,
    ];
    for (const text of texts) assert.equal(openFoam.recognise(text), 'certain', text);
  });

  it('may be recognised by what they include', () => {
    const texts = [
      '#include "initialConditions"',
      '#include "include/initialConditions" // more\n#inputMode merge\n#include "x.dat"\n',
      'functions\n{\n    #includeFunc residuals\n    #includeFunc probes(p)\n    #includeFunc forces\n}\n',
      'a 1;\n#include "b"',
      'a #calc "$b + 1";',
      'a 1;\n#else\n#includeEtc "x"\n#endif',
      '#includeEtc "x"\n"#define" 1;',
      '#codeBlock\n#codeInclude ("a.H" "b.H")\nx #stream "a";\n#endCodeBlock',
    ];
    for (const text of texts) assert.equal(openFoam.recognise(text), 'possible', text);
  });

  it('may be recognised by what else is there if the included name is one of any language', () => {
    for (const text of [
      '#include "sizes"\nnu 0.01;',
      'walls { $base; }\n#include "sizes"',
      '#include "sizes"\nactive yes;',
      '#include "include/sizes"',
      '#include "../constant/sizes"',
      '#include "meshDict"',
    ])
      assert.equal(openFoam.recognise(text), 'possible', text);
    for (const text of [
      '#include "sizes"',
      '#include "include/common"\n__kernel void add() { }',
      '#include "bits"\nstatic char bits[] = { 0x00 };',
      '#include "memory"\nSECTIONS { . = 0x1000; .text : { *(.text) } _end = .; }',
      '#include "rules"\nEXE_INC = -I$(LIB_SRC)/lnInclude',
      '#include "Core"\nRead this; then build it.',
    ])
      assert.equal(openFoam.recognise(text), undefined, text);
  });

  it('are not recognised in the texts of others', () => {
    const texts = [
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
    ];
    for (const text of texts) assert.equal(openFoam.recognise(text), undefined, text.slice(0, 200));
  });
});
