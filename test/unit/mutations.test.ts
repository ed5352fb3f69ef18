import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { allMutations } from '../mutations/allMutations';

/** Keeps the list in step with the code; `npm run test:mutations` makes each change and runs the tests. */
describe('The list of mutations', () => {
  const mutations = allMutations();

  it('is not empty', () => assert.ok(mutations.length > 0));

  it('names texts that occur once', () => {
    const times = mutations.map(({ name, in: file, find }) => ({
      mutation: `${file}: ${name}`,
      times: readFileSync(file, 'utf8').split(find).length - 1,
    }));
    assert.deepEqual(
      times.filter((found) => found.times !== 1),
      [],
    );
  });

  it('names each mutation once, and a change for it', () => {
    const names = mutations.map(({ name, in: file }) => `${file}: ${name}`);
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    );
    assert.ok(mutations.every(({ find, replace }) => find !== replace));
  });

  it('names existing tests', () => {
    const suites = mutations.flatMap(({ killedBy }) => killedBy.suites);
    assert.deepEqual(
      [...new Set(suites)].filter((suite) => !existsSync(path.join('test/unit', `${suite}.test.ts`))),
      [],
    );
  });
});
