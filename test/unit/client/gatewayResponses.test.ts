import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { NetworkError } from '../../../src/client/core/errors';
import { describeNetworkError } from '../../../src/messages/networkErrors';
import { closeClients, testClient } from '../../support/client';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers } from '../../support/testServer';
import { serveBytes } from './support/serveBytes';

const json = '{"project_id":"p-1","name":"Prüfstand"}';
const utf16 = Buffer.from(json, 'utf16le');

type Head = string | Buffer;

/** A response with this head, whose last line has no end yet, and this body. */
function respond(head: Head, body: string | Buffer = json, length = Buffer.byteLength(body)): Buffer {
  const end = `\r\ncontent-length: ${length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(end), Buffer.from(body)]);
}

const ok = 'HTTP/1.1 201 Created\r\ncontent-type: application/json';
const size = Buffer.byteLength(json);
const hex = size.toString(16);
const half = Buffer.from(json).subarray(0, 10);
const rest = Buffer.from(json).subarray(10);
const chunked = (head: string, ...parts: (string | Buffer)[]) =>
  Buffer.concat([Buffer.from(`${ok}\r\n${head}\r\n\r\n`), ...parts.map((part) => Buffer.from(part))]);
const te = 'transfer-encoding: chunked';

const responses: Readonly<Record<string, Buffer>> = {
  'with 200 KiB of headers': respond(
    `${ok}\r\n${'content-security-policy: '.concat('x'.repeat(8000), '\r\n').repeat(25)}x: y`,
  ),
  'with one header of 100 KiB': respond(`${ok}\r\nset-cookie: a=${'x'.repeat(100_000)}`),
  'with a thousand headers': respond(`${ok}\r\n${'set-cookie: a=b\r\n'.repeat(1000)}x: y`),
  'in gzip': respond(`${ok}\r\ncontent-encoding: gzip`, gzipSync(json)),
  'in x-gzip': respond(`${ok}\r\ncontent-encoding: X-GZIP`, gzipSync(json)),
  'in deflate': respond(`${ok}\r\ncontent-encoding: deflate`, deflateSync(json)),
  'in deflate without its header': respond(`${ok}\r\ncontent-encoding: deflate`, deflateRawSync(json)),
  'in br': respond(`${ok}\r\ncontent-encoding: br`, brotliCompressSync(json)),
  'in br, then gzip': respond(`${ok}\r\ncontent-encoding: br, gzip`, gzipSync(brotliCompressSync(json))),
  'in gzip twice': respond(`${ok}\r\ncontent-encoding: gzip, gzip`, gzipSync(gzipSync(json))),
  'in gzip without its header': respond(ok, gzipSync(json)),
  'with the header of gzip, unpacked': respond(`${ok}\r\ncontent-encoding: gzip`),
  'in gzip as a transfer coding': chunked(
    'transfer-encoding: gzip, chunked',
    `${gzipSync(json).length.toString(16)}\r\n`,
    gzipSync(json),
    '\r\n0\r\n\r\n',
  ),
  'in gzip of several members': respond(
    `${ok}\r\ncontent-encoding: gzip`,
    Buffer.concat([gzipSync(half), gzipSync(rest)]),
  ),
  'of HTTP/1.0': respond(ok.replace('1.1', '1.0')),
  'of HTTP/1.0 without a length': Buffer.from(`${ok.replace('1.1', '1.0')}\r\n\r\n${json}`),
  'of HTTP/1.0 that is kept alive': respond(`${ok.replace('1.1', '1.0')}\r\nconnection: keep-alive`),
  'of HTTP/1.1 without a length': Buffer.from(`${ok}\r\n\r\n${json}`),
  'without a reason': respond(ok.replace(' Created', ' ')),
  'without a reason and its space': respond(ok.replace(' Created', '')),
  'with a reason in Latin-1': respond(Buffer.from(ok.replace('Created', 'Créé\tà 10:00'), 'latin1')),
  'with a reason in UTF-8': respond(ok.replace('Created', '作成しました')),
  'with two equal lengths': respond(`${ok}\r\ncontent-length: ${size}`),
  'with two equal lengths in one line': Buffer.from(
    `${ok}\r\ncontent-length: ${size}, ${size}\r\n\r\n${json}`,
  ),
  'with spaces around its length': Buffer.from(`${ok}\r\ncontent-length: \t ${size} \t\r\n\r\n${json}`),
  'with a length that begins with zeros': Buffer.from(`${ok}\r\ncontent-length: 000${size}\r\n\r\n${json}`),
  'with spaces behind a header': respond(`${ok}\r\nx-a: b   \t`),
  'with a space before the colon': respond(`${ok}\r\nx-a : b`),
  'with an empty header': respond(`${ok}\r\nx-a:\r\nx-b: `),
  'with a header on two lines': respond(`${ok}\r\nx-a: b\r\n\tc`),
  'with a header in Latin-1': respond(Buffer.from(`${ok}\r\nx-a: Müller`, 'latin1')),
  'with a header in UTF-8': respond(`${ok}\r\nx-a: 東京`),
  'with control characters in a header': respond(`${ok}\r\nx-a: a\x01b\x7f`),
  'with odd names of headers': respond(`${ok}\r\nx_a: 1\r\nx.b: 1\r\nx!$&: 2`),
  'with brackets in the name of a header': respond(`${ok}\r\nx[a]: 1`),
  'with a header without a colon': respond(`${ok}\r\nnonsense`),
  'with a header without a name': respond(`${ok}\r\n: x`),
  'in lines without carriage return': Buffer.from(respond(ok).toString().replaceAll('\r\n', '\n')),
  'after an empty line': Buffer.concat([Buffer.from('\r\n'), respond(ok)]),
  'in chunks': chunked(te, '0A\r\n', half, `\r\n${(size - 10).toString(16)}\r\n`, rest, '\r\n0\r\n\r\n'),
  'in chunks with extensions': chunked(te, `${hex};a=b;c="d e"\r\n`, json, '\r\n0;last\r\n\r\n'),
  'in chunks with trailers': chunked(
    `${te}\r\ntrailer: x-sum`,
    `${hex}\r\n`,
    json,
    '\r\n0\r\nx-sum: 1\r\n\r\n',
  ),
  'in chunks with zeros before their size': chunked(te, `0000${hex}\r\n`, json, '\r\n000\r\n\r\n'),
  'in chunks with a name in capitals': chunked(
    'Transfer-Encoding: Chunked',
    `${hex}\r\n`,
    json,
    '\r\n0\r\n\r\n',
  ),
  'in chunks and with a length': chunked(`${te}\r\ncontent-length: 3`, `${hex}\r\n`, json, '\r\n0\r\n\r\n'),
  'in chunks, named twice': chunked(`${te}\r\n${te}`, `${hex}\r\n`, json, '\r\n0\r\n\r\n'),
  'in chunks of HTTP/1.0': Buffer.from(
    chunked(te, `${hex}\r\n`, json, '\r\n0\r\n\r\n').toString().replace('1.1', '1.0'),
  ),
  'with the transfer coding identity': respond(`${ok}\r\ntransfer-encoding: identity`),
  'with more behind it': Buffer.concat([
    respond(ok),
    Buffer.from('\r\n\r\nHTTP/1.1 400 Bad Request\r\n\r\n'),
  ]),
  'with a charset for a coding': respond(`${ok}\r\ncontent-encoding: UTF-8`),
  'with no coding, and a word for it': respond(`${ok}\r\ncontent-encoding: none`),
  'with the coding of a body that was unpacked': respond(`${ok}\r\ncontent-encoding: br`),
  'with an unknown coding that nothing has': respond(`${ok}\r\ncontent-encoding: aws-chunked`),
  'with a byte order mark': respond(ok, `\ufeff${json}`),
  'in UTF-16': respond(`${ok}; charset=utf-16`, Buffer.concat([Buffer.of(0xff, 0xfe), utf16])),
  'in UTF-16 without a mark': respond(`${ok}; charset=utf-16`, utf16),
  'in UTF-16, high bytes first': respond(`${ok}; charset="UTF-16BE"`, Buffer.from(utf16).swap16()),
  'in UTF-16 without a charset': respond(ok, utf16),
  'in Latin-1': respond(`${ok}; charset=ISO-8859-1`, Buffer.from(json, 'latin1')),
  'in Windows-1252': respond(`${ok};charset=windows-1252`, Buffer.from(json, 'latin1')),
  'in UTF-8 that is called Latin-1': respond(`${ok}; charset=iso-8859-1`),
  'of an unknown charset': respond(`${ok}; charset=utf8mb4`),
  'of problem+json': respond('HTTP/1.1 201 Created\r\ncontent-type: application/problem+json'),
  'of plain text': respond('HTTP/1.1 201 Created\r\ncontent-type: text/plain'),
  'without a type': respond('HTTP/1.1 201 Created\r\nserver: x'),
  'that offers another protocol': respond(`${ok}\r\nupgrade: h2,h2c\r\nconnection: Upgrade, close`),
  'after early hints': Buffer.concat([
    Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
    respond(ok),
  ]),
  'with several types': respond(`${ok}\r\ncontent-type: text/plain`),
};

/** What no parser of this kind takes: the fault is named. */
const refused: Readonly<Record<string, readonly [code: string, Buffer]>> = {
  'in chunks with spaces behind their size': ['protocol', chunked(te, `${hex}  \r\n`, json, '\r\n0\r\n\r\n')],
  'in chunks whose end is missing': ['cut', chunked(te, `${hex}\r\n`, json, '\r\n0\r\n')],
  'with two lengths': ['protocol', respond(`${ok}\r\ncontent-length: 7`)],
  'with more than 256 KiB of headers': [
    'protocol',
    respond(`${ok}\r\n${'x: '.concat('y'.repeat(9000), '\r\n').repeat(30)}x: y`),
  ],
};

describe('A response as gateways send them', () => {
  afterEach(() => Promise.all([closeClients(), closeServers()]));

  for (const [name, bytes] of Object.entries(responses)) {
    it(`is read: ${name}`, async () => {
      const server = await serveBytes(bytes);
      const { client } = testClient(server.origin);
      const { id, name: shown } = await client.createProject('x');
      assert.deepEqual([id, shown], ['p-1', 'Prüfstand']);
    });
  }

  for (const [name, [code, bytes]] of Object.entries(refused)) {
    it(`is refused, and the fault is named: ${name}`, async () => {
      const server = await serveBytes(bytes);
      const error = await failureOf(testClient(server.origin).client.createProject('x'));
      assert.deepEqual([error.kind, error.code], ['network', code]);
    });
  }

  it('is said to have broken off where only its end is missing', async () => {
    const server = await serveBytes(chunked(te, `${hex}\r\n`, json, '\r\n0\r\n'));
    const error = await rejectionOf(testClient(server.origin).client.createProject('x'));
    assert.ok(error instanceof NetworkError);
    assert.equal(
      describeNetworkError(error),
      `The response from ${server.host} broke off: the connection was lost before its end arrived. (UND_ERR_SOCKET)`,
    );
  });

  it('names why it refuses in any of several challenges', async () => {
    const challenges =
      'www-authenticate: Negotiate\r\nwww-authenticate: Bearer error_description="Token expired"';
    const server = await serveBytes(
      Buffer.from(`HTTP/1.1 403 No\r\n${challenges}\r\ncontent-length: 0\r\n\r\n`),
    );
    const { serverMessage } = await failureOf(testClient(server.origin).client.createProject('x'));
    assert.equal(serverMessage, 'Token expired');
  });

  for (const [range, partial] of [
    ['content-range: 0-1/250', { total: 250 }],
    ['content-range: 0-1/2', undefined],
    ['content-range: 0-1/*', {}],
    ['server: x', {}],
  ] as const) {
    it(`is a part of a list with 206 and ${range}`, async () => {
      const list = '[{"id":1},{"id":2}]';
      const head = `HTTP/1.1 206 Part\r\n${range}\r\ncontent-length: ${list.length}\r\n\r\n`;
      const server = await serveBytes(Buffer.from(head + list));
      const { items, ...rest } = await testClient(server.origin).client.listProjects();
      assert.deepEqual(
        [items.map(({ id }) => id), rest],
        [[1, 2], { skipped: 0, ...(partial && { partial }) }],
      );
    });
  }
});
