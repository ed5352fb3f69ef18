import assert from 'node:assert/strict';
import { parseRedirect } from '../../../src/client/url/redirect';
import { findRepeatedPath } from '../../../src/client/url/variantPath';
import { closeClients, testClient } from '../../support/client';
import { sendFile } from '../../support/clientCalls';
import { failureOf } from '../../support/rejections';
import { closeServers, serve } from '../../support/testServer';

const from = new URL('http://sim.example/api/projects');

describe('A redirect', () => {
  for (const [location, redirectHost, redirectReason] of [
    ['https://login.example/?next=x', 'login.example', 'signIn'],
    ['https://id.example/realms/a/protocol/openid-connect/auth?state=x', 'id.example', 'signIn'],
    ['https://id.example/oauth2/authorize', 'id.example', 'signIn'],
    ['/accounts/login/?next=/api/projects', 'sim.example', 'signIn'],
    ['https://sim.example/api/projects', 'sim.example', 'encryption'],
    ['https://sim.example:8443/api/projects', 'sim.example:8443', 'encryption'],
    ['/api/projects/', 'sim.example', 'slash'],
    ['http://sim.example/api/projects/?page=1', 'sim.example', 'slash'],
    ['http://other.example/api/projects/', 'other.example', undefined],
    ['/catalogin/x', 'sim.example', undefined],
    ['/v2/projects', 'sim.example', undefined],
  ] as const)
    it(`to ${location} is ${redirectReason ?? 'of no known reason'}`, () =>
      assert.deepEqual(parseRedirect(location, from), {
        redirectHost,
        ...(redirectReason && { redirectReason }),
      }));

  for (const location of ['http://', 'data:text/plain,x', ''])
    it(`to ${JSON.stringify(location)} has no host or leads nowhere else`, () =>
      assert.equal(parseRedirect(location, from)?.redirectReason, undefined));
});

describe('A base URL', () => {
  afterEach(() => Promise.all([closeClients(), closeServers()]));

  it('that has the version is named where nothing is found, for the service alone', async () => {
    const server = await serve({ status: 404 });
    const { client } = testClient(`${server.origin}/x/variant_a/v1/`);
    assert.equal((await failureOf(client.createProject('x'))).repeatedPath, '/variant_a/v1');
    assert.equal((await failureOf(sendFile(client, `${server.origin}/a?sig=1`))).repeatedPath, undefined);
  });

  for (const [base, prefix, repeated] of [
    ['https://sim.example/variant_b/v7', '/variant_b/v7', '/variant_b/v7'],
    ['https://sim.example/x/variant_b/v7/projects/', '/variant_b/v7', '/variant_b/v7/projects'],
    ['https://sim.example/api/v7', '/variant_b/v7', '/v7'],
    ['https://sim.example/api', '/api', '/api'],
    ['https://sim.example/api', '/api/v2', undefined],
    ['https://sim.example/v2', '/v3', undefined],
    ['https://sim.example/v7x', '/variant_b/v7', undefined],
    ['https://sim.example/api', '', undefined],
    ['https://sim.example', '/v7', undefined],
  ] as const)
    it(`${base} repeats ${String(repeated)} of the prefix “${prefix}”`, () =>
      assert.equal(findRepeatedPath(new URL(base), prefix), repeated));
});
