import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { ServiceError } from '../../../src/client/core/errors';
import { remediesFor } from '../../../src/messages/remedies';
import { describeReason } from '../../../src/messages/serviceErrors';
import { certificates } from '../../support/certificates';
import { type ClientChoices, closeClients, createClient, testClient } from '../../support/client';
import { sendFile } from '../../support/clientCalls';
import { rejectionOf } from '../../support/rejections';
import { closeServers, listen, type ListeningServer, type Reply, serve } from '../../support/testServer';
import { directTransport } from '../../support/transports';
import { refusalShapes } from './support/refusalShapes';

describe('A refusal', () => {
  afterEach(() => Promise.all([closeClients(), closeServers()]));

  for (const { from, body, contentType = 'application/json', shown, left = [] } of refusalShapes) {
    it(`shows all its words, with their fields: ${from}`, async () => {
      const headers = { 'content-type': contentType };
      const server = await serve({ status: 422, headers, body: JSON.stringify(body) });
      const text = describeReason(
        (await rejectionOf(testClient(server.origin).client.createProject('x'))) as ServiceError,
      );
      const missing = shown.filter((part) => !text.includes(part));
      const extra = left.filter((part) => text.includes(part));
      assert.deepEqual({ missing, extra }, { missing: [], extra: [] }, text);
    });
  }
});

const tooLarge =
  'The headers of the request are larger than the server accepts. Often the token is too long, for example because it names many groups. Ask your administrator for a shorter one, or the operator of the service to accept larger headers.';
const html = { 'content-type': 'text/html' };

/** What a user reads of a list and of a new project, and the buttons of both. */
async function readRefusals({ origin, host }: ListeningServer, choices: ClientChoices = {}) {
  const client = createClient(origin, choices);
  const errors = [await rejectionOf(client.listProjects()), await rejectionOf(client.createProject('x'))];
  return errors.map((error) => [
    describeReason(error as ServiceError).replaceAll(host, 'sim.example'),
    ...remediesFor(error).map(({ label }) => label),
  ]);
}

// https://github.com/Azure/azure-sdk-for-net/issues/39422: a token with 150 groups.
describe('Headers that are too large', () => {
  afterEach(() => Promise.all([closeClients(), closeServers()]));

  const replies: readonly (readonly [name: string, reply: Reply, said: string])[] = [
    ['431 alone', { status: 431 }, 'status 431.'],
    [
      '431 of Go',
      { status: 431, headers: { 'content-type': 'text/plain' }, body: '431 Request Header Fields Too Large' },
      'status 431: “431 Request Header Fields Too Large”.',
    ],
    ['494', { status: 494, headers: html }, 'status 494.'],
    [
      'HTTP.sys',
      {
        status: 400,
        headers: html,
        body: '<HTML><HEAD><TITLE>Bad Request</TITLE></HEAD><BODY><h2>Bad Request - Request Too Long</h2><hr><p>HTTP Error 400. The size of the request headers is too long.</p></BODY></HTML>',
      },
      'status 400: “Bad Request - Request Too Long. HTTP Error 400. The size of the request headers is too long.”',
    ],
    [
      'nginx',
      {
        status: 400,
        headers: html,
        body: '<html><head><title>400 Request Header Or Cookie Too Large</title></head><body><h1>400 Bad Request</h1></body></html>',
      },
      'status 400: “400 Request Header Or Cookie Too Large”.',
    ],
    [
      'Tomcat',
      {
        status: 400,
        headers: html,
        body: '<title>HTTP Status 400 – Bad Request</title><p><b>Message</b> Request header is too large</p>',
      },
      'status 400: “Request header is too large”.',
    ],
    [
      'Apache',
      {
        status: 400,
        headers: html,
        body: '<title>400 Bad Request</title><h1>Bad Request</h1><p>Your browser sent a request that this server could not understand.<br />\nSize of a request header field exceeds server limit.<br /></p>',
      },
      'status 400: “Your browser sent a request that this server could not understand. Size of a request header field exceeds server limit.”',
    ],
  ];
  for (const [name, reply, said] of replies)
    it(`are named as such: ${name}`, async () => {
      const read = [`sim.example responded with ${said} ${tooLarge}`, 'Sign In…', 'Show Log'];
      assert.deepEqual(await readRefusals(await serve(reply)), [read, read]);
    });

  it('are named as such: Node itself', async () => {
    const server = await listen(
      createServer({ maxHeaderSize: 8192 }, (_request, response) => response.end('{}')),
    );
    const authorization = `Bearer ${'x'.repeat(11_000)}`;
    const credentials = {
      headers: () => Promise.resolve({ authorization }),
      refresh: () => Promise.resolve(false),
    };
    const read = [`sim.example responded with status 431. ${tooLarge}`, 'Sign In…', 'Show Log'];
    assert.deepEqual(await readRefusals(server, { credentials }), [read, read]);
  });

  it('of a file lead to the headers of files', async () => {
    const server = await serve({ status: 431 });
    const error = await rejectionOf(sendFile(testClient(server.origin).client, `${server.origin}/a?sig=1`));
    assert.equal(
      describeReason(error as ServiceError),
      `${server.host} responded with status 431. The headers of the request are larger than the file server accepts. Remove what it does not need from the setting simulationService.uploadHeaders, or ask the operator of the service.`,
    );
  });

  it('are not meant by words about another header', async () => {
    const server = await serve({ status: 400, body: '{"message":"The table header is too long."}' });
    const [, [text] = []] = await readRefusals(server);
    assert.doesNotMatch(text ?? '', /larger than/);
  });
});

// https://github.com/otterize/otterize-cli/issues/150: a user of several organisations.
describe('A refusal with words about a header', () => {
  afterEach(() => Promise.all([closeClients(), closeServers()]));

  const words = 'No organization was specified using the X-Org-Id header.';
  const body = JSON.stringify({ message: words });

  for (const status of [400, 422])
    it(`names the setting for headers: ${status}`, async () => {
      const said = `sim.example responded with status ${status}: “${words}”`;
      assert.deepEqual(await readRefusals(await serve({ status, body })), [
        [
          `${said} The setting simulationService.requestHeaders has the headers of each request.`,
          'Open Setting',
          'Show Log',
        ],
        [
          `${said} The setting simulationService.requests.createProject describes the body of this request. The setting simulationService.requestHeaders has the headers of each request.`,
          'Edit Request Body…',
          'Open Setting',
          'Show Log',
        ],
      ]);
    });
});

// https://github.com/Community-VyProjects/VyManager/issues/43, https://github.com/fastapi/fastapi/issues/4990
describe('A redirect of a service behind a proxy that ends TLS', () => {
  afterEach(() => Promise.all([closeClients(), closeServers()]));

  const slash =
    'It expects a slash at the end of each path. Ask the operator of the service to accept paths without it.';
  const proxy =
    'The service seems not to know at which address a proxy offers it, so the base URL may be right. Ask its operator to let it know the scheme and the host of that address, for example with X-Forwarded-Proto and X-Forwarded-Host.';
  const itself =
    'This is the address that was requested. Ask the operator of the service whether it knows at which address a proxy offers it, or requires cookies, which are not sent.';

  for (const [status, scheme, end, step] of [
    [307, 'http', '/', slash],
    [301, 'http', '/', slash],
    [308, 'http', '', proxy],
    [302, 'https', '', itself],
  ] as const)
    it(`says ${status} to ${scheme} with “${end}”: ${step.slice(0, 40)}`, async () => {
      const server = createSecureServer({ ...certificates.good }, ({ headers, url }, response) =>
        response.writeHead(status, { location: `${scheme}://${headers.host}${url}${end}` }).end(),
      );
      const read = [`sim.example redirects to sim.example. Redirects are not followed. ${step}`, 'Show Log'];
      const listening = await listen(server, { scheme: 'https' });
      assert.deepEqual(await readRefusals(listening, { transport: directTransport() }), [read, read]);
    });
});
