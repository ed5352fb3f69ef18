import assert from 'node:assert/strict';
import { StatusError } from '../../../src/client/core/errors';
import { retryDelay } from '../../../src/client/retry';
import { outcomeOf } from '../../../src/launch/outcome';
import { describeError } from '../../../src/messages/describeError';
import { FileUploadError } from '../../../src/upload/errors';
import { closeClients, testClient } from '../../support/client';
import { sendFile } from '../../support/clientCalls';
import { rejectionOf } from '../../support/rejections';
import { closeServers, type Reply, serve } from '../../support/testServer';

const date = 'Sat, 21 Nov 2026 09:30:00 GMT';
const azure = 'sv=2024-11-04&sr=b&sig=CANARYk3Jx9bQ2%2Bm1LpR8vT4wYbN6s%3D&se=2026-11-22';
const timeFrame = (start: string, current: string) =>
  `Signature not valid in the specified time frame: Start [${start}] - Expiry [Sun, 22 Nov 2026 00:00:00 GMT] - Current [${current}]`;

/** The error of an upload to a URL with this query. */
async function refuse(query: string, reply: Reply): Promise<StatusError> {
  const server = await serve({ status: 403, ...reply });
  const { client } = testClient(server.origin);
  const error = await rejectionOf(sendFile(client, `${server.origin}/a?${query}`));
  assert.ok(error instanceof StatusError);
  return error;
}

function xml(code: string, message: string, detail = ''): Pick<Reply, 'body'> {
  return {
    body: `\ufeff<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message>${detail && `<AuthenticationErrorDetail>${detail}</AuthenticationErrorDetail>`}</Error>`,
  };
}

describe('An upload URL that is refused', () => {
  afterEach(() => Promise.all([closeClients(), closeServers()]));

  const headers = { date };
  const startingAt = (time: string) => `${azure}&st=2026-11-21T${time}Z`;
  const signedAt = (time: string) => `X-Amz-Date=20261121T${time}Z&X-Amz-Expires=900`;
  const withoutTime = { headers: { date: 'x' } };
  type Early = readonly [query: string, reply: Reply, validInMs: number | undefined];
  const early: Readonly<Record<string, Early>> = {
    'before the start of its signature': [startingAt('09%3A30%3A02'), { headers }, 3000],
    'before the start of its signature, with a fraction': [startingAt('09:30:02.5'), { headers }, 3500],
    'before it was signed': [signedAt('093240'), { headers }, 161_000],
    'before it was signed for another vendor': [
      signedAt('093001').replaceAll('Amz', 'Goog'),
      { headers, status: 400 },
      2000,
    ],
    'when it was signed': [signedAt('093000'), { headers }, undefined],
    'after it has expired': [signedAt('090000'), { headers }, undefined],
    'without any time': ['sig=CANARY', { headers }, undefined],
    'without the time of the server': [startingAt('09:30:02'), withoutTime, undefined],
    'for another reason': [startingAt('09:30:02'), { headers, status: 404 }, undefined],
    'with the times of the server': [
      azure,
      { ...withoutTime, ...xml('No', 'No.', timeFrame('Sat, 21 Nov 2026 09:30:05 GMT', date)) },
      6000,
    ],
    'with the times of the server, which have passed': [
      azure,
      {
        ...withoutTime,
        ...xml('AuthenticationFailed', 'No.', timeFrame(date, 'Sun, 22 Nov 2026 09:30:05 GMT')),
      },
      undefined,
    ],
    'in words': ['sig=CANARY', xml('AccessDenied', 'Request is not valid yet'), 0],
    'in other words': ['sig=CANARY', { body: '{"message":"The token is not yet valid"}' }, 0],
    'by a code': ['sig=CANARY', xml('RequestNotReadyYet', 'Wait'), 0],
  };
  const delayAfter = (error: StatusError) =>
    retryDelay({ operation: 'uploadFile', error, attempt: 1, random: () => 1 });
  const outcomeAfter = (error: StatusError) =>
    outcomeOf('uploadFiles', new FileUploadError('a', 1, error), { sent: true, lost: false });
  for (const [name, [query, reply, validInMs]] of Object.entries(early)) {
    it(`${name} ${validInMs === undefined ? 'is not' : 'is'} waited for`, async () => {
      const error = await refuse(query, reply);
      assert.equal(error.validInMs, validInMs);
      assert.equal(delayAfter(error), validInMs === 0 ? 1000 : validInMs);
      const isGone = validInMs === undefined;
      assert.equal(outcomeAfter(error), isGone ? 'abandoned' : 'failed');
      assert.equal(/The upload URL is not valid yet/.test(describeError(error)), !isGone);
    });
  }

  it('is waited for minutes, not hours, and its model is kept', async () => {
    for (const [start, isWaited] of [
      ['09:39:59', true],
      ['09:40:00', false],
      ['19:30:00', false],
    ] as const) {
      const error = await refuse(startingAt(start), { headers });
      assert.equal(delayAfter(error) !== undefined, isWaited, start);
      assert.equal(outcomeAfter(error), 'failed');
    }
  });

  it('shows why, in the words of the file server, and nothing of its signature', async () => {
    const frame = timeFrame('Sat, 21 Nov 2026 09:30:05 GMT', date);
    const reply = xml('AuthenticationFailed', 'No.\nRequestId:1\nTime:2026-11-21T09:30:00.1Z', frame);
    const { serverMessage, validInMs } = await refuse(azure, { headers: { date: 'x' }, ...reply });
    assert.deepEqual([serverMessage, validInMs], [frame, 6000]);
    const echo = `${frame} sig=CANARYk3Jx9bQ2+m1LpR8vT4wYbN6s=`;
    const error = await refuse(azure, xml('AuthenticationFailed', 'No access.', echo));
    const text = describeError(error);
    assert.ok(
      text.includes(`“${frame} sig=[secret]”. The upload URL is not valid yet. Try again later.`),
      text,
    );
    assert.doesNotMatch(JSON.stringify([error, error.message, text]), /CANARY/);
  });
});
