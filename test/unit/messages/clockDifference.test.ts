import assert from 'node:assert/strict';
import { StatusError } from '../../../src/client/core/errors';
import { describeError } from '../../../src/messages/describeError';

const host = 'sim.example';
const minuteMs = 60_000;

describe('A clock difference', () => {
  const refusal = (
    operation: 'listProjects' | 'uploadFile',
    code: number,
    difference: number,
    serverCode?: string,
  ): string =>
    describeError(
      new StatusError({ operation, host, status: code }, { clockDifference: difference, code: serverCode }),
    );
  const ahead =
    'The clock of this computer is 20 minutes ahead of the clock of sim.example. Signed requests are rejected while the clocks differ. Correct the time, then try again.';
  const behind =
    'The clock of this computer is 6 minutes behind the clock of sim.example. Signed requests are rejected while the clocks differ. Correct the time, then try again.';

  for (const [operation, code, serverCode] of [
    ['listProjects', 401],
    ['listProjects', 403],
    ['uploadFile', 403, 'RequestTimeTooSkewed'],
    ['uploadFile', 400, 'ExpiredToken'],
  ] as const)
    it(`is named when ${operation} is rejected with ${code}`, () => {
      const step = operation === 'uploadFile' ? 'The upload URL was rejected' : 'Check that you have access';
      const text = refusal(operation, code, 20 * minuteMs, serverCode);
      assert.ok(text.endsWith(ahead), text);
      assert.equal(text.includes(step), code !== 400);
      assert.ok(refusal(operation, code, -6 * minuteMs, serverCode).endsWith(behind));
      assert.doesNotMatch(refusal(operation, code, 5 * minuteMs, serverCode), /clock/);
    });

  it('is not named for a rejection with another reason', () => {
    for (const text of [
      refusal('uploadFile', 400, 20 * minuteMs, 'IncompleteBody'),
      refusal('listProjects', 400, 20 * minuteMs, 'ExpiredToken'),
      refusal('listProjects', 500, 20 * minuteMs),
    ])
      assert.doesNotMatch(text, /clock/);
  });
});
