import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import type { HttpRequest } from '../../../src/client/http/httpTransport';
import { failureOf } from '../../support/rejections';
import { closeServers, type ListeningServer, serveRaw } from '../../support/testServer';
import { closeTransports, directTransport, request } from '../../support/transports';
import { waitUntil } from '../emulator/support/wire';
import { putFile } from './support/putFile';
import { serveBytes } from './support/serveBytes';

const sizeBytes = 16 * 1024 * 1024;

/** Responds with success as soon as a request begins, and passes the rest of the request to `take`. */
function serveEarlyAcceptance(take: (socket: Socket, chunk: Buffer) => void): Promise<ListeningServer> {
  return serveRaw((socket) => {
    const body = '{"model_id":"m1"}';
    socket.once('data', () =>
      socket.write(`HTTP/1.1 201 Created\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
    );
    socket.on('data', (bytes: Buffer) => take(socket, bytes));
  });
}

describe('A request that is accepted before it has been read', () => {
  afterEach(() => Promise.all([closeTransports(), closeServers()]));

  const requests: Record<string, () => Partial<HttpRequest>> = {
    'a file': () => putFile(sizeBytes),
    'a model of many files': () => ({
      method: 'POST',
      body: Buffer.alloc(sizeBytes),
      limits: putFile(0).limits,
    }),
  };
  for (const [what, changes] of Object.entries(requests)) {
    it(`is sent completely: ${what}`, async () => {
      let got = 0;
      const { origin } = await serveEarlyAcceptance((_, bytes) => (got += bytes.length));
      const { status, body } = await directTransport().send(request(origin, changes()));
      assert.deepEqual([status, body.toString()], [201, '{"model_id":"m1"}']);
      await waitUntil(() => got > sizeBytes);
    });
  }

  for (const [framing, text] of [
    ['no body', 'content-length: 0\r\n\r\n'],
    ['a body of known length', 'content-length: 2\r\n\r\n{}'],
    ['a body that ends with the connection', '\r\n{}'],
    ['a chunked body', 'transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
  ] as const) {
    it(`fails when the server ends its side at once, with ${framing}`, async () => {
      const { origin } = await serveBytes(`HTTP/1.1 201 Created\r\nconnection: close\r\n${text}`);
      const { code, sent } = await failureOf(directTransport().send(request(origin, putFile(sizeBytes))));
      assert.deepEqual([code, sent], ['reset', 'maybe']);
    });
  }

  it('fails when the connection is closed before its end', async () => {
    const { origin } = await serveEarlyAcceptance((socket) => socket.destroy());
    const { code, sent } = await failureOf(directTransport().send(request(origin, putFile(sizeBytes))));
    assert.deepEqual([code, sent], ['reset', 'maybe']);
  });

  it('fails when the response does not end', async () => {
    const { origin } = await serveRaw((socket) => {
      socket.pause().write('HTTP/1.1 201 Created\r\n\r\n');
      const timer = setInterval(() => socket.write(Buffer.alloc(256 * 1024)), 1);
      socket.on('close', () => clearInterval(timer));
    });
    const { code, sent } = await failureOf(directTransport().send(request(origin, putFile(sizeBytes))));
    assert.deepEqual([code, sent], ['protocol', 'maybe']);
  });

  it('fails when the server stops reading it', async () => {
    const { origin } = await serveEarlyAcceptance((socket) => socket.pause());
    const file = putFile(sizeBytes, { stallTimeoutMs: 500 });
    const { code } = await failureOf(directTransport().send(request(origin, file)));
    assert.equal(code, 'stalled');
  });
});
