import assert from 'node:assert/strict';
import { ResponseError } from '../../../src/client/core/errors';
import { formatCheckReport } from '../../../src/messages/checkReport';

describe('The report of a connection check', () => {
  it('shows a response in which nothing is found: where it has which type of value', () => {
    const error = new ResponseError(
      { operation: 'listProjects', host: 'sim.example', status: 200 },
      'noList',
      [
        { pointer: '/data', type: 'object' },
        { pointer: '/data/rows', type: 'array of 2' },
      ],
    );
    const list = { check: 'projects', variant: 'variant_b', host: 'sim.example', isSet: true } as const;
    const options = { at: 0, version: '1.0.0', editor: '1.106.0', service: undefined };
    const report = formatCheckReport([{ ...list, outcome: 'failed', error }], options);
    assert.deepEqual(report.split('\n').slice(-3), [
      '    /data       object',
      '    /data/rows  array of 2',
      '',
    ]);
  });
});
