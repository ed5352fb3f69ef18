import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { StatusError } from '../../../src/client/core/errors';
import { testClient } from '../../support/client';
import { clientCalls } from '../../support/clientCalls';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, type Reply, serve, serveRaw } from '../../support/testServer';

async function responseErrorOf(reply: Reply): Promise<Record<string, unknown>> {
  const server = await serve(reply);
  const { name, host, operation, ...rest } = await failureOf(
    testClient(server.origin).client.createProject('x'),
  );
  assert.deepEqual([typeof name, host, operation], ['string', server.host, 'createProject']);
  return rest;
}

describe('A response', () => {
  afterEach(closeServers);

  for (const status of [202, 304, 400, 599]) {
    it(`with status ${status} is an error`, async () => {
      assert.deepEqual(await responseErrorOf({ status }), { kind: 'status', status });
    });
  }

  for (const [name, reply, reason] of [
    [
      'is HTML',
      { headers: { 'content-type': 'text/HTML; charset=utf-8' }, body: '{"project_id":1}' },
      'html',
    ],
    [
      'is compressed',
      { headers: { 'content-encoding': 'gzip' }, body: gzipSync('{"project_id":1}') },
      'encoded',
    ],
    [
      'is compressed for certain',
      { headers: { 'content-encoding': 'br' }, body: '{"project_id":1}' },
      'encoded',
    ],
    ['is too large', { body: `{"project_id":1,"x":"${'x'.repeat(2 ** 20)}"}` }, 'tooLarge'],
    ['is too deep', { body: '['.repeat(100_000) + ']'.repeat(100_000) }, 'tooDeep'],
    ['is empty', { body: '' }, 'notJson'],
    ['is not JSON', { body: 'ok' }, 'notJson'],
    ['is not UTF-8', { body: Buffer.from([0x22, 0xff, 0x22]) }, 'notJson'],
  ] as const) {
    it(`that ${name} is rejected`, async () => {
      assert.deepEqual(await responseErrorOf({ status: 201, ...reply }), {
        kind: 'response',
        status: 201,
        reason,
        keys: [],
        ...(reason === 'html' && { pageTitle: '' }),
      });
    });
  }

  for (const operation of ['createProject', 'listProjects', 'createModel', 'createSimulation'] as const) {
    it(`that is cut without a known length is rejected for ${operation}`, async () => {
      const body = '[{"project_id":"p","model_id":"m","simulation_id":"s","url":"https://f/a?s=1"}';
      const server = await serveRaw((socket) =>
        socket.once('data', () => socket.end(`HTTP/1.1 201 Created\r\n\r\n${body}`)),
      );
      const sent = clientCalls[operation](testClient(server.origin).client, server.origin);
      const { status, reason, keys } = await failureOf(sent);
      assert.deepEqual([status, reason, keys, server.connections()], [201, 'notJson', [], 1]);
    });
  }

  for (const [date, clockDifference] of [
    ['Thu, 01 Jan 1970 00:20:00 GMT', -20 * 60_000],
    ['Wed, 31 Dec 1969 23:40:00 GMT', 20 * 60_000],
    ['20 minutes ago', undefined],
  ] as const) {
    it(`that is an error shows the clock difference ${clockDifference} with the date "${date}"`, async () => {
      const { origin } = await serve({ status: 403, headers: { date } });
      const { client } = testClient(origin);
      for (const call of [clientCalls.listProjects, clientCalls.uploadFile])
        assert.equal(
          ((await rejectionOf(call(client, origin))) as StatusError).clockDifference,
          clockDifference,
        );
    });
  }

  it('may be longer for a larger number of files', async () => {
    const padding = 'x'.repeat(70_000);
    const server = await serve({
      status: 201,
      body: JSON.stringify({ model_id: 1, padding, urls: ['https://f/1'] }),
    });
    const { client } = testClient(server.origin);
    assert.equal((await client.createModel('m', [{ name: 'a', size: 1 }])).id, 1);
  });

  it('that is rejected shows its keys and none of its texts', async () => {
    const body = '{"data":{"id":"CANARY","list":[{"a":"CANARY"},{"a":1}]},"https://x/?sig=CANARY":1}';
    assert.deepEqual(await responseErrorOf({ status: 201, body }), {
      kind: 'response',
      status: 201,
      reason: 'noIdentifier',
      keys: [
        { pointer: '/data', type: 'object' },
        { pointer: '/[key]', type: 'number', sample: '1' },
        { pointer: '/data/id', type: 'text' },
        { pointer: '/data/list', type: 'array of 2' },
        { pointer: '/data/list/0', type: 'object' },
        { pointer: '/data/list/0/a', type: 'text' },
      ],
    });
  });

  it('with very many keys shows few of them', async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, {}])));
    const { keys } = await responseErrorOf({ status: 201, body });
    assert.equal((keys as unknown[]).length, 30);
  });

  for (const [name, headers, retryAfter] of [
    ['seconds', { 'retry-after': '120' }, 120_000],
    [
      'a date',
      { 'retry-after': 'Fri, 01 Jan 2100 00:01:00 GMT', date: 'Fri, 01 Jan 2100 00:00:00 GMT' },
      60_000,
    ],
    [
      'a past date',
      { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT', date: 'Fri, 01 Jan 2100 00:01:00 GMT' },
      undefined,
    ],
    ['a negative number', { 'retry-after': '-1' }, undefined],
    ['a fraction', { 'retry-after': '1.5' }, undefined],
    ['words', { 'retry-after': 'abc' }, undefined],
    ['a date of another form', { 'retry-after': '2100-01-01' }, undefined],
    ['a huge number', { 'retry-after': '9'.repeat(400) }, Number.MAX_SAFE_INTEGER],
  ] as const) {
    it(`that asks to wait with ${name} is understood`, async () => {
      const error = await responseErrorOf({ status: 503, headers });
      assert.equal(error.retryAfter, retryAfter);
    });
  }

  for (const [type, body, expected] of [
    [
      'application/problem+json',
      '{"title":"Full","detail":"No room","status":409}',
      { serverMessage: 'Full: No room' },
    ],
    ['application/json', '{"message":"No room","code":"FULL"}', { serverMessage: 'No room', code: 'FULL' }],
    ['application/json', '{"error":"No room"}', { serverMessage: 'No room' }],
    [
      'application/json',
      '{"error":{"message":"No room","code":"FULL"}}',
      { serverMessage: 'No room', code: 'FULL' },
    ],
    ['application/json', '"No room"', { serverMessage: 'No room' }],
    ['application/json', '{"message":{"a":1}}', {}],
    ['application/json', '{"message":', {}],
    ['application/json', '[["x"]]', { serverMessage: 'x' }],
    ['application/json', '{"error":{"error":{"error":{"error":{"error":{"error":"x"}}}}}}', {}],
    ['application/json', '{"message":" ","error":"No room"}', { serverMessage: 'No room' }],
    [
      'application/json',
      '{"errors":{"mesh":["is missing","is empty"]}}',
      { serverMessage: 'mesh: is missing; is empty' },
    ],
    ['application/json', '{"errors":[{"title":"x","detail":"No room"}]}', { serverMessage: 'No room' }],
    ['application/json', '{"error":"invalid","error_description":"No room"}', { serverMessage: 'No room' }],
    ['text/plain', ' No\r\n room ', { serverMessage: 'No room' }],
    ['text/plain', 'a\u202eb\u0007c\u2066d\u200be', { serverMessage: 'abcde' }],
    ['text/plain', 'x'.repeat(400), { serverMessage: 'x'.repeat(299) + '…' }],
    ['text/plain', `${'x'.repeat(298)}😀😀`, { serverMessage: 'x'.repeat(298) + '…' }],
    [
      'application/json',
      '{"detail":[{"loc":["body","cores"],"msg":"field required","type":"missing"}]}',
      { serverMessage: 'cores: field required' },
    ],
    [
      'application/json',
      '{"title":"Invalid","detail":[{"loc":["body","files",0,"size"],"msg":"too large"},{"msg":"no name"},"odd",{"loc":7,"msg":"bad"},{"loc":["body"],"msg":"empty"},{},7]}',
      { serverMessage: 'Invalid: files.0.size: too large; no name; odd; bad; empty' },
    ],
    [
      'application/json',
      `{"detail":[${Array(7).fill('{"loc":["query","a"],"msg":"b"}').join()}]}`,
      { serverMessage: 'a: b; a: b; a: b; a: b; a: b; …' },
    ],
    [
      'application/json',
      '{"detail":[{"loc":["body","u"],"msg":"at https://f/a?sig=CANARY\\u202e"}]}',
      { serverMessage: 'u: at [URL]' },
    ],
    ['application/json', '{"detail":[]}', {}],
    ['application/json', '{"detail":{"message":"No room"}}', { serverMessage: 'No room' }],
    ['text/html', 'No room', { pageTitle: '' }],
    ['', '<!DOCTYPE html><p>No room', { pageTitle: '' }],
    [
      'text/html; charset=utf-8',
      '<html><head><TITLE lang="en">\n Sign in &#8211; &lt;Contoso&gt;\u202e &amp; Co&nope; https://x/?a=CANARY</title>',
      { pageTitle: 'Sign in – <Contoso> & Co&nope; [URL]' },
    ],
    ['text/html', `<title>${'x'.repeat(200)}</title>`, { pageTitle: `${'x'.repeat(99)}…` }],
    [
      'application/xml',
      '<Error><Code>Full</Code><Message>No room</Message></Error>',
      { serverMessage: 'No room', code: 'Full' },
    ],
    ['application/xml', '<Error/>', {}],
    [
      'application/xml',
      '\ufeff<?xml version="1.0" encoding="utf-8"?><Error><Code>AuthenticationFailed</Code><Message>Server failed to authenticate the request.\nRequestId:3f1\nTime:2026-11-21T10:00:00.1Z</Message><AuthenticationErrorDetail>Signature did not match: &quot;/blob/a&quot; &amp; others</AuthenticationErrorDetail></Error>',
      {
        serverMessage: 'Signature did not match: "/blob/a" & others',
        code: 'AuthenticationFailed',
      },
    ],
    [
      'application/xml',
      '<Error><Code>AccessDenied</Code><Message>Access denied.</Message><Details>No storage.objects.create access</Details></Error>',
      { serverMessage: 'No storage.objects.create access', code: 'AccessDenied' },
    ],
    [
      'application/xml',
      '<Error><Message>at https://f/a?x=1&amp;sig=CANARY</Message></Error>',
      { serverMessage: 'at [URL]' },
    ],
    ['application/json', '{"code":"a b CANARY"}', {}],
    ['text/plain', 'PUT https://f/a?sig=CANARY failed', { serverMessage: 'PUT [URL] failed' }],
    ['text/plain', 'Cannot PUT /a?sig=CANARY&b=1', { serverMessage: 'Cannot PUT /a?[query]' }],
  ] as const) {
    it(`gives the message ${JSON.stringify(expected).slice(0, 60)} with ${type}: ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const headers = type === '' ? {} : { 'content-type': type };
      const error = await responseErrorOf({ status: 409, headers, body });
      assert.deepEqual(error, { kind: 'status', status: 409, ...expected });
    });
  }

  it('with an error that is crafted to be slow to parse is read quickly', async () => {
    const parts = ['?', 'x', '<Message>', '<', ' ', '<title', '<title>', '&#1', '{"detail":['];
    for (const body of parts.map((text) => text.repeat(60_000 / text.length))) {
      for (const headers of [{}, { 'content-type': 'text/html' }]) {
        assert.equal((await responseErrorOf({ status: 409, headers, body })).status, 409);
      }
    }
  }).timeout(2000);

  it('with a compressed or endless error body is still that error', async () => {
    const headers = { 'content-encoding': 'gzip' };
    assert.deepEqual(await responseErrorOf({ status: 409, headers, body: gzipSync('{"message":"x"}') }), {
      kind: 'status',
      status: 409,
    });
    const { status, serverMessage } = await responseErrorOf({ status: 409, body: 'x'.repeat(200_000) });
    assert.deepEqual([status, (serverMessage as string).length], [409, 300]);
  });
});

describe('A web page', () => {
  afterEach(closeServers);

  const body = '<!doctype html><title>Sign in to Contoso</title>';

  for (const status of [200, 201, 403, 500, 503]) {
    it(`with status ${status} gives its title`, async () => {
      const { pageTitle, serverMessage } = await responseErrorOf({ status, body });
      assert.deepEqual([pageTitle, serverMessage], ['Sign in to Contoso', undefined]);
    });
  }

  it('of a redirect is not mentioned', async () => {
    const headers = { location: 'https://login.example/a', 'content-type': 'text/html' };
    const { pageTitle, redirectHost } = await responseErrorOf({ status: 302, headers, body });
    assert.deepEqual([pageTitle, redirectHost], [undefined, 'login.example']);
  });

  it('is no success of a list', async () => {
    const server = await serve({ body });
    const { reason, pageTitle } = await failureOf(testClient(server.origin).client.listProjects());
    assert.deepEqual([reason, pageTitle], ['html', 'Sign in to Contoso']);
  });
});
