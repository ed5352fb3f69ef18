import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { NetworkError } from '../../../src/client/core/errors';
import { certificates } from '../../support/certificates';
import { closeClients, createClient } from '../../support/client';
import { rejectionOf } from '../../support/rejections';
import { closeServers, listen } from '../../support/testServer';
import { closeTransports, directTransport } from '../../support/transports';

describe('A TLS connection that is damaged once the request was sent', () => {
  afterEach(() => Promise.all([closeClients(), closeTransports(), closeServers()]));

  for (const [name, bytes] of [
    ['a record of no known type', Buffer.alloc(40)],
    ['a response without TLS', Buffer.from('HTTP/1.1 502 Bad Gateway\r\n\r\n')],
  ] as const)
    it(`ends it at once, although nobody closes the connection (${name})`, async () => {
      const server = createServer((raw) => {
        raw.on('error', () => undefined);
        const secure = new TLSSocket(raw, { isServer: true, ...certificates.good });
        secure.on('error', () => undefined);
        secure.once('data', () => raw.write(bytes));
      });
      const { origin } = await listen(server, { scheme: 'https' });
      const client = createClient(origin, { transport: directTransport() });
      const error = await rejectionOf(client.createProject('Wing'));
      assert.ok(error instanceof NetworkError);
      assert.deepEqual([error.code, error.operation], ['protocol', 'createProject']);
    });
});
