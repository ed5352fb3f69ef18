import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { StatusError } from '../../../src/client/core/errors';
import { testClient } from '../../support/client';
import { clientCalls } from '../../support/clientCalls';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, type Reply, serve } from '../../support/testServer';
import { serveBytes } from './support/serveBytes';

const signInPage = '<!doctype html><title>Sign in to Contoso</title>';

async function responseErrorOf(reply: Reply): Promise<Record<string, unknown>> {
  const server = await serve(reply);
  const { name, host, operation, ...rest } = await failureOf(
    testClient(server.origin).client.createProject('x'),
  );
  assert.deepEqual([typeof name, host, operation], ['string', server.host, 'createProject']);
  return rest;
}

function gzipOften(times: number, text: string): Buffer {
  return Array.from({ length: times }).reduce<Buffer>((bytes) => gzipSync(bytes), Buffer.from(text));
}

describe('A response', () => {
  afterEach(closeServers);

  for (const [name, headers, body, reason, pageTitle] of [
    ['is HTML', { 'content-type': 'text/HTML; charset=utf-8' }, '\n<p>{"project_id":1}', 'html', ''],
    ['begins like a page', {}, signInPage, 'html', 'Sign in to Contoso'],
    ['is compressed in an unknown way', { 'content-encoding': 'zstd' }, 'x', 'encoded'],
    ['is damaged', { 'content-encoding': 'gzip' }, gzipSync('{"project_id":1}').subarray(0, 30), 'encoded'],
    ['is compressed more often than is read', {}, gzipOften(4, '{"project_id":1}'), 'encoded'],
    ['is too large once unpacked', {}, gzipSync('x'.repeat(2 ** 20 + 1)), 'tooLarge'],
    ['is said to be compressed', { 'content-encoding': 'br' }, 'project_id: 1', 'encoded'],
    ['is too large', {}, `{"project_id":1,"x":"${'x'.repeat(2 ** 20)}"}`, 'tooLarge'],
    ['is empty', {}, '', 'notJson'],
  ] as const) {
    it(`that ${name} is rejected`, async () => {
      assert.deepEqual(await responseErrorOf({ status: 201, headers, body }), {
        kind: 'response',
        status: 201,
        reason,
        keys: [],
        ...(pageTitle !== undefined && { pageTitle }),
      });
    });
  }

  for (const operation of ['createProject', 'listProjects', 'createModel', 'createSimulation'] as const) {
    it(`that is cut without a known length is rejected for ${operation}`, async () => {
      const body = '[{"project_id":"p","model_id":"m","simulation_id":"s","url":"https://f/a?s=1"}';
      const server = await serveBytes(`HTTP/1.1 201 Created\r\n\r\n${body}`);
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
      for (const call of [clientCalls.listProjects, clientCalls.uploadFile]) {
        const error = (await rejectionOf(call(client, origin))) as StatusError;
        assert.equal(error.clockDifference, clockDifference);
      }
    });
  }

  it('may be longer for a larger number of files', async () => {
    const body = { model_id: 1, padding: 'x'.repeat(70_000), urls: ['https://f/1'] };
    const server = await serve({ status: 201, body: JSON.stringify(body) });
    const { client } = testClient(server.origin);
    assert.equal((await client.createModel('m', [{ name: 'a', size: 1 }])).id, 1);
  });

  it('with very many keys shows few of them', async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, {}])));
    const { keys } = await responseErrorOf({ status: 201, body });
    assert.equal((keys as unknown[]).length, 30);
  });

  for (const [asked, retryAfter, date = ''] of [
    ['120', 120_000],
    ['Fri, 01 Jan 2100 00:01:00 GMT', 60_000, 'Fri, 01 Jan 2100 00:00:00 GMT'],
    ['Fri, 01 Jan 2100 00:00:00 GMT', undefined, 'Fri, 01 Jan 2100 00:01:00 GMT'],
    ['-1', undefined],
    ['abc', undefined],
    ['2100-01-01', undefined],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ] as const) {
    it(`that asks to wait for "${asked.slice(0, 40)}" is understood as ${retryAfter} ms`, async () => {
      const headers = { 'retry-after': asked, ...(date !== '' && { date }) };
      assert.equal((await responseErrorOf({ status: 503, headers })).retryAfter, retryAfter);
    });
  }

  const json = 'application/json';
  const xml = 'application/xml';
  const text = 'text/plain';
  const authentication = [
    '\ufeff<?xml version="1.0" encoding="utf-8"?><Error><Code>AuthenticationFailed</Code>',
    '<Message>Server failed to authenticate the request.\nRequestId:3f1\nTime:2026-11-21T10:00:00.1Z</Message>',
    '<AuthenticationErrorDetail>Signature did not match: &quot;/blob/a&quot; &amp; others</AuthenticationErrorDetail></Error>',
  ].join('');
  for (const [type, body, serverMessage, code] of [
    ['application/problem+json', '{"title":"Full","detail":"No room","status":409}', 'Full: No room'],
    [json, '{"message":"No room","code":"FULL"}', 'No room', 'FULL'],
    [json, '{"error":{"message":"No room","code":"FULL"}}', 'No room', 'FULL'],
    [json, '"No room"', 'No room'],
    [json, '{"message":{"a":1}}'],
    [json, '{"message":'],
    [json, '[["x"]]', 'x'],
    [json, `${'{"error":'.repeat(12)}"x"${'}'.repeat(12)}`],
    [json, '{"message":" ","error":"No room"}', 'No room'],
    [json, '{"errors":{"mesh":["is missing","is empty"]}}', 'mesh: is missing; is empty'],
    [json, '{"errors":[{"title":"x","detail":"No room"}]}', 'x: No room'],
    [json, '{"error":"invalid","error_description":"No room"}', 'No room'],
    [json, '{"detail":[{"loc":["body","cores"],"msg":"required","type":"missing"}]}', 'cores: required'],
    [
      json,
      '{"title":"Invalid","detail":[{"loc":["body","files",0,"size"],"msg":"too large"},{"msg":"no name"},"odd",{"loc":7,"msg":"bad"},{"loc":["body"],"msg":"empty"},{},7]}',
      'Invalid: files.0.size: too large; no name; odd; bad; empty',
    ],
    [json, `{"detail":[${Array(7).fill('{"loc":["query","a"],"msg":"b"}').join()}]}`, 'a: b'],
    [json, '{"detail":[{"loc":["body","u"],"msg":"at https://f/a?sig=CANARY\\u202e"}]}', 'u: at [URL]'],
    [json, `{"mesh":["${'is coarse '.repeat(40)}"]}`, `mesh: ${'is coarse '.repeat(40).slice(0, 293)}…`],
    [json, '{"detail":[]}'],
    [json, '{"detail":{"message":"No room"}}', 'No room'],
    [json, '{"code":"a b"}', 'a b'],
    [text, ' No\r\n room ', 'No room'],
    [text, 'x'.repeat(400), 'x'.repeat(299) + '…'],
    [text, `${'x'.repeat(298)}😀😀`, 'x'.repeat(298) + '…'],
    [xml, '<Error><Code>Full</Code><Message>No room</Message></Error>', 'No room', 'Full'],
    [xml, '<Error/>'],
    [xml, `${'<a>'.repeat(12)}x${'</a>'.repeat(12)}`],
    [xml, authentication, 'Signature did not match: "/blob/a" & others', 'AuthenticationFailed'],
    [xml, '<Error><Code>No</Code><Message>Denied</Message><Details>No a</Details></Error>', 'No a', 'No'],
    [xml, '<Error><Message>at https://f/a?x=1&amp;sig=CANARY</Message></Error>', 'at [URL]'],
  ] as const) {
    it(`gives the message ${serverMessage?.slice(0, 60)} with ${type}: ${body.slice(0, 60)}`, async () => {
      const error = await responseErrorOf({ status: 409, headers: { 'content-type': type }, body });
      const expected = { ...(serverMessage !== undefined && { serverMessage }), ...(code && { code }) };
      assert.deepEqual(error, { kind: 'status', status: 409, ...expected });
    });
  }

  for (const [type, body, pageTitle] of [
    ['text/html', `${'\n'.repeat(300)}<p>No room`, ''],
    ['', '<!DOCTYPE html><p>No room', ''],
    [
      'text/html; charset=utf-8',
      '<html><head><TITLE lang="en">\n Sign in &#8211; &lt;Contoso&gt;\u202e &amp; Co&nope; https://x/?a=CANARY</title>',
      'Sign in – <Contoso> & Co&nope; [URL]',
    ],
    ['text/html', `<title>${'x'.repeat(200)}</title>`, `${'x'.repeat(99)}…`],
  ] as const) {
    it(`gives the title "${pageTitle.slice(0, 60)}" with ${type}: ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      const error = await responseErrorOf({ status: 409, headers, body });
      assert.deepEqual(error, { kind: 'status', status: 409, pageTitle });
    });
  }

  it('with an error that is crafted to be slow to parse is read quickly', async () => {
    const parts = ['?', 'x', '<Message>', '<', ' ', '<title', '<title>', '&#1', '{"detail":[', '<?xml <a '];
    for (const body of parts.map((text) => text.repeat(60_000 / text.length))) {
      for (const headers of [{}, { 'content-type': 'text/html' }, { 'content-type': 'text/xml' }]) {
        assert.equal((await responseErrorOf({ status: 409, headers, body })).status, 409);
      }
    }
  }).timeout(2000);

  it('with a compressed or endless error body is still that error', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const error = await responseErrorOf({ status: 409, headers, body: gzipSync('{"message":"x"}') });
    assert.deepEqual(error, { kind: 'status', status: 409, serverMessage: 'x' });
    const bomb = await responseErrorOf({ status: 409, headers, body: gzipSync('x'.repeat(9_000_000)) });
    assert.deepEqual([bomb['status'], (bomb['serverMessage'] as string).length], [409, 300]);
    const cut = gzipSync('Out of memory. '.repeat(9)).subarray(0, 30);
    assert.match(
      (await responseErrorOf({ status: 409, headers, body: cut })).serverMessage as string,
      /^Out/,
    );
    const { status, serverMessage } = await responseErrorOf({ status: 409, body: 'x'.repeat(200_000) });
    assert.deepEqual([status, (serverMessage as string).length], [409, 300]);
  });

  it('that is a redirect with a page does not show its title', async () => {
    const headers = { location: 'https://login.example/a', 'content-type': 'text/html' };
    const { pageTitle, redirectHost } = await responseErrorOf({ status: 302, headers, body: signInPage });
    assert.deepEqual([pageTitle, redirectHost], [undefined, 'login.example']);
  });
});
