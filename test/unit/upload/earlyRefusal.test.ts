import assert from 'node:assert/strict';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import path from 'node:path';
import { NetworkError } from '../../../src/client/core/errors';
import type { HttpTransport } from '../../../src/client/http/httpTransport';
import { FileBody } from '../../../src/upload/fileBody';
import { OpenFile } from '../../../src/upload/openFile';
import { certificates } from '../../support/certificates';
import { closeServers, listen } from '../../support/httpServer';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { closeTransports, directTransport, request } from '../../support/transports';

const attempts = 45;
/** curl sees 43 responses of the same servers; the rest depends on timing. */
const minResponses = 40;
const sizeBytes = 16 * 1024 * 1024;

const refuse = (response: ServerResponse): unknown =>
  response.writeHead(413, { connection: 'close' }).end('too large');

const handlers: Record<string, RequestListener> = {
  'at once': (_, response) => refuse(response),
  'at its first bytes': (asked, response) => asked.once('data', () => refuse(response)),
  'a little later': (_, response) => setTimeout(() => refuse(response), 5),
};

/** The response that the client saw when a file was refused: a status, or the connection error. */
async function receiveResponse(transport: HttpTransport, origin: string, file: string): Promise<string> {
  try {
    const body = new FileBody({
      ...{ name: 'big', size: sizeBytes },
      open: () => OpenFile.open(file, new AbortController().signal),
      explain: (error) => error as Error,
    });
    const headers = { 'content-length': String(sizeBytes) };
    const upload = { operation: 'uploadFile', method: 'PUT', headers, body } as const;
    const { status } = await transport.send(request(origin, upload));
    return String(status);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return error.code;
  }
}

describe('A file that is refused before it has been read', () => {
  afterEach(() => Promise.all([closeTransports(), closeServers(), removeTempTrees()]));

  for (const [when, handler] of Object.entries(handlers)) {
    for (const scheme of ['http', 'https'] as const) {
      it(`${when} by a server that then closes, over ${scheme}, is reported as refused`, async () => {
        const root = await tempTree({ big: Buffer.alloc(sizeBytes) });
        const { good } = certificates;
        const server = scheme === 'http' ? createServer(handler) : createSecureServer(good, handler);
        const { origin } = await listen(server, { scheme });
        const transport = directTransport();
        const all: string[] = [];
        for (let i = 0; i < attempts; i++)
          all.push(await receiveResponse(transport, origin, path.join(root, 'big')));
        const refused = all.filter((text) => text === '413').length;
        assert.ok(refused >= minResponses, all.join(' '));
      });
    }
  }
});
