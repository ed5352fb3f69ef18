import assert from 'node:assert/strict';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { NetworkError } from '../../../src/client/core/errors';
import { certificates } from '../../support/certificates';
import { closeServers, listen } from '../../support/testServer';
import { closeTransports, directTransport, request } from '../../support/transports';
import { putFile } from './support/putFile';

/** As often as this, a file is sent at least before its upload is given up. */
const maxTries = 5;

const files = 10;
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
      // The server resets the connection, which can discard its response before it is read.
      it(`${when} by a server that then closes, over ${scheme}, is seen to be refused within a few tries`, async () => {
        const server =
          scheme === 'http' ? createServer(handler) : createSecureServer(certificates.good, handler);
        const { origin } = await listen(server, { scheme });
        const transport = directTransport();
        const seen: unknown[] = [];
        const send = (): Promise<unknown> =>
          transport.send(request(origin, putFile(sizeBytes))).then(
            ({ status }) => status,
            (error: unknown) => (error as NetworkError).code,
          );
        for (let file = 0; file < files; file++) {
          for (let tries = 0; tries === 0 || (seen.at(-1) === 'reset' && tries < maxTries); tries++)
            seen.push(await send());
          assert.equal(seen.at(-1), 413, seen.join(' '));
        }
      });
    }
  }
});
