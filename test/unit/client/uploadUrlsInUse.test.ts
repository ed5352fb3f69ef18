import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { UploadUrlError, type UploadUrlReason } from '../../../src/client/core/errors';
import { retryDelay } from '../../../src/client/retry';
import { findUploadUrlProblem } from '../../../src/client/url/uploadUrl';
import { testClient } from '../../support/client';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, serve } from '../../support/testServer';

/** For services and file servers that are both on this computer. */
const refusedHere: readonly (readonly [
  reason: UploadUrlReason,
  url: (host: string) => string,
  headers?: readonly string[],
])[] = [
  ['scheme', (host) => `ftp://${host}/in?sig=CANARY`],
  ['credentials', (host) => `http://me:CANARY@${host}/in`],
  ['fragment', (host) => `http://${host}/in?sig=CANARY#x`],
  ['altered', (host) => `http://${host}/CANARY/../in`],
  ['altered', (host) => `http://${host}/CANARY/%2e%2e/in`],
  ['altered', (host) => `http://${host}\\CANARY`],
  ['altered', (host) => `http://${host}/CANARY\tb`],
  ['altered', (host) => `http://${host}/CANARY\nb`],
  ['altered', (host) => `http://${host.replace('127.0.0.1', '2130706433')}/CANARY`],
  ['altered', (host) => `http://${host.replace('127.0.0.1', '0177.0.0.1')}/CANARY`],
  ['tooLong', (host) => `http://${host}/CANARY${'x'.repeat(64 * 1024)}`],
  ['signedHeaders', (host) => `http://${host}/CANARY?X-Amz-SignedHeaders=host;X-Acl`, ['x-acl']],
];

describe('A created model', () => {
  afterEach(closeServers);

  for (const [reason, urlOf, headers = []] of refusedHere) {
    it(`with the upload URL ${shortenUrl(urlOf('127.0.0.1'))} stops before any upload: ${reason}`, async () => {
      const files = await serve({});
      const bad = urlOf(files.host);
      const created = { model_id: 'm1', files: { a: `${files.origin}/a?sig=CANARY`, b: bad } };
      const service = await serve({ status: 201, body: JSON.stringify(created) });
      const error = await rejectionOf(createModel(service.origin, ['a', 'b']));
      assert.deepEqual(await failureOf(Promise.reject(error as Error)), {
        ...{ name: 'UploadUrlError', kind: 'uploadUrl', operation: 'createModel', host: service.host },
        ...{ reason, urlHost: files.host, headers, modelId: 'm1' },
      });
      assert.doesNotMatch(textOf(error), /CANARY|sig=|\/in/);
      assert.deepEqual([service.requests.length, files.connections()], [1, 0]);
    });
  }

  for (const [name, url] of [
    ['a relative URL', '/upload/1'],
    ['a URL without a scheme', '//127.0.0.1/a'],
    ['a data URL', 'data:text/plain,a'],
    ['the URL of another file', undefined],
  ] as const) {
    it(`with ${name} stops before any upload`, async () => {
      const files = await serve({});
      const first = `${files.origin}/a?sig=CANARY`;
      const created = { model_id: 'm1', files: { a: first, b: url ?? first } };
      const service = await serve({ status: 201, body: JSON.stringify(created) });
      const error = await failureOf(createModel(service.origin, ['a', 'b']));
      assert.deepEqual([error.kind, error.reason], ['response', 'uploadUrls']);
      assert.deepEqual([service.requests.length, files.connections()], [1, 0]);
    });
  }

  for (const url of ['file:///etc/passwd', 'https:///files.example.com/a']) {
    it(`with the upload URL ${url} fails without naming a host`, async () => {
      const service = await serve({ status: 201, body: JSON.stringify({ model_id: 7, upload_url: url }) });
      const error = await failureOf(createModel(service.origin, ['a']));
      assert.deepEqual([error.kind, error.urlHost, error.modelId], ['uploadUrl', undefined, 7]);
    });
  }

  it('may have upload URLs of the service itself, of another one, and long ones', async () => {
    const files = await serve({});
    const service = await serve(({ headers }) => {
      const own = `http://${headers.host}/upload/1`;
      const upload_urls = { a: own, b: `${files.origin}/b`, c: `${files.origin}/${'x'.repeat(8000)}` };
      return { status: 201, body: JSON.stringify({ model_id: 'm1', upload_urls }) };
    });
    const { uploadUrls } = await createModel(service.origin, ['a', 'b', 'c']);
    assert.deepEqual(
      [...uploadUrls.values()].map((url) => url.length),
      [service.origin.length + 9, files.origin.length + 2, files.origin.length + 8001],
    );
  });

  for (const [date, respondedAt] of [
    ['Sat, 21 Nov 2026 09:30:00 GMT', Date.UTC(2026, 10, 21, 9, 30)],
    ['Sat, 99 Nov 2026 09:30:00 GMT', undefined],
    ['2026-11-21T09:30:00Z', undefined],
    ['0', undefined],
  ] as const) {
    it(`has the response time ${respondedAt ?? 'unknown'} when the response has the date "${date}"`, async () => {
      const url = 'https://files.example.com/a';
      const body = JSON.stringify({ model_id: 'm1', upload_url: url });
      const service = await serve({ status: 201, headers: { date }, body });
      assert.deepEqual(await createModel(service.origin, ['a']), {
        id: 'm1',
        uploadUrls: new Map([['a', url]]),
        ...(respondedAt !== undefined && { respondedAt }),
      });
    });
  }
});

describe('Uploading a file to a stored URL', () => {
  afterEach(closeServers);

  for (const [reason, urlOf, headers = []] of refusedHere) {
    it(`sends nothing to ${shortenUrl(urlOf('127.0.0.1'))}: ${reason}`, async () => {
      const files = await serve({});
      const body = Readable.from([Buffer.of(1)]);
      const { client, log } = testClient('http://127.0.0.1:9');
      const sent = client.uploadFile(urlOf(files.host), { file: 'a', size: 1, body }, never);
      const error = await rejectionOf(sent);
      assert.deepEqual(await failureOf(Promise.reject(error as Error)), {
        ...{ name: 'UploadUrlError', kind: 'uploadUrl', operation: 'uploadFile', host: '127.0.0.1:9' },
        ...{ reason, urlHost: files.host, headers },
      });
      assert.doesNotMatch(textOf(error), /CANARY|sig=|\/in/);
      assert.deepEqual([body.destroyed, files.connections(), log], [true, 0, []]);
    });
  }

  for (const url of ['', '/upload/1', 'data:,a', 'file:///etc/passwd']) {
    it(`sends nothing to "${url}"`, async () => {
      const sent = testClient('http://127.0.0.1:9').client.uploadFile(
        url,
        { file: 'a', size: 1, body: Buffer.of(1) },
        never,
      );
      assert.ok((await rejectionOf(sent)) instanceof UploadUrlError);
    });
  }

  it('sends nothing to this computer for a service that is further away', async () => {
    const files = await serve({});
    const body = Readable.from([Buffer.of(1)]);
    const { client } = testClient('http://sim.example.com');
    const error = await failureOf(
      client.uploadFile(`${files.origin}/a`, { file: 'a', size: 1, body }, never),
    );
    assert.deepEqual(
      [error.kind, error.reason, error.urlHost],
      ['uploadUrl', 'closerThanService', files.host],
    );
    assert.deepEqual([body.destroyed, files.connections()], [true, 0]);
  });

  it('is not repeated', () => {
    const problem = findUploadUrlProblem('ftp://files.example.com/a', new URL('https://sim.example.com'))!;
    const error = new UploadUrlError('uploadFile', 'sim.example.com', problem);
    const random = () => 0.5;
    assert.equal(retryDelay({ operation: 'uploadFile', error, attempt: 1, random }), undefined);
  });
});

const never = new AbortController().signal;

function createModel(origin: string, names: readonly string[]) {
  const files = names.map((name) => ({ name, size: 1 }));
  return testClient(origin).client.createModel('Rotor', files);
}

function textOf(error: unknown): string {
  const { message, stack, cause } = error as Error;
  return JSON.stringify([error, message, stack?.split('\n    at ')[0], cause]);
}

/** Shortens the URL for the title of a test. */
function shortenUrl(url: string): string {
  return JSON.stringify(url.length > 100 ? `${url.slice(0, 60)}… (${url.length})` : url);
}
