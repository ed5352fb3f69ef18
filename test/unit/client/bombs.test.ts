import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { operations } from '../../../src/client/operations';
import { clientCalls, type InterfaceOperation } from '../../support/clientCalls';
import { closeServers, listen, type ListeningServer, serveRaw } from '../../support/testServer';
import { runClient } from './support/runClient';

const names = Object.keys(clientCalls) as InterfaceOperation[];

/** Maximum size of a list response in bytes. */
const maxListBytes = operations.listProjects.maxBodyBytes;

interface Bomb {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: () => Iterable<Buffer> | AsyncIterable<Buffer>;
  /** Why an operation that needs the body cannot use it. */
  readonly reason: 'tooLarge';
}

/** The text repeated until `bytes` are reached, in chunks of 60 kB. */
function* repeatText(text: string, bytes: number): Iterable<Buffer> {
  const piece = Buffer.from(text.repeat(60_000 / text.length));
  for (let left = bytes; left > 0; left -= piece.length) yield piece.subarray(0, left);
}

function* joinParts(...parts: readonly (string | Iterable<Buffer>)[]): Iterable<Buffer> {
  for (const part of parts) yield* typeof part === 'string' ? [Buffer.from(part)] : part;
}

let gzipped: Buffer;
const nested = '{"a":{"b":{}}},';

const bombs: Readonly<Record<string, Bomb>> = {
  'that inflates to 200 MiB': {
    headers: { 'content-encoding': 'gzip' },
    body: () => [gzipped],
    reason: 'tooLarge',
  },
  'of 40 million spaces': {
    body: () => repeatText(' ', 40e6),
    reason: 'tooLarge',
  },
  'of small objects inside each other, as long as a list may be': {
    body: () =>
      joinParts('[', repeatText(nested, maxListBytes - 4 - ((maxListBytes - 4) % nested.length)), '{}]'),
    reason: 'tooLarge',
  },
};

async function serveBody({ headers, body }: Omit<Bomb, 'reason'>): Promise<ListeningServer> {
  return listen(
    createServer((request, response) => {
      request.resume();
      response.writeHead(200, headers);
      // The client closes the connection for most of them.
      pipeline(Readable.from(body()), response, () => undefined);
    }),
  );
}

/**
 * A server whose response `[]` has spaces that are each wrapped in 66 kB of HTTP chunk overhead, 66 MB in
 * all.
 */
async function servePadded(): Promise<ListeningServer> {
  const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
  const space = Buffer.from(`1;${'x'.repeat(66_000)}\r\n \r\n`);
  const body = Array.from({ length: 1000 }, () => space);
  return serveRaw((socket) => {
    const respond = () => pipeline(joinParts(head, body, '2\r\n[]\r\n0\r\n\r\n'), socket, () => undefined);
    socket.once('data', respond);
  });
}

describe('A huge response', () => {
  before(async () => {
    const chunks = Readable.from(repeatText('\0', 200 * 2 ** 20)).pipe(createGzip());
    gzipped = Buffer.concat((await chunks.toArray()) as Buffer[]);
  });
  afterEach(closeServers);

  for (const [name, bomb] of Object.entries(bombs)) {
    it(`${name} takes little memory in every operation`, async () => {
      const usual = await serveBody({ body: () => joinParts('[]') });
      const server = await serveBody(bomb);
      // Memory that a process allocates only once, such as for its code, is allocated with the usual
      // responses.
      const calls = [usual, server].flatMap(({ origin }) =>
        names.map((operation) => ({ server: origin, operation })),
      );
      const { outcomes, held } = await runClient(calls);
      const { host } = server;
      const { reason } = bomb;
      const unusable = { name: 'ResponseError', kind: 'response', host, status: 200, reason, keys: [] };
      // These discard the body of their response.
      const expected = names.map((operation) =>
        operation === 'uploadFile' || operation === 'finaliseModel' ? {} : { ...unusable, operation },
      );
      assert.deepEqual(outcomes.slice(names.length), expected);
      assert.ok(Math.max(...held) < 50e6, String(held));
    });
  }

  it('with much overhead takes no memory in proportion to it', async () => {
    const { origin } = await servePadded();
    const { outcomes, held } = await runClient([{ server: origin, operation: 'listProjects' }]);
    assert.deepEqual(outcomes, [{ items: 0, skipped: 0 }]);
    assert.ok(Math.max(...held) < 50e6, String(held));
  });
});
