import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sha256 } from '../../support/hashes';
import { type RecordingEmulator, stopServices } from '../../support/service';
import {
  badRequest,
  createModel,
  failureCodeOf,
  forbidden,
  lastRequest,
  notFound,
  openRequest,
  problemReply,
  readReply,
  type Reply,
  send,
  sendPart,
  startForTest,
  startWithFile,
  waitUntil,
} from './support/wire';

const stored: Reply = { status: 201, type: undefined, body: undefined };
const replaced: Reply = { ...stored, status: 200 };

afterEach(stopServices);

describe('The emulated file server', () => {
  it('stores the size and the SHA-256 of exactly the bytes that were sent', async () => {
    const bytes = randomBytes(3 * 1024 * 1024 + 7);
    const { emulator, modelId, url } = await startWithFile(bytes.length);
    assert.deepEqual(await send('PUT', url, bytes), stored);
    const file = { size: bytes.length, sha256: sha256(bytes) };
    assert.deepEqual(emulator.storedFiles(modelId), new Map([['in/a.inp', file]]));
  });

  it('stores each file of a model under its own announced name', async () => {
    const { emulator } = await startForTest();
    const model = await createModel(emulator, { 'CON.txt': 1, 'a:b?*.inp': 2, '..c/läuft': 3 });
    for (const { size, upload_url } of model.files) await send('PUT', upload_url, 'x'.repeat(size));
    assert.deepEqual(
      [...emulator.storedFiles(model.model_id)],
      [
        ['CON.txt', { size: 1, sha256: sha256('x') }],
        ['a:b?*.inp', { size: 2, sha256: sha256('xx') }],
        ['..c/läuft', { size: 3, sha256: sha256('xxx') }],
      ],
    );
  });

  it('replaces a stored file by a second upload', async () => {
    const { emulator, modelId, url } = await startWithFile(3);
    assert.deepEqual(await send('PUT', url, 'old'), stored);
    assert.deepEqual(await send('PUT', url, 'new'), replaced);
    const file = { size: 3, sha256: sha256('new') };
    assert.deepEqual(emulator.storedFiles(modelId), new Map([['in/a.inp', file]]));
  });

  it('keeps the stored file when the second upload ends early', async () => {
    const { emulator, modelId, url } = await startWithFile(3);
    await send('PUT', url, 'old');
    await breakOff(emulator, url, 3, 'ne');
    // Ends only after the upload has.
    await emulator.stop();
    const file = { size: 3, sha256: sha256('old') };
    assert.deepEqual(emulator.storedFiles(modelId), new Map([['in/a.inp', file]]));
  });

  it('stores nothing of an upload that ends early', async () => {
    const { emulator, modelId, url } = await startWithFile(10);
    await breakOff(emulator, url, 10, '12345');
    await emulator.stop();
    assert.deepEqual(emulator.storedFiles(modelId), new Map());
    const { aborted, bytesReceived, status, fileName } = lastRequest(emulator);
    assert.deepEqual([aborted, bytesReceived, status, fileName], [true, 5, undefined, 'in/a.inp']);
  });

  it('refuses other methods than PUT', async () => {
    const { url } = await startWithFile(1);
    const refused = problemReply(405, 'Method Not Allowed', 'Files are sent with PUT.');
    for (const method of ['GET', 'POST', 'DELETE'])
      assert.deepEqual(await send(method, url), { ...refused, allow: 'PUT' });
  });

  it('responds with 404 to a path of no file', async () => {
    const { emulator, modelId } = await startWithFile(1);
    const paths = ['/', '/uploads', `/uploads/${modelId}`, `/uploads/${modelId}/`, `/uploads/${modelId}/1`];
    const missing = notFound('There is no such file.');
    for (const place of [...paths, `/uploads/${modelId}/00`, `/uploads/${modelId}/0/`, '/uploads/mdl_0/0'])
      assert.deepEqual(await send('PUT', `${emulator.fileServerUrl}${place}`, 'x'), missing);
  });

  it('refuses a URL whose signature is missing or was issued for another request', async () => {
    const { emulator } = await startForTest();
    const model = await createModel(emulator, { a: 1, b: 1 });
    const [first = '', second = ''] = model.files.map(({ upload_url }) => upload_url);
    const [bare = '', query = ''] = first.split('?');
    const lastDigit = first.endsWith('0') ? '1' : '0';
    const refused = forbidden('The signature does not match this upload URL.');
    for (const url of [
      bare,
      `${bare}?${query.split('&')[0] ?? ''}`,
      first.slice(0, -1),
      first.slice(0, -1) + lastDigit,
      first + '0',
      first.replace(/expires=\d+/, 'expires=9999999999'),
      first.replace(/expires=\d+&/, ''),
      `${second.split('?')[0] ?? ''}?${query}`,
    ])
      assert.deepEqual(await send('PUT', url, 'x'), refused);
    assert.deepEqual(emulator.storedFiles(model.model_id), new Map());
  });

  it('refuses the URL of another start', async () => {
    const theirs = await startWithFile(1);
    const ours = await startWithFile(1);
    const query = theirs.url.slice(theirs.url.indexOf('?'));
    assert.equal((await send('PUT', ours.url.replace(/\?.*/, query), 'x')).status, 403);
  });

  it('accepts a URL until it expires and names the expiry afterwards', async () => {
    let now = 1_700_000_000_000;
    const { url } = await startWithFile(1, { now: () => now, urlLifetimeMs: 10_000 });
    now += 9_999;
    assert.deepEqual(await send('PUT', url, 'x'), stored);
    now += 1;
    assert.deepEqual(await send('PUT', url, 'x'), forbidden('The upload URL has expired.'));
  });

  it('requires the length of the body', async () => {
    const { emulator, url } = await startWithFile(1);
    const required = problemReply(411, 'Length Required', 'The header Content-Length is required.');
    const chunked = openRequest('PUT', url, { 'transfer-encoding': 'chunked' });
    chunked.end('x');
    assert.deepEqual(await readReply(chunked), required);
    const silent = openRequest('PUT', url, {});
    silent.removeHeader('transfer-encoding');
    silent.useChunkedEncodingByDefault = false;
    silent.end();
    assert.deepEqual(await readReply(silent), required);
    assert.equal(lastRequest(emulator).headers['transfer-encoding'], undefined);
  });

  it('refuses a length other than the announced size', async () => {
    const { emulator, modelId, url } = await startWithFile(2);
    for (const body of ['', '1', '123']) {
      const detail = `The file was announced with 2 bytes, but Content-Length is ${body.length}.`;
      assert.deepEqual(await send('PUT', url, body), badRequest(detail));
    }
    assert.deepEqual(emulator.storedFiles(modelId), new Map());
  });

  it('reads a refused body to its end, so that the client gets the response', async () => {
    const size = 8 * 1024 * 1024;
    const { emulator, url } = await startWithFile(1);
    assert.equal((await send('PUT', url, Buffer.alloc(size))).status, 400);
    await waitUntil(() => lastRequest(emulator).bytesReceived === size);
  });

  it('shares one rate among all uploads', async () => {
    const { emulator } = await startForTest();
    emulator.setBytesPerSecond(1_000_000);
    const model = await createModel(emulator, { a: 100_000, b: 100_000 });
    const start = performance.now();
    await Promise.all(model.files.map(({ upload_url }) => send('PUT', upload_url, Buffer.alloc(100_000))));
    assert.ok(performance.now() - start >= 190);
  });

  it('lets a slow upload continue at full speed as soon as the limit is lifted', async () => {
    const { emulator, url } = await startWithFile(100_000);
    emulator.setBytesPerSecond(1);
    const pending = send('PUT', url, Buffer.alloc(100_000));
    await waitUntil(() => emulator.requests.length === 2 && lastRequest(emulator).bytesReceived > 0);
    emulator.setBytesPerSecond(undefined);
    assert.deepEqual(await pending, stored);
  });
});

async function breakOff(emulator: RecordingEmulator, url: string, size: number, part: string): Promise<void> {
  const call = await sendPart(emulator, url, size, part);
  const error = failureCodeOf(readReply(call));
  call.destroy(Object.assign(new Error('left'), { code: 'LEFT' }));
  assert.equal(await error, 'LEFT');
  await waitUntil(() => lastRequest(emulator).aborted);
}
