import assert from 'node:assert/strict';
import { su2 } from '../../../src/deck/formats/su2';
import { readNames, readText } from './support/readText';
import { testRecognition } from './support/recognition';

const mesh = (line: number, name: string) => ({ line, name, content: 'data' });

describe('SU2', () => {
  const deck = [
    '%%%%%%%%%%%%%%%%%%%%',
    '% Case: a wing       %',
    '%%%%%%%%%%%%%%%%%%%%',
    'SOLVER= EULER',
    'MATH_PROBLEM= DIRECT',
    'MARKER_FAR= ( far, \\',
    '  far_2 )',
    '',
    'MESH_FILENAME= wing.su2 % the mesh',
  ];
  testRecognition(su2, 'certain', 'decks are recognised', [
    deck.join('\n'),
    deck.join('\r\n'),
    `${deck.join('\n')}\nMARKER_SYM= ( \\\n  side, \\\n  base\n)\n`,
    `${`${deck.join('\n')}\n${'CFL_NUMBER= 1\n'.repeat(6000)}`.slice(0, 65_530)}\nOPT_OB`,
  ]);

  testRecognition(su2, 'possible', 'decks of few options may be recognised', [
    'CONFIG_LIST= (a.cfg, b.cfg)',
    'MESH_FILENAME= wing.su2\n',
    'SOLVER= inc_rans\nMESH_FILENAME= wing.su2',
  ]);

  testRecognition(su2, undefined, 'files of other programs are not recognised', [
    '%\n% only a comment\n',
    'SOLVER= EULER',
    'SOLVER= x\nMESH_FILENAME= y',
    'MESH_FILENAME = part.obj\nTEXTURE_FILENAME = x.png',
    '[mesh]\nMESH_FILENAME= a.su2\nMATH_PROBLEM= DIRECT\nRESTART_SOL= NO',
    '# settings\nMESH_FILENAME=a.su2\nRESTART_SOL=NO\nMATH_PROBLEM=DIRECT',
    'MESH_FILENAME= a.su2\nRESTART_SOL= NO\nMATH_PROBLEM= DIRECT\nwe run this case',
    'Set MESH_FILENAME= to the mesh.',
    '/PREP7\nMESH_FILENAME=1\n/INPUT,a,inp\nFINISH',
  ]);

  it('hostile files give nothing', () => {
    const long = 'x'.repeat(1_000_000);
    for (const text of [
      `MESH_FILENAME= ${long}`,
      `MESH_FILENAME= '${long}`,
      `${long}=`,
      `MESH_FILENAME= ${'( '.repeat(500_000)}`,
      `MESH_FILENAME= ${'\\'.repeat(500_000)}`,
      '='.repeat(1_000_000),
      `${' '.repeat(1_000_000)}MESH_FILENAME`,
    ]) {
      assert.deepEqual(readNames(su2, text), []);
      assert.notEqual(su2.recognise(text.slice(0, 65_536)), 'certain');
    }
    assert.deepEqual(readNames(su2, 'MESH_FILENAME= \0'), ['1 \0']);
    // A quote that never closes is a part of the name, which ends with the line.
    assert.deepEqual(readText(su2, "MESH_FILENAME= 'a\nITER= 1"), [mesh(1, "'a")]);
  });

  it('a list holds many names, but not any number', () => {
    const lines = Array.from({ length: 150_000 }, (_, zone) => `zone${zone}.cfg, \\`);
    const items = readText(su2, `CONFIG_LIST= \\\n${lines.join('\n')}`);
    assert.equal(items.length, 100_000);
    assert.deepEqual(items.at(-1), { line: 100_001, name: 'zone99999.cfg', content: 'deck' });
  });
});
