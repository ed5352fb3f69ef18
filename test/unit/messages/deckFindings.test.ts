import assert from 'node:assert/strict';
import type { Finding } from '../../../src/deck/finding';
import { describeFinding, isWorthShowing } from '../../../src/messages/deckFindings';

const finding: Finding = {
  deck: { name: 'wing.inp', path: '/models/wing.inp' },
  line: 12,
  name: 'mesh/wing.inc',
  kind: 'deck',
  state: 'missing',
};

describe('The sentence about a name in a deck', () => {
  const texts: readonly (readonly [part: Partial<Finding>, text: string])[] = [
    [{ state: 'found' }, '“mesh/wing.inc” is selected.'],
    [
      { state: 'notSelected', target: '/models/mesh/wing.inc' },
      '“mesh/wing.inc” is in the workspace, but not selected.',
    ],
    [{ state: 'excluded', pattern: '*.inc' }, '“mesh/wing.inc” is excluded by the pattern “*.inc”.'],
    [{ state: 'missing' }, '“mesh/wing.inc” is missing: there is no such file in the workspace.'],
    [
      { state: 'caseDiffers', actual: 'mesh/Wing.inc' },
      '“mesh/wing.inc” and the file “mesh/Wing.inc” differ in upper and lower case.',
    ],
    [
      { state: 'encodingDiffers', name: 'Te\u0301.inc', actual: 'T\u00e9.inc' },
      '“Te\u0301.inc” and the file “T\u00e9.inc” look alike, but differ in the encoding of a character.',
    ],
    [{ state: 'notRegular' }, '“mesh/wing.inc” is a folder, a pipe or a device, not a regular file.'],
    [
      { state: 'notSelected', name: 'mesh\\wing.inc', target: '/models/mesh/wing.inc', hasBackslashes: true },
      '“mesh\\wing.inc” is in the workspace, but not selected. “mesh\\wing.inc” contains backslashes, which work only on Windows.',
    ],
    [
      { state: 'nameDiffers', actual: 'wing.inc' },
      '“mesh/wing.inc” is named “wing.inc” in the model. The solver may not find it there.',
    ],
    [
      { state: 'nameDiffers', name: 'mesh/wing.inc', actual: 'mesh/wing.inc' },
      '“mesh/wing.inc” is there if the solver is started in the outermost folder of the model. It may look in the folder of the deck.',
    ],
    [
      { state: 'nameDiffers', name: './mesh/wing.inc', actual: 'mesh/wing.inc' },
      '“./mesh/wing.inc” is there if the solver is started in the outermost folder of the model. It may look in the folder of the deck.',
    ],
    [
      { state: 'nameDiffers', name: 'mesh\\wing.inc', actual: 'mesh/wing.inc' },
      '“mesh\\wing.inc” is there if the solver is started in the outermost folder of the model. It may look in the folder of the deck.',
    ],
    [
      { state: 'nameDiffers', name: 'my wing.inc', actual: 'my wing.inc', readAs: 'mywing.inc' },
      '“my wing.inc” is read as “mywing.inc”, without blanks, so that the solver does not find the file. Use names of files and folders without blanks.',
    ],
    [
      { state: 'absolutePath', name: '/home/me/alu.inc' },
      '“/home/me/alu.inc” is an absolute path. The service has other folders than this computer.',
    ],
    [
      { state: 'backslashes', name: 'mesh\\wing.inc' },
      '“mesh\\wing.inc” contains backslashes, which work only on Windows.',
    ],
    [
      { state: 'outside', name: '../wing.inc' },
      '“../wing.inc” is outside the workspace. Files are looked for only in the workspace.',
    ],
    ...(
      [
        ['variable', 'cannot be checked: it contains a variable.'],
        ['parameter', 'cannot be checked: it contains a parameter.'],
        ['symbol', 'cannot be checked: it contains a logical symbol.'],
        ['expression', 'cannot be checked: it contains an expression.'],
        ['library', 'cannot be checked: the solver may have it in a folder of its own.'],
        ['quotationMark', 'cannot be read: its quotation mark is never closed.'],
        ['installation', 'comes with the installation of the solver.'],
        ['optional', 'is not in the workspace, but is optional.'],
        ['output', 'is written by the solver.'],
        [
          'earlierJob',
          'reads files of an earlier job, which cannot be checked: the deck does not name them. Make sure that they are selected.',
        ],
        ['deck', 'cannot be checked.'],
        ['data', 'cannot be checked.'],
      ] as const
    ).map(([kind, text]) => [{ state: 'cannotCheck', kind }, `“mesh/wing.inc” ${text}`] as const),
  ];
  for (const [part, text] of texts)
    it(`is ${text}`, () => assert.equal(describeFinding({ ...finding, ...part }), text));

  it('shows what is hidden in names and patterns, and no icons', () => {
    const name = 'a\u0000\n\u202eb$(trash){0}';
    const shown = 'a\\u{0}\\u{a}\\u{202e}b$\u200b(trash){0}';
    assert.equal(
      describeFinding({ ...finding, state: 'nameDiffers', name, actual: `${name}2` }),
      `“${shown}” is named “${shown}2” in the model. The solver may not find it there.`,
    );
    assert.equal(
      describeFinding({ ...finding, state: 'excluded', name, pattern: name }),
      `“${shown}” is excluded by the pattern “${shown}”.`,
    );
  });

  it('cuts a name that never ends', () => {
    const [, shown = ''] = /“(.*?)”/.exec(describeFinding({ ...finding, name: 'x'.repeat(5000) })) ?? [];
    assert.equal(shown, `${'x'.repeat(999)}…`);
  });
});

describe('What is said about names in decks', () => {
  it('leaves out what was found, and what is as it should be although it cannot be checked', () => {
    const kinds = [
      'variable',
      'parameter',
      'symbol',
      'expression',
      'quotationMark',
      'library',
      'deck',
      'data',
      'earlierJob',
    ] as const;
    const usual = ['installation', 'optional', 'output'] as const;
    const shown = [...kinds, ...usual].filter((kind) => isWorthShowing({ state: 'cannotCheck', kind }));
    assert.deepEqual(shown, kinds);
    // An optional file that is there has to be right all the same.
    assert.equal(isWorthShowing({ state: 'notSelected', kind: 'optional' }), true);
    assert.equal(isWorthShowing({ state: 'found', kind: 'deck' }), false);
  });
});
