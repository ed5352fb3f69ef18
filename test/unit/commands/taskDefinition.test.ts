import assert from 'node:assert/strict';
import Ajv, { type ValidateFunction } from 'ajv';
import { parseTask } from '../../../src/commands/task/taskDefinition';
import { problemMatcher, taskType } from '../../../src/contributions';
import { relativePath, toSlashes } from '../../../src/files/paths';
import { describeRequestProblem } from '../../../src/messages/requestProblems';
import { findRequestedFiles, type RequestedModel } from '../../../src/request/requestedFiles';
import { inOneFolder } from '../../../src/request/requestFolders';
import type { RequestProblem } from '../../../src/request/requestProblem';
import { taskProperties } from '../../../src/request/requestProperty';
import { hostileTasks, wing } from '../../support/hostileTasks';
import { manifest } from '../../support/manifest';
import { onPlatform } from '../../support/otherSystems';

const { taskDefinitions, problemMatchers } = manifest.contributes;

/** The schema that VS Code makes of the contribution. */
const { type, required, properties } = taskDefinitions[0]!;
const ajv = new Ajv({ strict: false, allErrors: true });
const isValid: ValidateFunction = ajv.compile({
  type: 'object',
  required: ['type', ...required],
  additionalProperties: false,
  properties: { ...properties, type: { enum: [type] } },
});

function parse(given: object, written: readonly unknown[] = []) {
  return parseTask({ label: 'Wing', definition: { type: taskType, ...given } }, written);
}

function problemsOf(given: object, written: readonly unknown[] = []): readonly RequestProblem[] {
  const parsed = parse(given, written);
  return 'length' in parsed ? parsed : [];
}

/** The problems of the files of a new model, looked for in the folder of this file. */
async function fileProblemsOf(model: object): Promise<readonly RequestProblem[]> {
  assert.ok('files' in model);
  const folders = inOneFolder({ root: __dirname, exclude: [] });
  return (await findRequestedFiles(model as RequestedModel, folders, new AbortController().signal)).problems;
}

/** Values for each property, of every type. */
const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  '',
  ' ',
  'x',
  'a/b',
  '../x',
  'a/..',
  '/x',
  '~x',
  'C:x',
  'a..b',
  '...',
  [],
  ['x'],
  ['x', 'a/**'],
  ['x', ''],
  ['x', 7],
  [['x']],
  [null],
  ['../x'],
  ['a\\..\\b'],
  ['/x'],
  {},
  { id: 'x', name: 'y' },
  { name: 'x' },
  ...['x', 7, '', 1.5, null].map((id) => ({ id })),
  { cores: 16 },
  { cores: '16' },
  { cores: true },
  { cores: null },
  { cores: [1] },
  'x'.repeat(1001),
];

describe('The schema of tasks', () => {
  it('describes the properties that are parsed', () => {
    assert.deepEqual([type, Object.keys(properties)], [taskType, taskProperties]);
    assert.deepEqual(required, ['model']);
  });

  // A schema cannot say this: properties that exclude or need each other.
  const ofSeveral: readonly string[] = ['conflict', 'missing'];

  for (const property of taskProperties)
    it(`accepts the same values of ${property} as the parser`, () => {
      const differing = values.filter((value) => {
        const given = { ...wing, [property]: value };
        const problems = problemsOf(given).filter(({ kind }) => !ofSeveral.includes(kind));
        const isEmptyList = property === 'files' && Array.isArray(value) && value.length === 0;
        return isValid({ type: taskType, ...given }) !== (problems.length === 0 && !isEmptyList);
      });
      assert.deepEqual(differing, []);
    });

  it('accepts no other property, and no task without a model', () => {
    assert.equal(isValid({ type: taskType, ...wing }), true);
    assert.equal(isValid({ type: taskType, ...wing, baseUrl: 'https://x.invalid' }), false);
    assert.equal(isValid({ type: taskType, files: ['case'] }), false);
  });
});

describe('A task of a stranger', () => {
  for (const [title, given, says] of hostileTasks)
    it(`is refused for ${title}, and says why`, async () => {
      const parsed = parse(given);
      const problems = 'length' in parsed ? parsed : await fileProblemsOf(parsed.model);
      const sentences = problems.map(describeRequestProblem);
      assert.ok(
        sentences.some((sentence) => says.test(sentence)),
        JSON.stringify(sentences),
      );
      assert.doesNotMatch(sentences.join(''), /[\0-\x1f\x7f-\x9f\u202e]/);
    });

  it('is refused for a property that VS Code does not pass on', () => {
    const written = [
      { type: taskType, label: 'Other', exlude: ['*.odb'] },
      { type: 'shell', label: 'Wing', command: 'x', exlude: [] },
      { type: taskType, label: 'Wing', ...wing, exlude: ['*.odb'], 'a\u001b': 1, dependsOn: 'mesh' },
      { type: taskType, label: 'Wing', ...wing, exlude: ['*.odb'] },
      7,
      null,
      'Wing',
      ['Wing'],
    ];
    assert.deepEqual(problemsOf(wing, written), [
      { kind: 'unknownProperty', property: 'exlude' },
      { kind: 'unknownProperty', property: 'a\\u{1b}' },
    ]);
    assert.ok('model' in parse(wing, written.slice(0, 2)));
  });

  for (const definition of [undefined, null, 'x', [], { type: 'shell', ...wing }])
    it(`is no ${JSON.stringify(definition)}`, () =>
      assert.deepEqual(parseTask({ label: 'Wing', definition }, []), [{ kind: 'notAnObject' }]));
});

describe('The problem matcher of tasks', () => {
  const [matcher] = problemMatchers;
  const match = (line: string) => new RegExp(matcher!.pattern.regexp).exec(line)?.slice(1);

  it('finds the place and the text', () => {
    assert.equal(matcher!.name, problemMatcher);
    assert.deepEqual(match('case/wing.inp:12:1: warning: “mesh.inc” is missing.'), [
      'case/wing.inp',
      '12',
      '1',
      'warning',
      '“mesh.inc” is missing.',
    ]);
  });

  // https://github.com/microsoft/vscode/issues/22974: the folder stood before a path that was absolute already.
  it('finds a file on another drive or share, whose path cannot be relative', async () => {
    assert.deepEqual(matcher!.fileLocation, ['autoDetect', '${workspaceFolder}']);
    await onPlatform('win32', () => {
      for (const [file, shown] of [
        ['D:\\meshes\\wing.inp', 'D:/meshes/wing.inp'],
        ['\\\\server\\share\\wing.inp', '//server/share/wing.inp'],
        ['C:\\cases\\old\\wing.inp', 'old/wing.inp'],
        ['C:\\meshes\\wing.inp', '../meshes/wing.inp'],
      ] as const) {
        assert.equal(toSlashes(relativePath('C:\\cases', file)), shown);
        assert.equal(match(`${shown}:12:1: warning: “mesh.inc” is missing.`)?.[0], shown);
      }
    });
  });

  it('finds nothing in other lines', () => {
    for (const line of ['Files: 6, 8.8 kB', 'Uploading: 1 of 2 files (50 %)', '{"model_id":"a:1:1"}'])
      assert.equal(match(line), undefined);
  });
});
