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
  it('has defaults for everything but files, model and project', () => {
    assert.deepEqual(parseLaunchRequest(files), {
      model: { files: ['case'], exclude: [], name: 'Wing' },
      project: { name: 'Study', create: false },
      simulate: true,
      answers: {},
    });
  });

  it('may state everything', () => {
    const given = {
      ...{ files: ['case/**', 'loads.inc'], exclude: ['*.odb'], model: 'Wing', project: 'Study' },
      ...{ createProject: true, environment: 'staging', simulate: true },
      answers: { cores: 16, 'createModel.description': '' },
    };
    assert.deepEqual(parseLaunchRequest(given), {
      model: { files: ['case/**', 'loads.inc'], exclude: ['*.odb'], name: 'Wing' },
      project: { name: 'Study', create: true },
      simulate: true,
      environment: 'staging',
      answers: { cores: 16, 'createModel.description': '' },
    });
  });

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

  it('may name a model and a project by their identifiers', () => {
    assert.deepEqual(parseLaunchRequest({ model: { id: 'mdl-1' }, project: { id: 7 } }), {
      model: { id: 'mdl-1' },
      project: { id: 7 },
      simulate: true,
      answers: {},
    });
  });

  it('may end with the model', () => {
    assert.deepEqual(parseLaunchRequest({ files: ['case'], model: 'Wing', simulate: false }), {
      model: { files: ['case'], exclude: [], name: 'Wing' },
      simulate: false,
      answers: {},
    });
  });

  it('is refused with everything that is wrong at once', () => {
    assert.deepEqual(problemsOf({ files: [], model: 7, simulate: 'yes', command: 'rm' }), [
      { kind: 'unknownProperty', property: 'command' },
      { kind: 'wrongType', property: 'simulate', expected: 'boolean' },
      { kind: 'wrongType', property: 'model', expected: 'nameOrId' },
      { kind: 'missing', property: 'files' },
      { kind: 'missing', property: 'project' },
    ]);
  });

  for (const given of [undefined, null, 'case', 7, [files]]) {
    it(`is no ${JSON.stringify(given)}`, () => {
      assert.deepEqual(problemsOf(given), [{ kind: 'notAnObject' }]);
    });
  }

  for (const property of ['baseUrl', 'token', 'headers', '__proto__', 'constructor', 'Files']) {
    it(`has no property ${property}`, () => {
      const given = JSON.parse(JSON.stringify(files).replace('{', `{"${property}":"x",`)) as unknown;
      assert.deepEqual(problemsOf(given), [{ kind: 'unknownProperty', property }]);
    });
  }

  for (const entry of [...['../x', 'a/../../x', '..', '/etc/../x', 'c:x', '~/x', 'a\\..\\x']]) {
    it(`never looks for ${entry}`, () => {
      assert.deepEqual(problemsOf({ ...files, files: ['case', entry] }), [{ kind: 'outsideFolder', entry }]);
    });
  }

  for (const [name, text] of [
    ['blank', '  '],
    ['too long', 'x'.repeat(5000)],
    ['with an escape sequence', 'a\u001b[2J'],
    ['with a line break', 'a\nb'],
    ['with NUL', 'a\0b'],
    ['in reverse order', 'a\u202eb'],
  ] as const) {
    it(`has no text that is ${name}`, () => {
      for (const property of ['model', 'project', 'files', 'exclude'] as const) {
        const isList = property === 'files' || property === 'exclude';
        const [problem, ...others] = problemsOf({ ...files, [property]: isList ? [text] : text }) as {
          readonly kind: string;
          readonly property: string;
          readonly text: string;
        }[];
        assert.deepEqual([problem?.kind, problem?.property, others], ['unfitText', property, []]);

        assert.ok((problem?.text.length ?? 0) <= 100 && !/[\0-\x1f\u202e]/.test(problem?.text ?? ''));
      }
    });
  }

  it('has types that are never converted', () => {
    const wrong = {
      ...{ files: 'case', exclude: [1], model: true, project: 7, createProject: 1, environment: {} },
      ...{ answers: { cores: true }, simulate: 0 },
    };
    assert.deepEqual(
      (problemsOf(wrong) as { kind: string; property: string }[]).map(({ kind, property }) => [
        kind,
        property,
      ]),
      [
        ['wrongType', 'simulate'],
        ['wrongType', 'files'],
        ['wrongType', 'exclude'],
        ['wrongType', 'model'],
        ['wrongType', 'createProject'],
        ['wrongType', 'project'],
        ['wrongType', 'environment'],
        ['wrongType', 'answers'],
      ],
    );
  });

  it('has no number that may have lost digits when it was read', () => {
    const answers = {
      whole: 9007199254740992,
      part: 0.1234567890123456,
      cores: 16,
      text: '9007199254740993',
    };
    assert.deepEqual(problemsOf({ ...files, answers }), [
      { kind: 'inexactAnswer', key: 'whole' },
      { kind: 'inexactAnswer', key: 'part' },
    ]);
  });

  it('has no property that means nothing beside another one', () => {
    assert.deepEqual(problemsOf({ ...files, model: { id: 1 }, exclude: [] }), [
      { kind: 'conflict', property: 'files', other: 'model' },
      { kind: 'conflict', property: 'exclude', other: 'model' },
    ]);
    assert.deepEqual(problemsOf({ ...files, simulate: false, createProject: true }), [
      { kind: 'conflict', property: 'project', other: 'simulate' },
      { kind: 'conflict', property: 'createProject', other: 'simulate' },
    ]);
    assert.deepEqual(problemsOf({ ...files, project: { id: 1 }, createProject: true }), [
      { kind: 'conflict', property: 'createProject', other: 'project' },
    ]);
  });

  it('has limits', () => {
    const many = Array.from({ length: 10_001 }, () => 'x');
    const answers = Object.fromEntries(many.map((_, index) => [index, 1]));
    assert.deepEqual(problemsOf({ ...files, files: many, answers }), [
      { kind: 'tooMany', property: 'files', max: 10_000 },
      { kind: 'tooMany', property: 'answers', max: 10_000 },
    ]);
  });

  it('has identifiers of nothing but an identifier', () => {
    for (const id of [{}, { id: true }, { id: 1.5 }, { id: '' }, { id: 1, name: 'x' }]) {
      assert.deepEqual(problemsOf({ ...files, project: id }), [
        { kind: 'wrongType', property: 'project', expected: 'nameOrId' },
      ]);
    }
  });
});
