import assert from 'node:assert/strict';
import type { Launch } from '../../../src/launch/launch';
import { createRecord } from '../../../src/launch/launchRecord';
import { createRootNodes } from '../../../src/views/launchNodes';

const midnight = new Date(2026, 4, 3).getTime();

function launch(id: string, state: Launch['state']): Launch {
  const record = createRecord({
    kind: 'planned',
    launch: id,
    service: { origin: 'https://service.invalid', basePath: '/', variant: 'variant_b' },
    model: { id: 'm1', name: 'deck' },
    finalise: true,
    simulate: true,
    at: midnight + 3_600_000,
  });
  return { id, record, state, runsHere: false };
}

describe('The rows of the launches', () => {
  it('are days, and above them the records that cannot be read', () => {
    const [a, b] = [launch('a', 'unknown'), launch('b', 'launched')];
    const record = { id: 'c', code: 'EACCES' };
    assert.deepEqual(createRootNodes([a, b], [record], undefined), [
      { kind: 'unreadable', record },
      { kind: 'day', day: midnight, launches: [a, b] },
    ]);
  });

  it('include the records that cannot be read whatever states are selected', () => {
    const record = { id: 'c', code: 'newer' };
    assert.deepEqual(createRootNodes([launch('a', 'unknown')], [record], new Set(['launched'])), [
      { kind: 'unreadable', record },
    ]);
  });
});
