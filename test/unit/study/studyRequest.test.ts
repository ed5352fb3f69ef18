import assert from 'node:assert/strict';
import { describeRequestProblem } from '../../../src/messages/requestProblems';
import { parseStudyRequest } from '../../../src/study/studyRequest';
import { onPlatform } from '../../support/otherSystems';

const wing = { study: 'cases.csv', model: 'Wing', project: 'Wing 2026' };

describe('The description of a study', () => {
  it('names a table, and the model, which each row may bring with it', () => {
    const project = { name: 'Wing 2026' };
    assert.deepEqual(parseStudyRequest(wing), {
      study: 'cases.csv',
      project,
      model: { perRow: true, exclude: [], name: 'Wing' },
    });
    assert.deepEqual(parseStudyRequest({ ...wing, files: ['case/**'], exclude: ['*.tmp'] }), {
      study: 'cases.csv',
      project,
      model: { files: ['case/**'], exclude: ['*.tmp'], name: 'Wing' },
    });
    const byId = { study: 'a/b.csv', model: { id: 7 }, project: { id: 'p1' }, environment: 'test' };
    assert.deepEqual(parseStudyRequest(byId), byId);
  });

  it('has both slashes on Windows', async () => {
    const given = { ...wing, study: 'a\\b.csv' };
    const tableOn = async (platform: NodeJS.Platform) =>
      await onPlatform(platform, () => (parseStudyRequest(given) as { study: string }).study);
    assert.deepEqual([await tableOn('win32'), await tableOn('linux')], ['a/b.csv', 'a\\b.csv']);
  });

  for (const study of [null, ' ', '../cases.csv', '/etc/../passwd', 'C:x.csv', '~/x', 'a\u202e.csv'])
    it(`is refused for the table ${JSON.stringify(study)}`, () => {
      const problems = parseStudyRequest({ ...wing, study });
      assert.ok('length' in problems && problems.length === 1, JSON.stringify(problems));
      assert.doesNotMatch(problems.map(describeRequestProblem).join(''), /[\0-\x1f\u202e]/);
    });

  it('is refused for what a table replaces, and for everything else that is wrong, at once', () => {
    const replaced = { answers: { cores: 8 }, createProject: true, simulate: false };
    assert.deepEqual(parseStudyRequest({ ...wing, ...replaced, exlude: [], files: [7] }), [
      { kind: 'conflict', property: 'answers', other: 'study' },
      { kind: 'conflict', property: 'createProject', other: 'study' },
      { kind: 'conflict', property: 'simulate', other: 'study' },
      { kind: 'unknownProperty', property: 'exlude' },
      { kind: 'wrongType', property: 'files', expected: 'textList' },
    ]);
    assert.deepEqual(parseStudyRequest(undefined), [{ kind: 'notAnObject' }]);
  });

  it('takes nothing from a prototype', () => {
    const inherited = Object.create({ answers: {}, simulate: false }) as Record<string, unknown>;
    assert.deepEqual(parseStudyRequest(Object.assign(inherited, wing)), parseStudyRequest(wing));
    assert.deepEqual(parseStudyRequest(JSON.parse('{"__proto__":{"model":"x"},"study":"a.csv"}')), [
      { kind: 'unknownProperty', property: '__proto__' },
      { kind: 'missing', property: 'model' },
      { kind: 'missing', property: 'project' },
    ]);
  });
});
