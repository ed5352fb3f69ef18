import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { UploadUrlReason } from '../../../src/client/core/errors';
import { findUploadUrlProblem } from '../../../src/client/url/uploadUrl';
import { testClient } from '../../support/client';
import { sendFile } from '../../support/clientCalls';
import { propertiesOf, rejectionOf, shownBy } from '../../support/rejections';
import { closeServers, serve } from '../../support/testServer';

const base = new URL('https://sim.example.com/api');
const file = 'https://files.example.com/a.dat';
const signed = `${file}?X-Amz-Signature=CANARY&X-Amz-SignedHeaders=`;

function longUrl(length: number): string {
  return `${file}?${'x'.repeat(length - file.length - 1)}`;
}

const usable: readonly string[] = [
  file,
  'https://sim.example.com/api/upload/1?sig=1',
  'https://Files.Example.COM:443/a?sig=%2b',
  'https://bücher.example/a',
  'https://files.example.com?sig=1',
  `${file}?x=../..&y=/../z`,
  'https://files.example.com/a..b/...//c/.d',
  `https://files.example.com/a b/"'ü'{}|^\`<>%zz?sig=%2b+'{}"&x`,
  longUrl(16 * 1024),
  `${signed}host`,
  `${signed}host%3Bcontent-length`,
  `${signed}Host;Content-Length`,
  signed,
  `${file}?x-signature=signedheaders&header-list=x`,
];

type Refused = readonly [url: string, urlHost?: string, headers?: readonly string[]];

const filesHost = 'files.example.com';

const refused: Readonly<Record<UploadUrlReason, readonly Refused[]>> = {
  notAbsolute: [[''], ['/upload/1?sig=CANARY'], ['https:///CANARY'], ['https://files.example.com:99999/a']],
  scheme: [
    ['http://files.example.com/a', filesHost],
    ['ftp://files.example.com/a', filesHost],
    ['file:///etc/passwd'],
  ],
  credentials: [
    ['https://me:CANARY@files.example.com/a', filesHost],
    ['https://CANARY@files.example.com:8443/a', 'files.example.com:8443'],
  ],
  fragment: [[`${file}?sig=1#CANARY`, filesHost]],
  altered: [
    ['https://files.example.com/x/../a', filesHost],
    ['https://files.example.com\\@sim.example.com/a', filesHost],
    ['https:\\\\CANARY'],
    [`\n${file}`],
    ['https://[0:0:0:0:0:0:0:1]/a', '[::1]'],
  ],
  tooLong: [[longUrl(16 * 1024 + 1), filesHost]],
  closerThanService: [['https://localhost:9000/a', 'localhost:9000']],
  signedHeaders: [
    [`${signed}host%3BX-Amz-Acl%3Bx-amz-meta-a`, filesHost, ['x-amz-acl', 'x-amz-meta-a']],
    [`${signed}host;host;content-type;content-type`, filesHost, ['content-type']],
    [`${signed}host%253Bx-amz-acl`, filesHost, ['host%3bx-amz-acl']],
    [`${signed}a;b;c;d;e;f;g`, filesHost, ['a', 'b', 'c', 'd', 'e']],
    [`${signed}https://x.test/?sig=CANARY`, filesHost, ['[URL]']],
    [`${signed}${'x'.repeat(100)}`, filesHost, [`${'x'.repeat(59)}…`]],
    [`${signed}host&x-amz-signedheaders=x-other`, filesHost, ['x-other']],
    [`${file}?X-SignedHeaders=x-acl`, filesHost, ['x-acl']],
    [`${file}?x-oss-additional-headers=content-disposition`, filesHost, ['content-disposition']],
    [`${file}?q-header-list=host;x-cos-acl`, filesHost, ['x-cos-acl']],
  ],
};

describe('An upload URL of a public service', () => {
  for (const url of usable) {
    it(`can be ${shortenUrl(url)}`, () => assert.equal(findUploadUrlProblem(url, base), undefined));
  }

  for (const [reason, urls] of Object.entries(refused)) {
    for (const [url, urlHost, headers = []] of urls) {
      it(`cannot be ${shortenUrl(url)}: ${reason}`, () =>
        assert.deepEqual(findUploadUrlProblem(url, base), { reason, urlHost, headers }));
    }
  }
});

describe('An upload URL', () => {
  for (const [url, baseUrl, reason] of [
    ['http://files.example.com/a', 'http://sim.example.com', undefined],
    ['https://files.example.com/a', 'http://127.0.0.1', undefined],
    ['http://files.example.com/a', 'http://127.0.0.1', 'scheme'],
    ['http://10.0.0.1/a', 'http://127.0.0.1', 'scheme'],
    ['http://127.0.0.1:2/a', 'http://127.0.0.1:1', undefined],
    ['http://[::1]/a', 'http://localhost:1', undefined],
    ['http://127.0.0.1/a', 'https://127.0.0.1', 'scheme'],
    ['https://10.0.0.1/a', 'https://192.168.0.1', undefined],
    ['https://10.0.0.1/a', 'https://169.254.0.1', undefined],
    ['https://169.254.0.1/a', 'https://10.0.0.1', 'closerThanService'],
    ['https://127.0.0.1/a', 'https://10.0.0.1', 'closerThanService'],
    ['http://10.0.0.1/a', 'http://sim.example.com', 'closerThanService'],
  ] as const) {
    it(`${url} ${reason === undefined ? 'can' : 'cannot'} be given by ${baseUrl}`, () =>
      assert.equal(findUploadUrlProblem(url, new URL(baseUrl))?.reason, reason));
  }
});

describe('An upload URL that must not be used', () => {
  afterEach(closeServers);

  /** For services and file servers that are both on this computer. */
  for (const [reason, urlOf, headers = []] of [
    ['scheme', (host) => `ftp://${host}/CANARY?sig=CANARY`],
    ['altered', (host) => `http://${host.replace('127.0.0.1', '2130706433')}/CANARY`],
    ['signedHeaders', (host) => `http://${host}/CANARY?X-Amz-SignedHeaders=host;X-Acl`, ['x-acl']],
  ] as readonly (readonly [UploadUrlReason, (host: string) => string, (readonly string[])?])[]) {
    it(`stops the launch of a created model before any upload: ${reason}`, async () => {
      const fileServer = await serve({});
      const urls = { a: `${fileServer.origin}/a?sig=CANARY`, b: urlOf(fileServer.host) };
      const service = await serve({ status: 201, body: JSON.stringify({ model_id: 'm1', files: urls }) });
      const files = ['a', 'b'].map((name) => ({ name, size: 1 }));
      const error = await rejectionOf(testClient(service.origin).client.createModel('Rotor', files));
      assert.deepEqual(propertiesOf(error), {
        name: 'UploadUrlError',
        kind: 'uploadUrl',
        operation: 'createModel',
        host: service.host,
        reason,
        urlHost: fileServer.host,
        headers,
        modelId: 'm1',
      });
      assert.doesNotMatch(shownBy(error), /CANARY|sig=/);
      assert.deepEqual([service.requests.length, fileServer.connections()], [1, 0]);
    });

    it(`is sent no file when it was stored: ${reason}`, async () => {
      const files = await serve({});
      const body = Readable.from([Buffer.of(1)]);
      const { client, log } = testClient('http://127.0.0.1:9');
      const error = await rejectionOf(sendFile(client, urlOf(files.host), body));
      assert.deepEqual(propertiesOf(error), {
        name: 'UploadUrlError',
        kind: 'uploadUrl',
        operation: 'uploadFile',
        host: '127.0.0.1:9',
        reason,
        urlHost: files.host,
        headers,
      });
      assert.doesNotMatch(shownBy(error), /CANARY|sig=/);
      assert.deepEqual([body.destroyed, files.connections(), log], [true, 0, []]);
    });
  }
});

/** Shortens the URL for the title of a test. */
function shortenUrl(url: string): string {
  return JSON.stringify(url.length > 100 ? `${url.slice(0, 60)}… (${url.length})` : url);
}
