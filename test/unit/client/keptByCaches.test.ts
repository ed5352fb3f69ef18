import assert from 'node:assert/strict';
import type { StatusError } from '../../../src/client/core/errors';
import { closeClients, createClient } from '../../support/client';
import { FakeClock } from '../../support/fakeClock';
import { rejectionOf } from '../../support/rejections';
import { closeServers, serve } from '../../support/testServer';

const now = Date.UTC(2026, 10, 29, 19, 0, 0);
const before = (minutes: number) => new Date(now - minutes * 60_000).toUTCString();

// https://github.com/cloud-gov/pages-core/issues/978: CloudFront keeps a refusal with the Date of then, and adds its Age.
describe('A response from a cache', () => {
  afterEach(() => Promise.all([closeClients(), closeServers()]));

  async function refuse(headers: Record<string, string>) {
    const server = await serve({ status: 403, headers });
    const client = createClient(server.origin, { once: true, clock: new FakeClock(now) });
    const { clockDifference, retryAfter } = (await rejectionOf(client.listProjects())) as StatusError;
    return [clockDifference, retryAfter];
  }

  for (const [name, headers, expected] of [
    ['says what time it is now', { date: before(40), age: '2400' }, [0, undefined]],
    ['says what time it was, without its age', { date: before(40) }, [2_400_000, undefined]],
    [
      'may have a date to wait for',
      { date: before(40), age: '2400', 'retry-after': before(-10) },
      [0, 600_000],
    ],
    ['has waited already', { date: before(5), age: '300', 'retry-after': '400' }, [0, 100_000]],
    ['may have waited long enough', { date: before(5), age: '300', 'retry-after': '200' }, [0, 0]],
    [
      'is as old as it says only if that is a number',
      { date: before(40), age: '-2400' },
      [2_400_000, undefined],
    ],
  ] as const)
    it(name, async () => assert.deepEqual(await refuse(headers), expected));
});
