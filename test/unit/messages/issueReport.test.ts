import assert from 'node:assert/strict';
import { formatIssueReport, type IssueFacts } from '../../../src/messages/issueReport';

const platform = `Platform: ${process.platform} ${process.arch}, Node ${process.versions.node}`;

const plain: IssueFacts = {
  version: '1.2.3',
  editor: '1.106.0 (desktop)',
  variant: 'variant_a',
  baseUrl: undefined,
  changedSettings: [],
  problems: [],
};

describe('The data for the report of an issue', () => {
  it('has a line for each fact', () =>
    assert.deepEqual(formatIssueReport(plain).split('\n'), [
      'Extension: 1.2.3',
      'VS Code: 1.106.0 (desktop)',
      platform,
      'Service: none',
      'Variant: variant_a',
      'Changed settings: none',
      'Recent problems: none',
    ]));

  it('has nothing of an address, a name, an identifier or a text of a server', () => {
    const report = formatIssueReport({
      ...plain,
      baseUrl: new URL('https://10.9.8.7:8443/CANARY'),
      changedSettings: ['simulationService.baseUrl', 'simulationService.pathPrefix'],
      problems: [
        {
          kind: 'status',
          operation: 'createSimulation',
          host: 'CANARY.example',
          status: 500,
          code: 'CANARY',
          serverMessage: 'CANARY',
          redirectHost: 'CANARY.example',
        },
        {
          kind: 'network',
          operation: 'uploadFile',
          host: 'CANARY.example',
          code: 'reset',
          file: 'CANARY.inp',
        },
      ],
    });
    assert.deepEqual(report.split('\n').slice(3), [
      'Service: https, private',
      'Variant: variant_a',
      'Changed settings: simulationService.baseUrl, simulationService.pathPrefix',
      'Recent problems: createSimulation status 500; uploadFile network reset',
    ]);
  });
});
