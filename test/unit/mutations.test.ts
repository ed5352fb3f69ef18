import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { allMutations } from '../mutations/allMutations';

/** Keeps the list in step with the code; `npm run test:mutations` makes each change and runs the tests. */
describe('The list of mutations', () => {
  const mutations = allMutations();

  it('is not empty', () => assert.ok(mutations.length > 0));

  it('names texts that occur once', () => {
    const countOf = (file: string, text: string) => readFileSync(file, 'utf8').split(text).length - 1;
    const others = mutations.filter(({ in: file, find }) => countOf(file, find) !== 1);
    assert.deepEqual(others, []);
  });

  it('names each mutation once, and a change for it', () => {
    const names = mutations.map(({ name, in: file }) => `${file}: ${name}`);
    const repeated = names.filter((name, index) => names.indexOf(name) !== index);
    assert.deepEqual(repeated, []);
    assert.ok(mutations.every(({ find, replace }) => find !== replace));
  });

  it('names existing tests', () => {
    const suites = mutations.flatMap(({ killedBy }) => killedBy.suites);
    const missing = suites.filter((suite) => !existsSync(path.join('test/unit', `${suite}.test.ts`)));
    assert.deepEqual(missing, []);
  });
});
