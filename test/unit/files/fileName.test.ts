import assert from 'node:assert/strict';
import {
  findNameProblem,
  getExcessiveLength,
  type NameProblem,
  toNameKey,
} from '../../../src/files/fileName';

const long = (bytes: number) => 'n'.repeat(bytes);

const problems: Readonly<Record<NameProblem, readonly string[]>> = {
  controlCharacters: [
    'a\rb',
    '\u001b[31mred',
    'a\u0085b',
    'safe\u202egnp.inp',
    'a\u2028b',
    'zero\u200bwidth',
    'a\u200cb',
    'wing\u200d.inp',
    '\u200cمی.inp',
    'می\u200c\u200cخواهم',
    'می\u200c.inp',
    'می\u200bخواهم',
    '👩\u200d💻',
    'soft\u00adhyphen',
    'a\u{e0001}',
    'a\u180eb',
    'a\u2800b',
    'a\ufff9b\ufffb',
    '\u2065',
    'a\u{e01ef}',
    '1\ufe0f',
    '#\ufe0f\u20e3',
    '📐\ufe0f',
    '\u2764\ufe0f\ufe0f',
    '\u2764\ufe0e',
  ],
  notUnicode: ['bad-\ufffd', 'lone-\ud800', 'mesh/\udc00.inc'],
  pathLike: [
    '',
    '.',
    '../up',
    'a/../../up',
    'a/./b',
    'a//b',
    'a/',
    '/etc/passwd',
    '\\\\server\\share\\x',
    'a\\b',
    'mesh/a\\b',
    'C:x',
    'c:\\x',
    'C:/x',
    'mesh/D:x',
    'é:x',
  ],
  reserved: [
    'CON',
    'con',
    'Prn',
    'aux.inp',
    'NUL.tar.gz',
    'CONIN$',
    'conout$.txt',
    'aux .inp',
    'nul:stream',
    'COM0',
    'COM9.dat',
    'lpt9',
    'COM¹',
    'com².txt',
    'LPT³',
    'mesh/nul/nodes.inc',
    'mesh/con.inc',
  ],
  trailing: ['a.', 'a ', '...', 'mesh /nodes.inc', 'mesh/nodes.inc.'],
  tooLong: [long(256), 'é'.repeat(128), `mesh/${long(300)}`, Array(17).fill(long(255)).join('/')],
};

const allowed = [
  'main.inp',
  'mesh/nodes.inc',
  '.hidden',
  '..a',
  'a..b',
  ' leading',
  '"quoted".inp',
  'a#b',
  'a?b',
  '%2e%2e',
  'a b c',
  '📐 bracket.inp',
  '\u2764\ufe0f.inp',
  'caf\u0065\u0301',
  '-rf',
  '$(x)',
  '`x`',
  '<b>',
  'a|b',
  'a*b',
  'model:v2',
  'ab:c',
  '~',
  '模型',
  'می\u200cخواهم.inp',
  'क्\u200dष.inc',
  'ශ්\u200dරී.inp',
  'অবন্\u200d.inp',
  '__proto__',
  'console',
  'com',
  'com10',
  'lpt',
  'auxiliary.inc',
  'my.con',
  long(255),
  'é'.repeat(127),
  Array(16).fill(long(255)).join('/'),
];

describe('The name of a file', () => {
  for (const [problem, names] of Object.entries(problems)) {
    for (const name of names) {
      it(`is rejected as ${problem}: ${shown(name)}`, () => assert.equal(findNameProblem(name), problem));
    }
  }

  for (const name of allowed) {
    it(`is allowed: ${shown(name)}`, () => assert.equal(findNameProblem(name), undefined));
  }

  it('has the length of its too long segment, or else of the whole, in bytes', () => {
    assert.deepEqual(
      ['a', `mesh/${'é'.repeat(150)}`, Array(17).fill(long(255)).join('/')].map(getExcessiveLength),
      [undefined, 300, 17 * 256 - 1],
    );
  });

  it('equals another name that differs in case or Unicode form only', () => {
    assert.equal(toNameKey('Café.INP'), toNameKey('cafe\u0301.inp'));
    assert.notEqual(toNameKey('cafe.inp'), toNameKey('café.inp'));
  });
});

function shown(name: string): string {
  const text = JSON.stringify(name).replace(
    /[\u007f-\u009f\u2800\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/gu,
    (hidden) => `\\u{${hidden.codePointAt(0)!.toString(16)}}`,
  );
  return text.length > 60 ? `${text.slice(0, 20)}… (${Buffer.byteLength(name)} bytes)` : text;
}
