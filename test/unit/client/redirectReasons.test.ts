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

  // https://github.com/Community-VyProjects/VyManager/issues/43: a service behind a proxy that ends TLS.
  for (const [location, redirectHost, redirectReason] of [
    ['http://sim.example.com/api/v7/projects/', 'sim.example.com', 'slash'],
    ['http://sim.example.com:8000/api/v7/projects/?page=1', 'sim.example.com:8000', 'slash'],
    ['https://sim.example.com:8443/api/v7/projects/', 'sim.example.com:8443', 'slash'],
    ['http://backend:8000/v7/projects/', 'backend:8000', 'slash'],
    ['http://10.1.2.3/api/v7/projects/', '10.1.2.3', 'slash'],
    ['/v7/projects/', 'sim.example.com', 'slash'],
    ['http://sim.example.com/api/v7/projects', 'sim.example.com', 'proxy'],
    ['http://sim.example.com:8000/home', 'sim.example.com:8000', 'proxy'],
    ['https://sim.prod.svc.cluster.local/api/v7/projects', 'sim.prod.svc.cluster.local', 'proxy'],
    ['http://localhost:8000/api/v7/projects', 'localhost:8000', 'proxy'],
    ['https://sim.example.com/api/v7/projects', 'sim.example.com', 'itself'],
    ['', 'sim.example.com', 'itself'],
    ['https://sim.example.com/api/v7/projects?a=b', 'sim.example.com', undefined],
    ['/', 'sim.example.com', undefined],
    ['/jects/', 'sim.example.com', undefined],
    ['https://new.example.com/api/v7/projects/', 'new.example.com', undefined],
    ['http://sim.example.com/login', 'sim.example.com', 'signIn'],
  ] as const)
    it(`of a service behind a proxy to “${location}” is ${redirectReason ?? 'of no known reason'}`, () =>
      assert.deepEqual(parseRedirect(location, new URL('https://sim.example.com/api/v7/projects')), {
        redirectHost,
        ...(redirectReason && { redirectReason }),
      }));

  it('from an inner address to another one is of no known reason', () => {
    const to = (from: string) =>
      parseRedirect('http://backend:8000/v7/projects/', new URL(from))?.redirectReason;
    assert.deepEqual(
      ['http://sim/v7/projects', 'http://10.0.0.5/v7/projects', 'http://sim.internal/v7/projects'].map(to),
      [undefined, undefined, undefined],
    );
  });

  for (const location of ['http://', 'data:text/plain,x'])
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
