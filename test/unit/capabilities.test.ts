import assert from 'node:assert/strict';
import { findMissing, has, needs } from '../support/capabilities';

describe('The trials of what a system can do', () => {
  if (process.platform === 'linux')
    it('find on Linux everything that tests need, except for mounts, so that no test is pending', () =>
      assert.deepEqual(findMissing(), []));

  it('leave a test pending where anything is missing, and its title names that', () => {
    const declared: unknown[][] = [];
    const ofMocha = globalThis.it;
    const test = () => undefined;
    globalThis.it = ((...parts: unknown[]) => declared.push(parts)) as unknown as Mocha.TestFunction;
    try {
      needs().it('reads files', test);
      needs('links').it('follows links', test);
    } finally {
      globalThis.it = ofMocha;
    }
    const second = has('links') ? ['follows links', test] : ['follows links (needs symbolic links)'];
    assert.deepEqual(declared, [['reads files', test], second]);
  });
});
