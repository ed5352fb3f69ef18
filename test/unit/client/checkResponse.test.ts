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
    ['text/html', `${'\n'.repeat(300)}<p>No room`, 'No room'],
    ['', '<!DOCTYPE html><p>No room', 'No room'],
    ['text/html', '<div>No room</div>', ''],
    [
      'text/html',
      '<title>409 Conflict</title><h1>409 Conflict</h1><hr><center>nginx/1.25.3</center>',
      '409 Conflict',
    ],
    ['text/html', '<title>No room</title><p>For anybody.', 'No room'],
    ['text/html', '<title>错误</title><p>For anybody.', '错误'],
    [
      'text/html',
      `<title>HTTP Status 409 – Conflict</title><script>'<p>No script'</script><!-- <p>No comment --><style>p {}</style><h1>No <b>ro</b>om</h1><p>No&#32;room.<p>At https://x/?a=CANARY<p>No room<br>at all!<p>${'x'.repeat(400)}`,
      `No room. No room. At [URL] No room at all! ${'x'.repeat(256)}…`,
    ],
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

  // Each repeats its status in its title: https://github.com/Azure/azure-sdk-for-net/issues/39422 has the first one.
  for (const [server, status, body, pageTitle] of [
    [
      'HTTP.sys',
      400,
      '<HTML><HEAD><TITLE>Bad Request</TITLE></HEAD><BODY><h2>Bad Request - Invalid Hostname</h2><hr><p>HTTP Error 400. The request hostname is invalid.</p></BODY></HTML>',
      'Bad Request - Invalid Hostname. HTTP Error 400. The request hostname is invalid.',
    ],
    [
      'Tomcat',
      400,
      '<!doctype html><html lang="en"><head><title>HTTP Status 400 – Bad Request</title><style type="text/css">h1 {color:white}</style></head><body><h1>HTTP Status 400 – Bad Request</h1><hr class="line" /><p><b>Type</b> Exception Report</p><p><b>Message</b> Invalid character found in the HTTP protocol</p><p><b>Description</b> The server cannot process the request.</p><pre>java.lang.IllegalArgumentException\n\tat x.y(Z.java:1)</pre></body></html>',
      'Invalid character found in the HTTP protocol',
    ],
    ['Jetty', 404, '<h1>Bad Message 404</h1><pre>reason: No context</pre>', 'reason: No context'],
    [
      'Werkzeug',
      400,
      '<!doctype html>\n<html lang=en>\n<title>400 Bad Request</title>\n<h1>Bad Request</h1>\n<p>The server could not understand: missing tenant.</p>\n',
      'The server could not understand: missing tenant.',
    ],
    [
      'Apache',
      403,
      '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>403 Forbidden</title>\n</head><body>\n<h1>Forbidden</h1>\n<p>You don\'t have permission\nto access this resource.<br />\nAsk Jo.</p>\n<hr>\n<address>Apache/2.4 Server</address>\n</body></html>\n',
      "You don't have permission to access this resource. Ask Jo.",
    ],
    [
      'Express',
      413,
      '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Error</title></head><body><pre>PayloadTooLargeError: request entity too large<br> &nbsp; &nbsp;at readStream (/srv/raw-body/index.js:163:17)</pre></body></html>',
      'PayloadTooLargeError: request entity too large',
    ],
  ] as const)
    it(`gives what a page of ${server} says beyond its status`, async () => {
      const error = await responseErrorOf({ status, headers: { 'content-type': 'text/html' }, body });
      assert.deepEqual(error, { kind: 'status', status, pageTitle });
    });

  it('has the code of a header where it has no body', async () => {
    const refuse = async (code: string, body: string) => {
      const { status, ...rest } = await responseErrorOf({
        status: 403,
        headers: { 'content-type': 'application/xml', 'x-ms-error-code': code },
        body,
      });
      assert.equal(status, 403);
      return rest;
    };
    const kind = 'status';
    assert.deepEqual(
      [
        await refuse('AuthorizationFailure', ''),
        await refuse('AuthorizationFailure', '<Error><Message>No.</Message></Error>'),
        await refuse('AuthorizationFailure', '<Error><Code>Denied</Code><Message>No.</Message></Error>'),
        await refuse('see https://x', ''),
      ],
      [
        { kind, serverMessage: 'AuthorizationFailure', code: 'AuthorizationFailure' },
        { kind, serverMessage: 'No.', code: 'AuthorizationFailure' },
        { kind, serverMessage: 'No.', code: 'Denied' },
        { kind },
      ],
    );
  });

  it('with an error that is crafted to be slow to parse is read quickly', async () => {
    const parts = ['?', 'x', '<Message>', '<', ' ', '<title', '<title>', '&#1', '{"detail":[', '<?xml <a '];
    for (const body of parts.map((text) => text.repeat(60_000 / text.length))) {
      for (const headers of [{}, { 'content-type': 'text/html' }, { 'content-type': 'text/xml' }]) {
        assert.equal((await responseErrorOf({ status: 409, headers, body })).status, 409);
      }
    }
  }).timeout(2000);

  it('with a page that is crafted to be slow to parse is read quickly', async () => {
    const headers = { 'content-type': 'text/html' };
    for (const part of ['<p>', '<p', '<p><b>x', '<!--', '-->', '<script>'])
      assert.equal(
        (await responseErrorOf({ status: 409, headers, body: part.repeat(60_000 / part.length) })).status,
        409,
      );
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
