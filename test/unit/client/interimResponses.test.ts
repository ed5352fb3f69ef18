import assert from 'node:assert/strict';
import { Duplex, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { HttpRequest } from '../../../src/client/http/httpTransport';
import { ResponseGate } from '../../../src/client/http/responseGate';
import { failureOf } from '../../support/rejections';
import { closeServers, type ListeningServer, serveRaw } from '../../support/testServer';
import { closeTransports, directTransport, request, transportThrough } from '../../support/transports';
import { serveBytes } from './support/serveBytes';

const finalResponse = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

const news = {
  'a 100': 'HTTP/1.1 100 Continue\r\n\r\n',
  'a 100 without its words': 'HTTP/1.1 100\r\n\r\n',
  'a 100 with headers':
    'HTTP/1.1 100 Continue\r\nserver: a\r\ncontent-length: 5\r\nconnection: close\r\n\r\n',
  'a 100 of an older version': 'HTTP/1.0 100 Continue\r\n\r\n',
  'a 100 in lines without carriage return': 'HTTP/1.1 100 Continue\n\n',
  'a 100 and an empty line': 'HTTP/1.1 100 Continue\r\n\r\n\r\n',
  'a 103': 'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n',
  'a hundred of several': 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n'.repeat(50),
};

const requests: Record<string, () => Partial<HttpRequest>> = {
  GET: () => ({ method: 'GET' }),
  POST: () => ({ body: '{}' }),
  'PUT of a buffer': () => ({ method: 'PUT', body: Buffer.from('ab'), headers: { 'content-length': '2' } }),
  'PUT of a stream': () => ({
    method: 'PUT',
    body: Readable.from([Buffer.from('ab')]),
    headers: { 'content-length': '2' },
  }),
};

/** Responds to each request on a connection with these bytes. */
function serveRequests(bytes: string): Promise<ListeningServer> {
  return serveRaw((socket) => {
    let got = '';
    socket.on('data', (chunk: Buffer) => {
      got += chunk.toString('latin1');
      const [, length = '0', body] = /(?:content-length: (\d+)[^]*?)?\r\n\r\n([^]*)$/.exec(got) ?? [];
      if (body === undefined || body.length < Number(length)) return;
      got = '';
      socket.write(bytes);
    });
  });
}

/** The bytes that the reader of a socket gets of these parts, which arrive one after the other. */
async function passOn(parts: readonly Buffer[]): Promise<string> {
  const socket = new Duplex({ read: () => undefined, write: (_bytes, _encoding, done) => done() });
  let got = '';
  socket.on('readable', () => {
    for (let part; (part = socket.read() as Buffer | null) !== null;) got += part.toString('latin1');
  });
  new ResponseGate(socket, Promise.resolve());
  for (const part of parts) {
    socket.push(part);
    await setImmediate();
  }
  return got;
}

describe('Interim responses', () => {
  afterEach(() => Promise.all([closeTransports(), closeServers()]));

  for (const [name, bytes] of Object.entries(news)) {
    it(`such as ${name} are skipped before the response to each request`, async () => {
      const server = await serveRequests(bytes + finalResponse);
      const transport = directTransport();
      // Sent twice, because the second GET and PUT use reused connections.
      for (const changes of [...Object.values(requests), ...Object.values(requests)]) {
        const { status, body } = await transport.send(request(server.origin, changes()));
        assert.deepEqual([status, body.toString()], [200, '{}']);
      }
    });
  }

  it('are skipped when they arrive byte by byte', async () => {
    const all = Object.values(news).join('') + finalResponse;
    assert.equal(await passOn([...Buffer.from(all)].map((byte) => Buffer.of(byte))), finalResponse);
  });

  it('are recognised at the start of a response only', async () => {
    for (const text of ['SSH-2.0', 'H1', `HTTP/1.1 200 OK\r\n\r\n${news['a 100']}`]) {
      assert.equal(await passOn([Buffer.from(text), Buffer.from(news['a 100'])]), text + news['a 100']);
    }
  });

  it('of a proxy are skipped before its refusal of a tunnel', async () => {
    const { host } = await serveBytes(`${news['a 100']}HTTP/1.1 407 Who\r\ncontent-length: 0\r\n\r\n`);
    const { code, sent } = await failureOf(
      transportThrough(`http://${host}`).send(request('https://sim.test')),
    );
    assert.deepEqual([code, sent], ['proxyAuthentication', 'no']);
  });
});
