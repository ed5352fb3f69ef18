import assert from 'node:assert/strict';
import { getCaller, markOwnButton, markOwnRow } from '../../../src/views/ownRows';

describe('The caller of a command', () => {
  const row = markOwnRow({ kind: 'launch', launch: { id: 'a' } });
  const button = markOwnButton({ launch: { id: 'a' } });

  it('is a row or a button, for the object that was made for it', () =>
    assert.deepEqual([getCaller(row), getCaller(button)], ['row', 'button']));

  for (const [what, argument] of Object.entries({
    nothing: undefined,
    null: null,
    'an identifier': 'a',
    'an object that nobody has marked': { launch: { id: 'a' } },
    'a copy of a row': { ...row },
    'a copy of a button': structuredClone(button),
    'what only begins like a row': Object.create(row) as object,
    'what stands in front of a button': new Proxy(button, {}),
    'a list with a row': [row],
  }))
    it(`is somebody else, for ${what}`, () => assert.equal(getCaller(argument), 'other'));
});
