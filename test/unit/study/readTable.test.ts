import assert from 'node:assert/strict';
import { readTable } from '../../../src/study/readTable';
import type { StudyProblem } from '../../../src/study/studyProblem';
import { fillStudyTemplate, parseStudyTemplate } from '../../../src/study/studyTemplate';

function read(text: string | Buffer) {
  const { delimiter, columns, rows } = readTable(Buffer.from(text));
  return { delimiter, columns, rows: rows.map(({ line, cells }) => [line, ...cells]) };
}

describe('readTable', () => {
  it('reads a German table with a byte order mark, CRLF, and line breaks in quotes', () => {
    const text = '\ufeff# Export\r\n\r\nspeed;note\r\n0,5;"a\r\nb"\r\n-1;"say ""x"""\r\n';
    assert.deepEqual(read(text), {
      delimiter: ';',
      columns: ['speed', 'note'],
      rows: [
        [4, '0,5', 'a\r\nb'],
        [6, '-1', 'say "x"'],
      ],
    });
  });

  it('skips rows without a value, which spreadsheets leave behind', () => {
    const { rows } = read('a,b\n1,\n,\n" ",""\n2,3\n,\n');
    assert.deepEqual(rows, [
      [2, '1', ''],
      [5, '2', '3'],
    ]);
  });

  it('tells commas, semicolons and tabs by the header', () => {
    const tables = ['a,b\n1,2', 'a;b\n1;2', 'a\tb\n1\t2', 'a\n1', '"a;b;c",d\n1,2'];
    assert.equal(tables.map((text) => read(text).delimiter).join(''), ',;\t,,');
  });

  const wide = Array.from({ length: 1000 }, (_, index) => `c${index}`).join(',');
  const cases: readonly (readonly [what: string, text: string | Buffer, ...problems: StudyProblem[]])[] = [
    ['UTF-16', Buffer.from('\ufeffa,b\n', 'utf16le'), { kind: 'utf16', row: 1, column: 1 }],
    ['invalid UTF-8', Buffer.from([97, 10, 98, 0xff, 10]), { kind: 'notUtf8', row: 2, column: 1 }],
    ['NUL', '# x,y,z\na;b\n"1;2";3\0', { kind: 'nul', row: 3, column: 2 }],
    ['nothing', '# only\n', { kind: 'emptyTable', row: 1, column: 1 }],
    ['no rows', 'a,b\n', { kind: 'noRows', row: 1, column: 1 }],
    [
      'a quote that never closes',
      '# x\na,b\n1,"2\n"\n3,"4 ""4""\n5,6\n7,8\n',
      { kind: 'unclosedQuote', row: 5, column: 2 },
    ],
    [
      'rows without values beyond all measure',
      `a,b\n${',\n'.repeat(20_000)}`,
      { kind: 'tooManyRows', row: 15_002, column: 1, max: 5000 },
      { kind: 'noRows', row: 1, column: 1 },
    ],
    ['a quote inside of a cell', 'a,b\n1,x"y\n', { kind: 'misplacedQuote', row: 2, column: 2 }],
    ['1,000 columns', `${wide}\n`, { kind: 'tooManyColumns', row: 1, column: 201, max: 200 }],
    ['10⁶ lines', `a\n${'1\n'.repeat(1e6)}`, { kind: 'tooManyRows', row: 5002, column: 1, max: 5000 }],
    [
      'equal and empty names',
      'a,,a\n1,2,3',
      { kind: 'emptyHeader', row: 1, column: 2, delimiter: ',' },
      { kind: 'equalHeaders', row: 1, column: 3, name: 'a', first: 1 },
    ],
    [
      'rows of other lengths',
      'a,b\n1\n1,2,3\n',
      { kind: 'cellCount', row: 2, column: 2, expected: 2, found: 1, delimiter: ',' },
      { kind: 'cellCount', row: 3, column: 3, expected: 2, found: 3, delimiter: ',' },
    ],
  ];
  for (const [what, text, ...problems] of cases)
    it(`refuses ${what} with row and column`, () =>
      assert.throws(() => readTable(Buffer.from(text)), { name: 'StudyError', problems }));
});

describe('Templates of studies', () => {
  const cells = new Map([
    ['speed', '2.5'],
    ['note', '{{ speed }}'],
    ['1,2', 'list'],
  ]);
  const parse = async (text: string) => {
    const problems: StudyProblem[] = [];
    const report = (problem: StudyProblem) => void problems.push(problem);
    return { template: await parseStudyTemplate('a', text, new Set(cells.keys()), report), problems };
  };
  const fill = async (text: string) => {
    const tooWide: unknown[] = [];
    const cellOf = (name: string) => cells.get(name) ?? '?';
    const { template } = await parse(text);
    const parts = fillStudyTemplate(template, cellOf, (one) => tooWide.push(one));
    return { text: Buffer.concat([...parts]).toString(), tooWide };
  };
  const problemsOf = async (text: string) =>
    (await parse(text)).problems.map((one) =>
      'line' in one ? `${one.kind} ${one.line}:${one.column}` : one.kind,
    );

  it('are filled with cells as they are, padded on the left, and never read again', async () => {
    const { text, tooWide } = await fill('v={{ speed }}|{{speed:8}}|{{ note }}|${x} { speed }|{{{speed}}}');
    assert.deepEqual([text, tooWide], ['v=2.5|     2.5|{{ speed }}|${x} { speed }|{2.5}', []]);
  });

  it('refuse what is longer than its width', async () => {
    const at = { file: 'a', line: 2, column: 3 };
    assert.deepEqual((await fill('x\ny {{ speed:2 }}')).tooWide, [{ name: 'speed', width: 2, at }]);
  });

  it('leave the braces of other languages as they are', async () => {
    const texts = [
      'Rotate {{0,0,1},{0,0,0},Pi/2} { Surface{1}; }',
      'Extrude {{0, 0, 1}, {ax, ay, az}, Pi/4} { Duplicata{ Surface{2}; } }',
      'Dilate {{ax, ay, az}, 2} { Point{1}; }}}',
      'double m[2][2] = {{1, 2}, {3, 4}};',
      'int a[1][2] = {{2,1}};',
      'x = {{\n  1, 2 },\n  {{-1.5e3}, 2}}',
      '{{"key": 1}, {{{Point{1}}}',
      'a {{',
    ];
    for (const text of texts) assert.deepEqual([(await fill(text)).text, await problemsOf(text)], [text, []]);
    assert.equal((await fill('{{1,2}} {{1,2:6}}')).text, 'list   list');
  });

  it('name line and column of what looks like a misspelt placeholder', async () => {
    const text =
      '{{ speed\n {{}} {{ a:b }} {{ speed:0 }}\n{{ sped }} {{speed} {{ speed {{ note }}\n{{ speed:8 }\n{{ a+1 }}\n{{ sped }, x';
    assert.deepEqual(await problemsOf(text), [
      'unclosedPlaceholder 1:1',
      'invalidPlaceholder 2:2',
      'invalidPlaceholder 2:7',
      'invalidPlaceholder 2:17',
      'unknownPlaceholder 3:1',
      'unclosedPlaceholder 3:12',
      'unclosedPlaceholder 3:21',
      'unclosedPlaceholder 4:1',
      'invalidPlaceholder 5:1',
      'unclosedPlaceholder 6:1',
    ]);
  });
});
