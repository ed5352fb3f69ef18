import assert from 'node:assert/strict';
import { KnownSecrets } from '../../../src/secrets/knownSecrets';

describe('The known secrets', () => {
  it('are passed on in order, those from before the redactor was loaded too', () => {
    const known = new KnownSecrets();
    known.add('first');
    known.add('second');
    const passedOn: string[] = [];
    known.follow((secret) => passedOn.push(secret));
    known.add('third');
    assert.deepEqual(passedOn, ['first', 'second', 'third']);
  });
});
