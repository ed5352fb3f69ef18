import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { guards } from '../guards/guards';

/** So that the list stays true to the code; `npm run test:guards` takes each guard away and runs the tests. */
describe('The list of guards', () => {
  it('names places that occur once', () => {
    const times = guards.map(({ file, name, find }) => ({
      guard: `${file}: ${name}`,
      times: readFileSync(file, 'utf8').split(find).length - 1,
    }));
    assert.deepEqual(
      times.filter((found) => found.times !== 1),
      [],
    );
  });

  it('names each guard once, and a change for it', () => {
    const names = guards.map(({ file, name }) => `${file}: ${name}`);
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    );
    assert.ok(guards.every(({ find, replace }) => find !== replace));
  });

  it('names tests that there are', () => {
    const suites = guards.flatMap(({ proof }) => proof.suites);
    assert.deepEqual(
      [...new Set(suites)].filter((suite) => !existsSync(path.join('test/unit', `${suite}.test.ts`))),
      [],
    );
  });
});
