import assert from 'node:assert/strict';
import type { SimulationEnd } from '../../../src/client/core/types';
import { countStatuses, formatStatusCounts } from '../../../src/views/statusCounts';

const said = (state: string, end?: SimulationEnd) => ({ status: { state, saidAt: 1, ...(end && { end }) } });
const textOf = (...statuses: readonly object[]) => formatStatusCounts(countStatuses(statuses), String);

describe('The statuses of a study', () => {
  it('are counted with failures first, and then the most frequent one', () => {
    const running = Array.from({ length: 12 }, () => said('running'));
    const done = Array.from({ length: 3 }, () => said('done', 'success'));
    assert.deepEqual(textOf(...done, {}, ...running, said('failed', 'failure'), {}), [
      '1 failed, 12 running, 3 done',
    ]);
  });

  it('are nothing where no service has said any, and not endless where one has numbers', () => {
    assert.deepEqual(textOf({}, {}), []);
    const numbers = Array.from({ length: 50 }, (_, index) => said(`${index} %`));
    assert.deepEqual(textOf(...numbers), ['1 0 %, 1 1 %, 1 2 %, 1 3 %, 1 4 %, …']);
  });
});
