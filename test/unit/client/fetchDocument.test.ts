import assert from 'node:assert/strict';
import { systemClock } from '../../../src/client/core/clock';
import { NetworkError } from '../../../src/client/core/errors';
import { findDocument, type FoundDocument, usualPlaces } from '../../../src/client/fetchDocument';
import { HttpTransport } from '../../../src/client/http/httpTransport';
import { closeServers, refusingOrigin, type Reply, serve } from '../../support/testServer';

const document = '{"openapi":"3.1.0","paths":{}}';
const found: Reply = { status: 200, body: document };
const nothing: Reply = { status: 404, body: '{}' };

describe('The document that a service offers', () => {
  const transport = new HttpTransport();
  afterEach(closeServers);
  after(() => transport.close());

  async function look(address: string, maxBytes = 1000): Promise<FoundDocument> {
    return await findDocument(new URL(address), {
      transport,
      clock: systemClock,
      log: () => undefined,
      signal: new AbortController().signal,
      maxBytes,
      isDocument: (text) => text.includes('"openapi"'),
    });
  }

  async function lookAt(replies: Readonly<Record<string, Reply>>, path = '', other = nothing) {
    const server = await serve((request) => replies[request.path] ?? other);
    const result = await look(server.origin + path);
    const told = 'url' in result ? { ...result, url: result.url.pathname } : result;
    return { told, requests: server.requests };
  }

  for (const place of usualPlaces)
    it(`is found at /${place}`, async () =>
      assert.deepEqual((await lookAt({ [`/${place}`]: found })).told, { url: `/${place}`, text: document }));

  it('is looked for below the address first, then at its host', async () => {
    const { told, requests } = await lookAt({ '/openapi.json': found }, '/team/');
    assert.deepEqual(told, { url: '/openapi.json', text: document });
    assert.deepEqual(
      requests.map(({ path }) => path),
      [...usualPlaces.map((place) => `/team/${place}`), '/openapi.json'],
    );
  });

  it('is at the address itself if that is one of a document', async () => {
    const { told, requests } = await lookAt({ '/docs/sim.json': found }, '/docs/sim.json');
    assert.deepEqual([told, requests.length], [{ url: '/docs/sim.json', text: document }, 1]);
  });

  it('is requested without credentials and cookies', async () => {
    const { requests } = await lookAt({ '/openapi.json': found });
    const names = Object.keys(requests[0]?.headers ?? {}).sort();
    assert.deepEqual(names, ['accept', 'accept-encoding', 'connection', 'host']);
  });

  it('is not fetched from another host by a redirect', async () => {
    const other = await serve(found);
    const redirect: Reply = { status: 302, headers: { location: `${other.origin}/openapi.json` }, body: '' };
    assert.deepEqual((await lookAt({}, '', redirect)).told, { problem: 'notFound' });
    assert.equal(other.requests.length, 0);
  });

  it('is passed over where something else is', async () => {
    const page: Reply = { status: 200, body: '<html></html>' };
    const { told } = await lookAt({ '/api-json': found }, '', page);
    assert.deepEqual(told, { url: '/api-json', text: document });
  });

  it('may need a sign-in', async () =>
    assert.deepEqual((await lookAt({ '/v3/api-docs': { status: 401, body: '' } })).told, {
      problem: 'refused',
    }));

  it('has a limit', async () => {
    const { origin } = await serve({ status: 200, body: document.padEnd(1001) });
    assert.deepEqual(await look(origin), { problem: 'tooLarge' });
  });

  it('cannot be had where no connection can be made', async () => {
    const origin = await refusingOrigin();
    await assert.rejects(look(origin), NetworkError);
  });
});
