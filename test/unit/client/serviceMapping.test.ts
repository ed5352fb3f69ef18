import assert from 'node:assert/strict';
import { defaultMapping, parseMapping, type RawMapping } from '../../../src/client/mapping/serviceMapping';
import { mappingOutcome } from './support/mappingOutcome';

const outcome = (given: RawMapping) => mappingOutcome(() => parseMapping(given));

const reserved = [
  'Host',
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'Keep-Alive',
  'Expect',
  'Upgrade',
  'TE',
  'Trailer',
  'Proxy-Authorization',
  'proxy-x',
  'Cookie',
  'AUTHORIZATION',
];

describe('The mapping of a service', () => {
  it('is the built-in one if no setting changes it', () => {
    assert.deepEqual(parseMapping({}), defaultMapping);
    const empty = { requestHeaders: {}, uploadHeaders: {}, responses: {}, pathPrefix: '' };
    assert.deepEqual(parseMapping({ ...empty, 'requests.finaliseModel': null }), defaultMapping);
  });

  it('has exactly the templates that are set', () => {
    const { templates } = parseMapping({
      'requests.createModel': { n: '{name}' },
      'requests.createProject': null,
    });
    assert.deepEqual(templates, { createModel: { body: { n: '{name}' }, prompts: [] } });
  });

  it('has headers with their names in lower case', () => {
    const { requestHeaders, uploadHeaders } = parseMapping({
      requestHeaders: { 'X-Tenant': 'acme', Accept: 'application/vnd.sim+json' },
      uploadHeaders: { 'X-Amz-Acl': '', 'Content-Type': 'a/b' },
    });
    assert.deepEqual(requestHeaders, { 'x-tenant': 'acme', accept: 'application/vnd.sim+json' });
    assert.deepEqual(uploadHeaders, { 'x-amz-acl': '', 'content-type': 'a/b' });
  });

  it('has each pointer of the settings', () => {
    const responses = {
      projects: '/1',
      projectId: '/2',
      projectName: '/3',
      models: '/4',
      modelId: '/5',
      modelName: '',
      createdProjectId: '/7',
      createdModelId: '/8',
      createdSimulationId: '/9',
      uploadUrls: '/10',
      uploadUrlName: '/11',
      uploadUrl: '/12',
    };
    assert.deepEqual(parseMapping({ responses }).responses, responses);
  });

  for (const [given, prefix] of [
    ['/api/v9', '/api/v9'],
    ['/api/v9/', '/api/v9'],
    ['/', ''],
    ["/a.b/~c/!$&'()*+,;=:@/...", "/a.b/~c/!$&'()*+,;=:@/..."],
  ] as const) {
    it(`has the path prefix ${JSON.stringify(prefix)} for ${given}`, () => {
      assert.equal(parseMapping({ pathPrefix: given }).pathPrefix, prefix);
    });
  }

  for (const given of [
    'api',
    '//api',
    '/a//b',
    '/a/../b',
    '/.',
    '/a?b',
    '/a#b',
    '/%2e%2e/b',
    '/a b',
    '/a\\b',
    '/ä',
    '/a\n',
    5,
  ]) {
    it(`cannot have the path prefix ${JSON.stringify(given)}`, () => {
      assert.deepEqual(outcome({ pathPrefix: given }), ['pathPrefix', 'pathPrefix', '']);
    });
  }

  for (const setting of ['requestHeaders', 'uploadHeaders'] as const) {
    for (const [name, value, reason] of [
      ...reserved.map((name) => [name, 'x', 'reservedHeader'] as const),
      ...['', ' ', 'a:b', 'a\r\nb', 'ä', '{a}'].map((name) => [name, 'x', 'headerName'] as const),
      ...['a\r\nx-evil: 1', 'a\u0000', 'ä', '\u007f', 5, null, ['a']].map(
        (value) => ['x-a', value, 'headerValue'] as const,
      ),
    ]) {
      it(`cannot have ${JSON.stringify({ [name]: value })} in its ${setting}: ${reason}`, () => {
        assert.deepEqual(outcome({ [setting]: { [name]: value } }), [setting, reason, name]);
      });
    }
  }

  it('leaves the accepted encoding to the client', () => {
    const expected = ['requestHeaders', 'reservedHeader', 'Accept-Encoding'];
    assert.deepEqual(outcome({ requestHeaders: { 'Accept-Encoding': 'x' } }), expected);
  });

  for (const type of [
    '',
    'text/plain',
    'application/jsonx',
    'application/json; charset=latin1',
    'a/b+json,x',
  ]) {
    it(`cannot call bodies ${JSON.stringify(type)}`, () => {
      const expected = ['requestHeaders', 'contentType', 'Content-type'];
      assert.deepEqual(outcome({ requestHeaders: { 'Content-type': type } }), expected);
    });
  }

  it('has no header twice', () => {
    const twice = { uploadHeaders: { 'X-A': '1', 'x-a': '2' } };
    assert.deepEqual(outcome(twice), ['uploadHeaders', 'headerName', 'x-a']);
  });

  for (const [given, ...expected] of [
    [{ requestHeaders: 'x' }, 'requestHeaders', 'type', ''],
    [{ uploadHeaders: [] }, 'uploadHeaders', 'type', ''],
    [{ responses: [] }, 'responses', 'type', ''],
    [{ responses: { project: '/a' } }, 'responses', 'entry', 'project'],
    [{ responses: { toString: '/a' } }, 'responses', 'entry', 'toString'],
    [{ responses: { projects: 'a' } }, 'responses', 'pointer', 'projects'],
    [{ responses: { projects: null } }, 'responses', 'pointer', 'projects'],
    [{ 'requests.finaliseModel': { a: '{x}' } }, 'requests.finaliseModel', 'placeholder', '{x}'],
  ] as const) {
    it(`cannot be ${JSON.stringify(given)}`, () => assert.deepEqual(outcome(given), expected));
  }
});
