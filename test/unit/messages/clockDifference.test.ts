import assert from 'node:assert/strict';
import { StatusError } from '../../../src/client/core/errors';
import { describeError } from '../../../src/messages/describeError';

describe('A clock difference', () => {
  const refusal = (
    operation: 'listProjects' | 'uploadFile',
    status: number,
    minutes: number,
    code?: string,
  ): string => {
    const about = { operation, host: 'sim.example', status } as const;
    return describeError(new StatusError(about, { clockDifference: minutes * 60_000, code }));
  };
  const told = (difference: string) =>
    `The clock of this computer is ${difference} the clock of sim.example. Signed requests are rejected while the clocks differ. Correct the time, then try again.`;

  for (const [operation, code, serverCode] of [
    ['listProjects', 401],
    ['listProjects', 403],
    ['uploadFile', 403, 'RequestTimeTooSkewed'],
    ['uploadFile', 400, 'ExpiredToken'],
  ] as const)
    it(`is named when ${operation} is rejected with ${code}`, () => {
      const ofFile = serverCode === 'ExpiredToken' ? 'The upload URL was rejected' : 'then try again';
      const step = operation === 'uploadFile' ? ofFile : 'Check that you have access';
      const text = refusal(operation, code, 20, serverCode);
      assert.ok(text.endsWith(told('20 minutes ahead of')), text);
      assert.ok(text.includes(step), text);
      assert.ok(refusal(operation, code, -6, serverCode).endsWith(told('6 minutes behind')));
      assert.doesNotMatch(refusal(operation, code, 5, serverCode), /clock/);
    });

  it('is not named for a rejection with another reason', () => {
    for (const text of [
      refusal('uploadFile', 400, 20, 'IncompleteBody'),
      refusal('listProjects', 400, 20, 'ExpiredToken'),
      refusal('listProjects', 500, 20),
    ])
      assert.doesNotMatch(text, /clock/);
  });
});
