import assert from 'node:assert/strict';
import { sha256 } from '../../support/hashes';
import { stopServices } from '../../support/service';
import { lastRequest, openRequest, readReply, send, startForTest, startWithFile } from './support/wire';

afterEach(stopServices);

const refused = {
  status: 403,
  type: undefined,
  body: 'This emulator responds only to programs that call it by its own address.',
};

const projects = '/variant_b/v7/projects';

describe('The emulator', () => {
  for (const origin of ['https://page.example', 'null', 'http://localhost', 'http://127.0.0.1:1'])
    it(`refuses a request of the web page at ${origin} before it reads a byte, and does nothing`, async () => {
      const { emulator } = await startForTest();
      const before = emulator.projects.length;
      const body = JSON.stringify({ name: 'Made by a page' });
      const headers = { origin, 'content-type': 'text/plain' };
      assert.deepEqual(await send('POST', emulator.baseUrl + projects, body, headers), refused);
      assert.equal(emulator.projects.length, before);
      assert.deepEqual([lastRequest(emulator).status, lastRequest(emulator).bytesReceived], [403, 0]);
    });

  it('refuses requests under another host name, as after DNS rebinding', async () => {
    const { emulator } = await startForTest();
    const { port } = new URL(emulator.baseUrl);
    for (const host of [`page.example:${port}`, '127.0.0.1', `127.0.0.2:${port}`, `localhost.:${port}`])
      assert.deepEqual(await send('GET', emulator.baseUrl + projects, undefined, { host }), refused, host);
    const statuses = emulator.requests.map(({ status }) => status);
    assert.deepEqual(statuses, [403, 403, 403, 403]);
  });

  it('refuses them on the file server too, and stores nothing', async () => {
    const { emulator, modelId, url } = await startWithFile(3);
    const headers = { origin: 'https://page.example' };
    assert.deepEqual(await send('PUT', url, 'abc', headers), refused);
    assert.deepEqual([...emulator.storedFiles(modelId)], []);
  });

  it('does not wait for the body of a refused request', async () => {
    const { emulator } = await startForTest();
    const headers = { origin: 'https://page.example', 'content-length': '30000000' };
    const call = openRequest('POST', emulator.baseUrl + projects, headers);
    call.flushHeaders();
    assert.deepEqual(await readReply(call), refused);
    call.destroy();
  });

  it('responds under its address and under localhost, also to a page of its own', async () => {
    const { emulator } = await startForTest();
    const { port } = new URL(emulator.baseUrl);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`]) {
      const { status } = await send('GET', emulator.baseUrl + projects, undefined, { host });
      assert.equal(status, 200, host);
    }
    const headers = { origin: `http://localhost:${port}` };
    assert.equal((await send('GET', emulator.baseUrl + projects, undefined, headers)).status, 200);
  });
});

describe('The record of a request', () => {
  it('contains the body with its size and its hash, and not the query', async () => {
    const { emulator } = await startForTest();
    const body = JSON.stringify({ name: 'Study' });
    await send('POST', `${emulator.baseUrl}${projects}?token=secret`, body);
    const { headers, arrivedAt, finishedAt, ...rest } = lastRequest(emulator);
    assert.equal(headers['content-length'], String(body.length));
    assert.ok(finishedAt !== undefined && finishedAt >= arrivedAt);
    assert.deepEqual(rest, {
      server: 'service',
      method: 'POST',
      path: projects,
      variant: 'variant_b',
      operation: 'createProject',
      bytesReceived: body.length,
      bodySha256: sha256(body),
      body: { name: 'Study' },
      status: 201,
      aborted: false,
    });
  });
});
