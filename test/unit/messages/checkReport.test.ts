import assert from 'node:assert/strict';
import { ResponseError } from '../../../src/client/core/errors';
import {
  formatCheckReport,
  formatResponseReport,
  formatSimulationReport,
} from '../../../src/messages/checkReport';

const host = 'sim.example';

describe('The report of a connection check', () => {
  it('shows a response in which nothing is found: where it has which type of value', () => {
    const error = new ResponseError({ operation: 'listProjects', host, status: 200 }, 'noList', [
      { pointer: '/data', type: 'object' },
      { pointer: '/data/rows', type: 'array of 2' },
    ]);
    const list = { check: 'projects', variant: 'variant_b', host, isSet: true } as const;
    const options = { at: 0, version: '1.0.0', editor: '1.106.0', service: undefined };
    const report = formatCheckReport([{ ...list, outcome: 'failed', error }], options);
    assert.ok(report.endsWith('\n    /data       object\n    /data/rows  array of 2\n'), report);
  });
});

describe('The report of a simulation without an identifier', () => {
  it('says what the response has, and which setting to write', () => {
    assert.deepEqual(formatSimulationReport('/run/ref: "sim-42"').split('\n'), [
      'The simulation was created, but its ID was not found in the response.',
      '',
      'The response contains these values, each with its JSON pointer:',
      '',
      '/run/ref: "sim-42"',
      '',
      'If the ID is there, enter its pointer in your settings, so that it is read the next',
      '  time:',
      '',
      '"simulationService.responses": {',
      '  "createdSimulationId": "/…"',
      '}',
      '',
    ]);
    assert.match(formatSimulationReport(''), /\nThe response is empty\.\n/);
  });
});

describe('The report of a response', () => {
  it('says what was not found, what there is, and which setting to write', () => {
    const about = { operation: 'createModel', host, status: 201, modelId: 'm-1' } as const;
    const error = new ResponseError(about, 'uploadUrls', [
      { pointer: '/parts', type: 'array of 2' },
      { pointer: '/parts/0/position', type: 'number', sample: '1' },
      { pointer: '/parts/0/where', type: 'URL', sample: 'https://files.example/…' },
    ]);
    const lines = formatResponseReport(error).split('\n');
    assert.deepEqual(lines.slice(lines.findIndex((line) => line.startsWith('The response contains'))), [
      'The response contains these values, each with its JSON pointer:',
      '',
      '/parts             array of 2',
      '/parts/0/position  number: 1',
      '/parts/0/where     URL: https://files.example/…',
      '',
      'In your settings, enter the pointers to the values that were not found. Leave out those',
      '  that you do not need:',
      '',
      '"simulationService.responses": {',
      '  "uploadUrls": "/…",',
      '  "uploadUrlName": "/…",',
      '  "uploadUrl": "/…"',
      '}',
      '',
    ]);
    assert.equal(lines[0]?.includes(host), true);
  });
});
