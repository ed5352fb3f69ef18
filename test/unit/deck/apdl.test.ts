import assert from 'node:assert/strict';
import { apdl } from '../../../src/deck/formats/apdl';
import { readText } from './support/readText';
import { testRecognition } from './support/recognition';

const read = (...lines: string[]) => readText(apdl, lines.join('\n'));
const deck = (name: string, line = 1) => ({ line, name, content: 'deck' });
/** Why each of the files can't be checked. */
const reasons = (...lines: string[]) =>
  read(...lines).map((item) => ('name' in item ? [item.name, item.uncheckable] : [item.folder]));

describe('Ansys APDL', () => {
  const plate = ['! A plate', '/FILNAME,plate', '/PREP7', 'ET,1,SOLID185', 'MP,EX,1,2.1e5', ',NUXY,1,0.3'];
  testRecognition(apdl, 'certain', 'decks are recognised', [
    plate.join('\n'),
    plate.join('\r\n').toLowerCase(),
    'NBLOCK,6,SOLID\n(3i9,6e21.13e3)\n 1 0 0 0.5\nCMBLOCK,A,NODE,1\n(8i10)\n',
    `${`${plate.join('\n')}\n${'N,1,0,0,0\n'.repeat(7000)}`.slice(0, 65_530)}\nthe cut`,
  ]);

  testRecognition(apdl, 'possible', 'decks of few commands may be recognised', [
    '*CREATE,load,mac\nf,arg1,fx,arg2\n*END',
    // The line behind a message is its text, whatever it looks like.
    '/inp,a,inp\n*msg,,x,y\nof x: %G &\nof y: %G\n/inp,b,inp',
    '/INPUT,a,inp',
    'CDREAD,DB,a,cdb',
    '*USE,a.mac',
    "/inp,'a','inp'",
    '/BATCH\n/COM,ANSYS RELEASE 19.0\n/input,menust,tmp',
  ]);

  const script = ['/PREP7', 'ET,1,SOLID185', '/INPUT,a,inp', 'FINISH'];
  testRecognition(apdl, undefined, 'files of other programs are not recognised', [
    '! only a comment',
    '/inp,a,inp\nof x: %G\n/inp,b,inp',
    'FINISH',
    '/input,a',
    '*USE,a ! and b.c',
    'a,b,c\n1,2,3',
    `# How to\n\nRun this:\n\`\`\`\n${script.join('\n')}\n\`\`\`\nand then wait.`,
    `import a\n\nb = a.run("""\n${`${script.join('\n')}\n`.repeat(50)}""")\n`,
    `from a import b\nb.run("""\n${script.join('\n')}\n""")\nb.exit()`,
    `#include <stdio.h>\nint main() {\n${script.map((line) => `  puts("${line}");`).join('\n')}\n}`,
    `#!/bin/sh\ncat > a <<E\n${script.join('\n')}\nE\nexport A=1`,
    '{"commands": ["/PREP7", "/SOLU"]}',
    '<deck>\n/PREP7\n/SOLU\n</deck>',
    '[solver]\ncommand=/PREP7\n; /SOLU',
    'The file is read with\n/INPUT,a,inp',
    `The file is read with\n/INPUT,a,inp\n${'a,b\n'.repeat(50)}`,
    'It begins with\n/PREP7\nand goes on with\n/SOLU\nuntil the end.',
  ]);

  it('hostile files give nothing', () => {
    const long = 'x'.repeat(1_000_000);
    for (const text of [
      `/INPUT,${long}`,
      `/INPUT,'${long}`,
      `/INPUT,'${long}','inp'`,
      `/CWD,'${long}'`,
      `/${long}`,
      `RESU${long}`,
      ','.repeat(1_000_000),
      `/INPUT${','.repeat(1_000_000)}`,
      '$'.repeat(1_000_000),
      "'".repeat(1_000_000),
      ' '.repeat(1_000_000),
      `/INPUT${' '.repeat(1_000_000)}a,inp`,
      ':'.repeat(1_000_000),
      "/INPUT,'a\nb','inp'",
      '\0\u0001\u0007/INPUT,a,inp',
    ]) {
      assert.deepEqual(readText(apdl, text), []);
      assert.notEqual(apdl.recognise(text.slice(0, 65_536)), 'certain');
    }
    assert.deepEqual(read('/INPUT,a\0b,inp'), [deck('a\0b.inp')]);
  });

  it('many files are read', () => {
    const lines = Array.from({ length: 100_000 }, (_, number) => `/INPUT,part${number},inp`);
    const items = read(...lines);
    assert.equal(items.length, 100_000);
    assert.deepEqual(items.at(-1), deck('part99999.inp', 100_000));
  });

  it('a deck that writes very many files may write any', () => {
    const lines = Array.from({ length: 100_001 }, (_, number) => `SAVE,case${number},db`);
    const read = 'RESUME,wing,db';
    assert.deepEqual(reasons([...lines, read].join('\n')), [['wing.db', 'optional']]);
    assert.deepEqual(reasons([...lines.slice(3), read].join('\n')), [['wing.db', undefined]]);
  });
});
