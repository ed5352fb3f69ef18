import assert from 'node:assert/strict';
import { parseLaunchRequest } from '../../../src/request/launchRequest';
import { onPlatform } from '../../support/otherSystems';

const files = { files: ['case'], model: 'Wing', project: 'Study' };

/** Everything that is wrong with a request. */
function problemsOf(given: unknown): unknown {
  const parsed = parseLaunchRequest(given);
  assert.ok('length' in parsed, 'the request is refused');
  return parsed;
}

describe('A launch request', () => {
  const model = { files: ['case'], exclude: [], name: 'Wing' };
  const whole = {
    files: ['case/**', 'loads.inc'],
    exclude: ['*.odb'],
    model: 'Wing',
    project: 'Study',
    createProject: true,
    environment: 'staging',
    simulate: true,
    answers: { cores: 16, 'createModel.description': '' },
  };
  for (const [title, given, expected] of [
    [
      'has defaults for everything but files, model and project',
      files,
      { model, project: { name: 'Study', create: false }, simulate: true, answers: {} },
    ],
    [
      'may state everything',
      whole,
      {
        model: { files: whole.files, exclude: ['*.odb'], name: 'Wing' },
        project: { name: 'Study', create: true },
        simulate: true,
        environment: 'staging',
        answers: whole.answers,
      },
    ],
    [
      'may name a model and a project by their identifiers',
      { model: { id: 'mdl-1' }, project: { id: 7 } },
      { model: { id: 'mdl-1' }, project: { id: 7 }, simulate: true, answers: {} },
    ],
    [
      'may end with the model',
      { files: ['case'], model: 'Wing', simulate: false },
      { model, simulate: false, answers: {} },
    ],
  ] as const)
    it(title, () => assert.deepEqual(parseLaunchRequest(given), expected));

  it('has both slashes on Windows, where no name can contain a backslash', async () => {
    const given = {
      ...files,
      files: ['case\\sub/**', 'case\\*.inp', 'a\\[[]1].inp'],
      exclude: ['case\\sub\\*.odb', '\\!keep\\x', 'a\\b\\ '],
    };
    const modelOn = async (platform: NodeJS.Platform) =>
      await onPlatform(platform, () => {
        const parsed = parseLaunchRequest(given);
        return 'model' in parsed ? parsed.model : parsed;
      });
    assert.deepEqual(await modelOn('win32'), {
      files: ['case/sub/**', 'case/*.inp', 'a/[[]1].inp'],
      exclude: ['case/sub/*.odb', '\\!keep/x', 'a/b\\ '],
      name: 'Wing',
    });
    for (const platform of ['linux', 'darwin'] as const)
      assert.deepEqual(await modelOn(platform), { files: given.files, exclude: given.exclude, name: 'Wing' });
  });

  const outside = (entry: string) => ({ kind: 'outsideFolder', entry });
  const conflict = (property: string, other: string) => ({ kind: 'conflict', property, other });
  const refused: Readonly<
    Record<string, readonly (readonly [given: unknown, problems: readonly object[]])[]>
  > = {
    'with everything that is wrong at once': [
      [
        { files: [], model: 7, simulate: 'yes', command: 'rm' },
        [
          { kind: 'unknownProperty', property: 'command' },
          { kind: 'wrongType', property: 'simulate', expected: 'boolean' },
          { kind: 'wrongType', property: 'model', expected: 'nameOrId' },
          { kind: 'missing', property: 'files' },
          { kind: 'missing', property: 'project' },
        ],
      ],
    ],
    'if it is no object': [undefined, null, 'case', [files]].map((given) => [
      given,
      [{ kind: 'notAnObject' }],
    ]),
    'with a property that it does not have': ['token', '__proto__', 'constructor', 'Files'].map(
      (property) => [
        JSON.parse(JSON.stringify(files).replace('{', `{"${property}":"x",`)),
        [{ kind: 'unknownProperty', property }],
      ],
    ),
    'with a file outside, which is never looked for': [
      [{ ...files, files: ['case', '../x', '/etc/../x'] }, ['../x', '/etc/../x'].map(outside)],
    ],
    'with a number that may have lost digits when it was read': [
      [
        {
          ...files,
          answers: { whole: 2 ** 53, part: 0.1234567890123456, cores: 16, text: '9007199254740993' },
        },
        ['whole', 'part'].map((key) => ({ kind: 'inexactAnswer', key })),
      ],
    ],
    'with a property that means nothing beside another one': [
      [
        { ...files, model: { id: 1 }, exclude: [] },
        [conflict('files', 'model'), conflict('exclude', 'model')],
      ],
      [
        { ...files, simulate: false, createProject: true },
        [conflict('project', 'simulate'), conflict('createProject', 'simulate')],
      ],
      [{ ...files, project: { id: 1 }, createProject: true }, [conflict('createProject', 'project')]],
    ],
    'with more than its limits': [
      [
        {
          ...files,
          files: Array(10_001).fill('x'),
          answers: Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [index, 1])),
        },
        ['files', 'answers'].map((property) => ({ kind: 'tooMany', property, max: 10_000 })),
      ],
    ],
    'with an identifier that is none': [{}, { id: true }, { id: 1.5 }, { id: '' }, { id: 1, name: 'x' }].map(
      (project) => [
        { ...files, project },
        [{ kind: 'wrongType', property: 'project', expected: 'nameOrId' }],
      ],
    ),
  };
  for (const [why, cases] of Object.entries(refused))
    it(`is refused ${why}`, () => {
      for (const [given, problems] of cases) assert.deepEqual(problemsOf(given), problems);
    });

  for (const [name, text, shown] of [
    ['blank', '  ', '  '],
    ['too long', 'x'.repeat(5000), `${'x'.repeat(99)}…`],
    ['with an escape sequence', 'a\u001b[2J', String.raw`a\u{1b}[2J`],
    ['with a line break', 'a\nb', String.raw`a\u{a}b`],
    ['in reverse order', 'a\u202eb', String.raw`a\u{202e}b`],
  ] as const)
    it(`has no text that is ${name}`, () => {
      for (const property of ['model', 'project', 'files', 'exclude'] as const) {
        const isList = property === 'files' || property === 'exclude';
        assert.deepEqual(problemsOf({ ...files, [property]: isList ? [text] : text }), [
          { kind: 'unfitText', property, text: shown },
        ]);
      }
    });

  it('has types that are never converted', () => {
    const wrong = {
      files: 'case',
      exclude: [1],
      model: true,
      project: 7,
      createProject: 1,
      environment: {},
      answers: { cores: true },
      simulate: 0,
    };
    const found = problemsOf(wrong) as { kind: string; property: string }[];
    assert.ok(found.every(({ kind }) => kind === 'wrongType'));
    const properties = found.map(({ property }) => property).join(' ');
    assert.equal(properties, 'simulate files exclude model createProject project environment answers');
  });
});
