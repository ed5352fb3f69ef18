import assert from 'node:assert/strict';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { NetworkError } from '../../../src/client/core/errors';
import { certificates } from '../../support/certificates';
import { closeServers, listen } from '../../support/testServer';
import { closeTransports, directTransport, request } from '../../support/transports';
import { putFile } from './support/putFile';

const tries = 15;

/** The server resets the connection, which can discard its response before it is read: so many of them are heard. */
const minHeard = 12;

const sizeBytes = 16 * 1024 * 1024;

const refuse = (response: ServerResponse): unknown =>
  response.writeHead(413, { connection: 'close' }).end('too large');

const handlers: Record<string, RequestListener> = {
  'at once': (_, response) => refuse(response),
  'at its first bytes': (asked, response) => asked.once('data', () => refuse(response)),
  'a little later': (_, response) => setTimeout(() => refuse(response), 5),
};

describe('A file that is refused before it has been read', () => {
  afterEach(() => Promise.all([closeTransports(), closeServers()]));

  for (const [when, handler] of Object.entries(handlers)) {
    for (const scheme of ['http', 'https'] as const) {
      it(`${when} by a server that then closes, over ${scheme}, is nearly always seen to be refused`, async () => {
        const server =
          scheme === 'http' ? createServer(handler) : createSecureServer(certificates.good, handler);
        const { origin } = await listen(server, { scheme });
        const transport = directTransport();
        const seen: unknown[] = [];
        for (let sent = 0; sent < tries; sent++) {
          const response = transport.send(request(origin, putFile(sizeBytes)));
          seen.push(
            await response.then(
              ({ status }) => status,
              (error: unknown) => (error as NetworkError).code,
            ),
          );
        }
        const heard = seen.filter((one) => one === 413).length;
        assert.ok(heard >= minHeard, seen.join(' '));
        // The others are repeated.
        assert.deepEqual(
          seen.filter((one) => one !== 413 && one !== 'reset'),
          [],
        );
      });
    }
  }
});
