import assert from 'node:assert/strict';
import type { StatusError } from '../../../src/client/core/errors';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import { type TestClient, testClient } from '../../support/client';
import { sendFile } from '../../support/clientCalls';
import { failureOf, rejectionOf, shownBy } from '../../support/rejections';
import { closeServers, type Reply, serve } from '../../support/testServer';

/** Ways in which a server may repeat a text in an error. */
const echoes: Readonly<Record<string, (text: string) => Reply>> = {
  'plain text at its limit': (text) => ({ body: 'x'.repeat(280) + text }),
  'JSON that escapes slashes': (text) => ({
    body: JSON.stringify({ message: text }).replaceAll('/', '\\/'),
  }),
  'an invalid field': (text) => json({ detail: [{ loc: ['body', text], msg: `Sent ${text}` }] }),
  'the title of a page': (text) => ({
    headers: { 'content-type': 'text/html' },
    body: `<html><title>Not ${escaped(text)}</title>`,
  }),
  'the words of a page': (text) => ({
    headers: { 'content-type': 'text/html' },
    body: `<title>Error</title><h1>Not <b>${escaped(text.slice(0, 5))}</b>${escaped(text.slice(5))}</h1>`,
  }),
  'a code in a header': (text) => ({ headers: { 'x-ms-error-code': text } }),
  'a wrapped message': (text) => json({ error: { message: text, code: text } }),
  'a failure with the status of a success': (text) => ({
    ...json({ success: false, message: text }),
    status: 200,
  }),
  'a code': (text) => json({ code: text }),
  'XML with codes': (text) => ({
    body: `<Error><Message>Sent ${text.replace(/[^\w]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</Message></Error>`,
  }),
  'a redirect': (text) => ({
    status: 302,
    headers: { location: `https://f.test/${encodeURIComponent(text)}?x=${encodeURIComponent(text)}` },
    body: text,
  }),
};

function json(value: unknown): Reply {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function signedIn(baseUrl: string, headers: Record<string, string>): TestClient {
  return testClient(baseUrl, 'variant_b', { credentials: { headers: () => Promise.resolve(headers) } });
}

const token = 'CANARY+a/b=c&d.CANARY';
const bearer = { authorization: `Bearer ${token}` };
const basic = { authorization: `Basic ${base64('CANARYuser:CANARYpass')}` };

/** The canary, or its beginning in base64. */
const hidden = /CANARY|Q0FOQV/;

describe('A service that repeats the credentials of a request', () => {
  afterEach(closeServers);

  const carried = {
    'a whole header': [bearer, `Bearer ${token}`],
    'a token': [bearer, token],
    'a token as in a query': [bearer, encodeURIComponent(token)],
    'a token in base64': [bearer, base64(token)],
    'a header without a scheme': [{ authorization: token }, token],
    'a header for an API key': [{ 'X-Sim-Key': token }, `X-Sim-Key: ${token}`],
    'a whole basic header': [basic, basic.authorization],
    'user and password in base64': [basic, basic.authorization.slice(6)],
    'user and password': [basic, 'CANARYuser:CANARYpass'],
    'a password': [basic, 'CANARYpass'],
  } as const;
  for (const [how, echo] of Object.entries(echoes)) {
    for (const [what, [headers, part]] of Object.entries(carried)) {
      it(`does not get them into an error: ${what} in ${how}`, async () => {
        const server = await serve({ status: 401, ...echo(part) });
        const { client, log } = signedIn(server.origin, headers);
        for (const request of [client.createProject('x'), client.listProjects()]) {
          assert.doesNotMatch(shownBy(await rejectionOf(request), log), hidden);
        }
      });
    }
  }

  it('does not get other credentials into an error', async () => {
    const server = await serve({ status: 400, body: 'Not yet: /a?sig=abcdefghijkl and no Bearer xyz' });
    const { serverMessage } = await failureOf(signedIn(server.origin, bearer).client.createProject('x'));
    assert.equal(serverMessage, 'Not yet: /a?[query] and no Bearer [secret]');
  });

  it('has its successful responses used byte for byte, with upload URLs that contain the credentials', async () => {
    const path = `/in/a?access_token=${encodeURIComponent(token)}`;
    const created = () => ({ status: 201, ...json({ model_id: token, upload_url: server.origin + path }) });
    const server = await serve(created, { status: 201 });
    const { client } = signedIn(server.origin, bearer);
    const { id, uploadUrls } = await client.createModel('m', [{ name: 'a', size: 1 }]);
    await sendFile(client, uploadUrls.get('a')!);
    assert.deepEqual([id, server.requests.at(-1)?.path], [token, path]);
  });

  it('does not get them into the keys of an invalid response, even where they are words', async () => {
    const word = 'CANARY_of_words';
    const server = await serve({ status: 201, ...json({ [word]: { a: 1 }, [token]: 1 }) });
    const { client } = signedIn(server.origin, { authorization: `Bearer ${word}` });
    const { keys } = await failureOf(client.createProject('x'));
    assert.deepEqual(keys, [
      { pointer: '/[secret]', type: 'object' },
      { pointer: '/[key]', type: 'number', sample: '1' },
      { pointer: '/[secret]/a', type: 'number', sample: '1' },
    ]);
  });
});

describe('A file server that repeats an upload URL', () => {
  afterEach(closeServers);

  const signature = 'CANARY+a/b=CANARY';

  it('keeps the code that determines the reaction, and the name of the file', async () => {
    const xml = `<Error><Code>ExpiredToken</Code><Message>No ${signature} for a_rather_long_name_of_a_mesh.inp</Message></Error>`;
    const server = await serve({ status: 400, body: xml });
    const url = `${server.origin}/in/a_rather_long_name_of_a_mesh.inp?sig=${encodeURIComponent(signature)}`;
    const { serverMessage, code } = await failureOf(sendFile(testClient(server.origin).client, url));
    const message = 'No [secret] for a_rather_long_name_of_a_mesh.inp';
    assert.deepEqual([serverMessage, code], [message, 'ExpiredToken']);
  });
});

// https://github.com/louislam/uptime-kuma/issues/4951: the secret of a gateway stands in the settings.
describe('A service that repeats a header of the settings', () => {
  afterEach(closeServers);

  const secret = '5f1e8b7c9d0a4e3f2b6c8d7e9f0a1b2c3d4e5f60718293a4';
  const list = async (headers: Record<string, string>, words: string) => {
    const server = await serve({ ...json({ message: words }), status: 403 });
    const mapping = parseMapping({ requestHeaders: headers });
    const error = await rejectionOf(
      testClient(server.origin, 'variant_b', { mapping }).client.listProjects(),
    );
    return (error as StatusError).serverMessage;
  };

  for (const name of ['CF-Access-Client-Secret', 'X-Gateway-Key', 'Ocp-Apim-Subscription-Key', 'X-Org'])
    it(`shows nothing of a secret in ${name}`, async () => {
      assert.equal(await list({ [name]: secret }, `Token ${secret} is revoked`), 'Token [secret] is revoked');
    });

  it('shows nothing of a short secret, or of one behind a word', async () => {
    assert.equal(await list({ 'X-Api-Key': 'k7Qz' }, 'Key k7Qz is revoked'), 'Key [secret] is revoked');
    assert.equal(await list({ 'X-Auth': `Key ${secret}` }, `No ${secret}`), 'No [secret]');
  });

  it('shows what is no secret', async () => {
    for (const [name, value] of [
      ['X-Tenant', 'wing-structures'],
      ['X-Request-Group', '6f1e8b7c-9d0a-4e3f-8b6c-8d7e9f0a1b2c'],
      ['Accept', 'application/vnd.example.simulations.v2024+json'],
      ['X-Note', 'the structures department of the wing group, 2024 and 2025'],
    ] as const)
      assert.equal(await list({ [name]: value }, `${value} is unknown`), `${value} is unknown`);
  });

  it('shows nothing of a key for uploads, as the file server repeats it', async () => {
    const server = await serve({ status: 400, body: `Bad key ${secret}` });
    const mapping = parseMapping({ uploadHeaders: { 'x-amz-server-side-encryption-customer-key': secret } });
    const { client } = testClient(server.origin, 'variant_b', { mapping });
    const error = await rejectionOf(sendFile(client, `${server.origin}/a?sig=1`));
    assert.equal((error as StatusError).serverMessage, 'Bad key [secret]');
  });
});
