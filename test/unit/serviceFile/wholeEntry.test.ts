import assert from 'node:assert/strict';
import { completeEntry, formEntry } from '../../../src/serviceFile/wholeEntry';
import { parseEnvironments } from '../../../src/session/environments';

const baseUrl = 'https://sim.example';

describe('The entry of a service that was found at an address', () => {
  const found = { baseUrl, path: { variant: 'variant_a' }, authentication: undefined } as const;

  it('says nothing that is so without it', () =>
    assert.deepEqual(formEntry(found, { baseUrl: 'https://other.example' }), {
      baseUrl,
      variant: 'variant_a',
    }));

  it('names its path where plain settings describe another service', () =>
    assert.deepEqual(formEntry(found, { requestHeaders: { 'X-Team': 'wing' } }), {
      baseUrl,
      variant: 'variant_a',
      pathPrefix: '/variant_a/v1',
    }));

  it('names the path at which it was found, and how users sign in', () => {
    const path = { variant: 'variant_b', pathPrefix: '' } as const;
    assert.deepEqual(
      formEntry({ baseUrl, path, authentication: { scheme: 'apiKey', header: 'X-Team-Token' } }, {}),
      {
        baseUrl,
        variant: 'variant_b',
        authentication: 'apiKey',
        apiKeyHeader: 'X-Team-Token',
        pathPrefix: '/',
      },
    );
    assert.deepEqual(formEntry({ ...found, authentication: { scheme: 'basic' } }, {}), {
      baseUrl,
      variant: 'variant_a',
      authentication: 'basic',
    });
  });
});

describe('The entry of a service for a colleague', () => {
  const plain = { baseUrl: 'https://other.example', authentication: 'basic', pathPrefix: '/v2' };
  const complete = (entry: Readonly<Record<string, unknown>>) =>
    completeEntry(entry, parseEnvironments({ Wing: entry })[0], plain);

  it('has what plain settings say of requests and responses, and nothing else of them', () =>
    assert.deepEqual(complete({ baseUrl }), { baseUrl, pathPrefix: '/v2' }));

  it('is as it is where it describes them itself', () => {
    const entry = { baseUrl, responses: { projects: '/items' } };
    assert.deepEqual(complete(entry), entry);
  });
});
