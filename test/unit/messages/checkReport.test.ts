import assert from 'node:assert/strict';
import { ResponseError, StatusError } from '../../../src/client/core/errors';
import { defaultMapping } from '../../../src/client/mapping/serviceMapping';
import {
  formatCheckReport,
  formatResponseReport,
  formatSimulationReport,
} from '../../../src/messages/checkReport';

const host = 'sim.example';

describe('The report of a connection check', () => {
  const options = { at: 0, version: '1.0.0', editor: '1.106.0', service: undefined };
  const list = { check: 'projects', variant: 'variant_b', host } as const;
  const request = { address: `https://${host}/api/variant_b/v7/projects`, status: 200 };

  it('shows a response in which nothing is found: its address, and once where it has which type of value', () => {
    const error = new ResponseError({ operation: 'listProjects', host, status: 200 }, 'noList', [
      { pointer: '/data', type: 'object' },
      { pointer: '/data/rows', type: 'array of 2' },
    ]);
    const report = formatCheckReport([{ ...list, isSet: true, outcome: 'failed', error, request }], options);
    assert.deepEqual(report.split('\n').slice(-7), [
      '✗ Projects (variant B): The projects could not be listed. The response from sim.example',
      '  has no list. If the value is there, use the setting simulationService.responses',
      '  (projects, projectId) to specify where it is.',
      '    GET https://sim.example/api/variant_b/v7/projects: 200',
      '    /data       object',
      '    /data/rows  array of 2',
      '',
    ]);
  });

  it('says that nothing is known of the other variant where the service refuses every request', () => {
    const error = new StatusError({ operation: 'listProjects', host, status: 401 });
    const result = {
      ...list,
      isSet: false,
      outcome: 'ok',
      error,
      request: { ...request, status: 401 },
    } as const;
    const report = formatCheckReport([result, { ...result, request: { address: request.address } }], options);
    assert.deepEqual(report.split('\n').slice(-5), [
      '✓ Projects (variant B): Not known (status 401).',
      '    GET https://sim.example/api/variant_b/v7/projects: 401',
      '✓ Projects (variant B): Not known (status 401).',
      '    GET https://sim.example/api/variant_b/v7/projects: no response',
      '',
    ]);
  });

  for (const [prefix, mapping] of [
    ['/variant_a/v1', defaultMapping],
    ['/api/v3', { ...defaultMapping, pathPrefix: '/api/v3' }],
  ] as const)
    it(`names the path prefix ${prefix}`, () => {
      const service = {
        baseUrl: new URL(`https://${host}/base`),
        variant: 'variant_a',
        mapping,
        authentication: { scheme: 'none' },
      } as const;
      const lines = formatCheckReport([], { ...options, service }).split('\n');
      assert.deepEqual(lines.slice(6, 9), [
        `Service         ${host}`,
        'Base path       /base',
        `Path prefix     ${prefix}`,
      ]);
    });
});

describe('The report of a simulation without an identifier', () => {
  it('says what the response has', () => {
    assert.deepEqual(formatSimulationReport('/run/ref: "sim-42"').split('\n'), [
      'The simulation was created, but its ID was not found in the response.',
      '',
      'The response contains these values, each with its JSON pointer:',
      '',
      '/run/ref: "sim-42"',
      '',
    ]);
    assert.match(formatSimulationReport(''), /\nThe response is empty\.\n/);
  });
});

describe('The report of a response', () => {
  it('says what was not found and what there is, once', () => {
    const about = { operation: 'createModel', host, status: 201, modelId: 'm-1' } as const;
    const error = new ResponseError(about, 'uploadUrls', [
      { pointer: '/parts', type: 'array of 2' },
      { pointer: '/parts/0/position', type: 'number', sample: '1' },
      { pointer: '/parts/0/where', type: 'URL', sample: 'https://files.example/…' },
    ]);
    const report = formatResponseReport(error);
    const lines = report.split('\n');
    assert.deepEqual(lines.slice(lines.findIndex((line) => line.startsWith('The response contains'))), [
      'The response contains these values, each with its JSON pointer:',
      '',
      '/parts             array of 2',
      '/parts/0/position  number: 1',
      '/parts/0/where     URL: https://files.example/…',
      '',
    ]);
    assert.equal(lines[0]?.includes(host), true);
    assert.equal(report.split('/parts/0/where').length, 2);
  });

  it('says where the pointers of a list begin', () => {
    const error = new ResponseError({ operation: 'listProjects', host, status: 200 }, 'noList', [
      { pointer: '/rows', type: 'array of 2' },
    ]);
    assert.deepEqual(formatResponseReport(error).split('\n').slice(-4), [
      '/rows  array of 2',
      '',
      'Pointers to the ID and the name of an entry begin at the entry, such as /id.',
      '',
    ]);
  });
});
