import assert from 'node:assert/strict';
import { su2 } from '../../../src/deck/formats/su2';
import { readText } from './support/readText';

const mesh = (line: number, name: string) => ({ line, name, content: 'data' });

describe('SU2', () => {
  it('decks are recognised', () => {
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
    assert.equal(su2.recognise(deck.join('\n')), 'certain');
    assert.equal(su2.recognise(deck.join('\r\n')), 'certain');
    assert.equal(su2.recognise(`${deck.join('\n')}\nMARKER_SYM= ( \\\n  side, \\\n  base\n)\n`), 'certain');
    assert.equal(su2.recognise('CONFIG_LIST= (a.cfg, b.cfg)'), 'possible');
    assert.equal(su2.recognise('MESH_FILENAME= wing.su2\n'), 'possible');
    assert.equal(su2.recognise('SOLVER= inc_rans\nMESH_FILENAME= wing.su2'), 'possible');
    const long = `${deck.join('\n')}\n${'CFL_NUMBER= 1\n'.repeat(6000)}`.slice(0, 65_530);
    assert.equal(su2.recognise(`${long}\nOPT_OB`), 'certain');
  });

  it('files of other programs are not recognised', () => {
    for (const text of [
      '%\n% only a comment\n',
      'SOLVER= EULER',
      'SOLVER= x\nMESH_FILENAME= y',
      'MESH_FILENAME = part.obj\nTEXTURE_FILENAME = x.png',
      '[mesh]\nMESH_FILENAME= a.su2\nMATH_PROBLEM= DIRECT\nRESTART_SOL= NO',
      '# settings\nMESH_FILENAME=a.su2\nRESTART_SOL=NO\nMATH_PROBLEM=DIRECT',
      'MESH_FILENAME= a.su2\nRESTART_SOL= NO\nMATH_PROBLEM= DIRECT\nwe run this case',
      'Set MESH_FILENAME= to the mesh.',
      '/PREP7\nMESH_FILENAME=1\n/INPUT,a,inp\nFINISH',
    ])
      assert.equal(su2.recognise(text), undefined, text);
  });

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
      'MESH_FILENAME= \0',
    ]) {
      assert.deepEqual(
        readText(su2, text).filter((item) => 'name' in item && item.name !== '\0'),
        [],
      );
      assert.equal(su2.recognise(text.slice(0, 65_536)) === 'certain', false);
    }
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
