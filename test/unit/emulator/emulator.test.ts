import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { startEmulator } from '../../../src/emulator/emulator';
import { delayUntil, drop, stall } from '../../support/emulatorFaults';
import { stopServices } from '../../support/service';
import {
  createModel,
  failureCodeOf,
  lastRequest,
  readReply,
  send,
  sendPart,
  startForTest,
  startWithFile,
  waitUntil,
} from './support/wire';

afterEach(stopServices);

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** The code of the error of a connection; fails when it is established. */
const connectionFailure = (host: string, url: string) =>
  failureCodeOf(once(connect({ host, port: portOf(url) }), 'connect'));

describe('The emulator', () => {
  it('is not reached through any other address of the machine', async () => {
    const { emulator } = await startForTest();
    // On Linux, all of 127.0.0.0/8 is this machine, so 127.0.0.2 reveals a listener on all addresses.
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ address, scopeid }) => address !== '127.0.0.1' && !scopeid)
      .map(({ address }) => address);
    for (const host of ['127.0.0.2', ...others])
      for (const url of [emulator.baseUrl, emulator.fileServerUrl])
        assert.notEqual(await connectionFailure(host, url), undefined, host);
  });

  it('uses the ports that it was given', async () => {
    const { emulator: first } = await startForTest();
    const ports = [portOf(first.baseUrl), portOf(first.fileServerUrl)];
    await first.stop();
    const { emulator } = await startForTest({ servicePort: ports[0]!, fileServerPort: ports[1]! });
    assert.deepEqual([portOf(emulator.baseUrl), portOf(emulator.fileServerUrl)], ports);
  });

  it('does not start when a port is in use', async () => {
    const { emulator } = await startForTest();
    const taken = portOf(emulator.baseUrl);
    for (const port of [{ servicePort: taken }, { fileServerPort: taken }])
      await assert.rejects(startEmulator(port), { code: 'EADDRINUSE' });
  });

  it('refuses a rate that is not positive', async () => {
    const { emulator } = await startForTest();
    for (const rate of [0, -1, NaN]) assert.throws(() => emulator.setBytesPerSecond(rate), RangeError);
  });

  it('closes every connection when it stops', async () => {
    const { emulator } = await startForTest();
    const { files } = await createModel(emulator, { a: 1, b: 10 });
    await send('PUT', files[0]!.upload_url, 'x');
    const running = failureCodeOf(readReply(await sendPart(emulator, files[1]!.upload_url, 10, '12345')));
    const idle = connect(portOf(emulator.baseUrl), '127.0.0.1');
    await once(idle, 'connect');
    const closed = once(idle, 'close');
    idle.resume();
    await emulator.stop();
    assert.equal(await running, 'ECONNRESET');
    await closed;
    for (const url of [emulator.baseUrl, emulator.fileServerUrl])
      assert.equal(await connectionFailure('127.0.0.1', url), 'ECONNREFUSED');
    const { aborted, status, finishedAt } = lastRequest(emulator);
    assert.deepEqual([aborted, status, typeof finishedAt], [false, undefined, 'number']);
  });

  it('stops although requests are stalled, held back or slowed down', async () => {
    const { emulator, url: upload } = await startWithFile(10);
    emulator.setBytesPerSecond(1);
    const url = `${emulator.baseUrl}/variant_a/v1/projects`;
    const slow = failureCodeOf(readReply(await sendPart(emulator, upload, 10, '12345')));
    emulator.setIntercept(() => stall('beforeBody'));
    const stalled = failureCodeOf(send('POST', url, Buffer.alloc(8 * 1024 * 1024)));
    await waitUntil(() => emulator.requests.length === 3);
    emulator.setIntercept(() => delayUntil(new Promise(() => undefined)));
    const held = failureCodeOf(send('GET', url));
    await waitUntil(() => emulator.requests.length === 4);
    await emulator.stop();
    const [first, second, third] = await Promise.all([slow, stalled, held]);
    assert.deepEqual([first, third], ['ECONNRESET', 'ECONNRESET']);
    assert.ok(second === 'ECONNRESET' || second === 'EPIPE', String(second));
  });

  it('logs method, path and outcome but no signature', async () => {
    const lines: string[] = [];
    const { emulator, modelId, url } = await startWithFile(10, { log: (line) => lines.push(line) });
    await send('PUT', url, '1234567890');
    emulator.setIntercept(() => drop('beforeBody'));
    await failureCodeOf(send('GET', `${emulator.baseUrl}/variant_b/v7/projects?token=secret`));
    emulator.setIntercept(undefined);
    (await sendPart(emulator, url, 10, '1')).destroy();
    await waitUntil(() => lines.length === 4);
    assert.deepEqual(lines, [
      'POST /variant_a/v1/models 201',
      `PUT /uploads/${modelId}/0 201`,
      'GET /variant_b/v7/projects cut',
      `PUT /uploads/${modelId}/0 aborted`,
    ]);
  });

  it('gives snapshots that later requests do not change', async () => {
    const { emulator } = await startForTest();
    const { projects, models } = emulator;
    const model = await createModel(emulator, { a: 0 });
    const before = emulator.models.at(-1);
    await send('PUT', model.files[0]!.upload_url);
    await send('POST', `${emulator.baseUrl}/variant_a/v1/models/${model.model_id}/finalise`);
    await send('POST', `${emulator.baseUrl}/variant_a/v1/projects`, { name: 'p' });
    assert.deepEqual([projects.length, models.length], [2, 2]);
    assert.deepEqual([before?.status, before?.files], ['created', [{ name: 'a', size: 0 }]]);
    assert.notEqual(emulator.models.at(-1)?.files[0]?.stored, undefined);
  });
});
