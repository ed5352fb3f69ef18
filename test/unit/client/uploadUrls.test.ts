import assert from 'node:assert/strict';
import type { UploadUrlReason } from '../../../src/client/core/errors';
import { findUploadUrlProblem } from '../../../src/client/url/uploadUrl';

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
  'https://xn--bcher-kva.example/a',
  'https://203.0.114.7:9000/a',
  'https://[2a00:1450::1]/a',
  'https://files.example.com?sig=1',
  `${file}?x=../..&y=/../z`,
  'https://files.example.com/a..b/...//c/.d',
  `https://files.example.com/a b/"'ü'{}|^\`<>%zz?sig=%2b+'{}"&x`,
  longUrl(8 * 1024),
  longUrl(16 * 1024),
  `${signed}host`,
  `${signed}host%3Bcontent-length`,
  `${signed}Host;Content-Length`,
  signed,
  `${file}?x-signature=signedheaders&header-list=x`,
];

type Refused = readonly [url: string, urlHost?: string];

const filesHost = 'files.example.com';

const refused: Readonly<Record<Exclude<UploadUrlReason, 'signedHeaders'>, readonly Refused[]>> = {
  notAbsolute: [
    [''],
    ['/upload/1?sig=CANARY'],
    ['upload/1'],
    ['//files.example.com/a'],
    ['files.example.com/a'],
    ['https:files.example.com/a'],
    ['https:/files.example.com/a'],
    ['https:///CANARY'],
    ['https://'],
    ['https://:443/a'],
    ['https://files.example.com:99999/a'],
    ['https://1.2.3.4.5/a'],
  ],
  scheme: [
    ['http://files.example.com/a', filesHost],
    ['http://127.0.0.1/a', '127.0.0.1'],
    ['ftp://files.example.com/a', filesHost],
    ['s3://bucket/a', 'bucket'],
    ['file:///etc/passwd'],
    ['data:text/plain,CANARY'],
    ['javascript:alert(1)'],
    ['blob:https://files.example.com/CANARY'],
  ],
  credentials: [
    ['https://me:CANARY@files.example.com/a', filesHost],
    ['https://CANARY@files.example.com:8443/a', 'files.example.com:8443'],
    ['https://@files.example.com/a', filesHost],
    ['https://sim.example.com@files.example.com/a', filesHost],
  ],
  fragment: [
    [`${file}#`, filesHost],
    [`${file}?sig=1#CANARY`, filesHost],
  ],
  altered: [
    ['https://files.example.com/x/../a', filesHost],
    ['https://files.example.com/./a', filesHost],
    ['https://files.example.com/x/..?sig=1', filesHost],
    ['https://files.example.com/x/%2E%2e/a', filesHost],
    ['https://files.example.com/x/.%2e/a', filesHost],
    ['https://files.example.com/%2e', filesHost],
    ['https://files.example.com\\x\\a', filesHost],
    ['https://files.example.com\\@sim.example.com/a', filesHost],
    ['https:\\\\CANARY'],
    ['https://files.example.com/a\nb', filesHost],
    ['https://files.example.com/a\tb', filesHost],
    ['https://fi\tles.example.com/a', filesHost],
    ['https://files.example.com/a\u0000', filesHost],
    ['https://files.example.com/a\u0085', filesHost],
    ['https://files.example.com/\ud800', filesHost],
    [`\n${file}`],
    ['https://fil%65s.example.com/a', filesHost],
    ['https://fi\u00adles.example.com/a', filesHost],
    ['https://2130706433/a', '127.0.0.1'],
    ['https://0x7f.1/a', '127.0.0.1'],
    ['https://0177.0.0.1/a', '127.0.0.1'],
    ['https://127.0.0.1./a', '127.0.0.1'],
    ['https://１２７.0.0.1/a', '127.0.0.1'],
    ['https://3405803783/a', '203.0.113.7'],
    ['https://[0:0:0:0:0:0:0:1]/a', '[::1]'],
  ],
  tooLong: [
    [longUrl(16 * 1024 + 1), filesHost],
    [longUrl(64 * 1024), filesHost],
  ],
  closerThanService: [
    ['https://127.0.0.1/a', '127.0.0.1'],
    ['https://localhost:9000/a', 'localhost:9000'],
    ['https://files.localhost/a', 'files.localhost'],
    ['https://[::1]/a', '[::1]'],
    ['https://[::ffff:7f00:1]/a', '[::ffff:7f00:1]'],
    ['https://0.0.0.0/a', '0.0.0.0'],
    ['https://169.254.169.254/latest', '169.254.169.254'],
    ['https://[fe80::1]/a', '[fe80::1]'],
    ['https://10.1.2.3/a', '10.1.2.3'],
    ['https://172.16.0.1/a', '172.16.0.1'],
    ['https://192.168.0.1/a', '192.168.0.1'],
    ['https://100.64.0.1/a', '100.64.0.1'],
    ['https://[fd00::1]/a', '[fd00::1]'],
  ],
};

const signedHeaders: Readonly<Record<string, readonly string[]>> = {
  [`${signed}content-type;host`]: ['content-type'],
  [`${signed}host%3BX-Amz-Acl%3Bx-amz-meta-a`]: ['x-amz-acl', 'x-amz-meta-a'],
  [`${signed}host;host;content-type;content-type`]: ['content-type'],
  [`${signed}host%253Bx-amz-acl`]: ['host%3bx-amz-acl'],
  [`${signed}a;b;c;d;e;f;g`]: ['a', 'b', 'c', 'd', 'e'],
  [`${signed}https://x.test/?sig=CANARY`]: ['[URL]'],
  [`${signed}${'x'.repeat(100)}`]: [`${'x'.repeat(59)}…`],
  [`${signed}host&x-amz-signedheaders=x-other`]: ['x-other'],
  [`${file}?x-amz-signedHEADERS=host;content-md5`]: ['content-md5'],
  [`${file}?X-Goog-SignedHeaders=host%3Bx-goog-meta-a`]: ['x-goog-meta-a'],
  [`${file}?X-Obs-SignedHeaders=host%3Bx-obs-acl`]: ['x-obs-acl'],
  [`${file}?X-SignedHeaders=x-acl`]: ['x-acl'],
  [`${file}?x-oss-additional-headers=content-disposition`]: ['content-disposition'],
  [`${file}?q-header-list=host;x-cos-acl`]: ['x-cos-acl'],
};

describe('An upload URL of a public service', () => {
  for (const url of usable) {
    it(`can be ${shortenUrl(url)}`, () => assert.equal(findUploadUrlProblem(url, base), undefined));
  }

  for (const [reason, urls] of Object.entries(refused)) {
    for (const [url, urlHost] of urls) {
      it(`cannot be ${shortenUrl(url)}: ${reason}`, () =>
        assert.deepEqual(findUploadUrlProblem(url, base), { reason, urlHost, headers: [] }));
    }
  }

  for (const [url, headers] of Object.entries(signedHeaders)) {
    it(`cannot be ${shortenUrl(url)}: signedHeaders`, () =>
      assert.deepEqual(findUploadUrlProblem(url, base), {
        reason: 'signedHeaders',
        urlHost: filesHost,
        headers,
      }));
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

/** Shortens the URL for the title of a test. */
function shortenUrl(url: string): string {
  return JSON.stringify(url.length > 100 ? `${url.slice(0, 60)}… (${url.length})` : url);
}
