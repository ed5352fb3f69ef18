import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  defineService,
  formatServiceFile,
  maxServiceFileBytes,
  parseServiceFile,
} from '../../../src/serviceFile/serviceFile';

const wing = {
  baseUrl: 'https://sim.example/api',
  variant: 'variant_a',
  authentication: 'apiKey',
  apiKeyHeader: 'X-Team-Token',
  protected: true,
  pages: { project: 'https://portal.example/p/{project_id}' },
  pathPrefix: '/v3',
  requestHeaders: { 'X-Team': 'wing' },
  uploadHeaders: { 'x-ms-blob-type': 'BlockBlob' },
  requests: {
    createModel: { title: '{name}', files: [{ path: '{file.name}' }] },
    createSimulation: {
      model: '{model_id}',
      cores: '{prompt.cores}',
      $prompts: { cores: { type: 'number' } },
    },
  },
  responses: { projects: '/result/items', projectId: '/uuid' },
  finaliseAfterUpload: false,
};

function read(value: unknown): unknown {
  const result = parseServiceFile(typeof value === 'string' ? value : JSON.stringify(value));
  return 'kind' in result ? result : 'read';
}

const named = (entry: object) => ({ name: 'Wing', baseUrl: 'https://sim.example', ...entry });

describe('The file of a service', () => {
  it('is read as it was written', () => {
    const read = parseServiceFile(`\ufeff${formatServiceFile({ name: 'Wing', entry: wing })}`);
    assert.ok(!('kind' in read));
    assert.deepEqual([read.name, read.entry, read.baseUrl.host], ['Wing', wing, 'sim.example']);
  });

  it('may name its schema, which is not taken', () => {
    const read = parseServiceFile(JSON.stringify({ $schema: 'https://example.com/s.json', ...named({}) }));
    assert.deepEqual('entry' in read && read.entry, { baseUrl: 'https://sim.example' });
  });

  it('is read as the README shows it', () => {
    const [, example = ''] = /```json\n(\{\n  "name"[^]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? [];
    assert.equal(read(example), 'read');
  });

  for (const [what, value, problem] of [
    ['text', 'Wing', { kind: 'notJson' }],
    ['a cut object', '{"name": "Wing", "baseUrl": "https://sim.example"', { kind: 'notJson' }],
    ['a list', '[]', { kind: 'notAService' }],
    ['a manifest', { name: 'package', version: '1.0.0' }, { kind: 'notAService' }],
    ['an OpenAPI document', { openapi: '3.1.0', info: {}, paths: {} }, { kind: 'notAService' }],
    ['5 MB', named({ requests: { createModel: { note: 'x'.repeat(5_000_000) } } }), { kind: 'tooLarge' }],
    ['a blank name', { ...named({}), name: '  ' }, { kind: 'name' }],
    ['a name of 101 characters', { ...named({}), name: 'a'.repeat(101) }, { kind: 'name' }],
    ['a number for a name', { ...named({}), name: 5 }, { kind: 'name' }],
    ['an unknown field', named({ script: 'rm' }), { kind: 'field', field: 'script' }],
    ['a token', named({ token: 'secret' }), { kind: 'field', field: 'token' }],
    [
      'the same key twice',
      '{"name":"Wing","baseUrl":"https://a.example","base\\u0055rl":1,"baseUrl":"https://b.example"}',
      { kind: 'duplicate', field: 'baseUrl' },
    ],
    [
      'the same key twice in a body',
      '{"name":"W","baseUrl":"https://a.example","requests":{"createModel":{"a":1,"b":[{"a":2}],"a":3}}}',
      { kind: 'duplicate', field: 'a' },
    ],
    [
      'a key that settings do not keep',
      '{"name":"W","baseUrl":"https://a.example","requests":{"createModel":{"a":[{"__pro\\u0074o__":1}]}}}',
      { kind: 'field', field: '__proto__' },
    ],
    ['a name that settings do not keep', named({ name: '__proto__' }), { kind: 'field', field: '__proto__' }],
    ['letters that were lost', named({ name: 'Pr\ufffdfstand' }), { kind: 'encoding' }],
    [
      'a user name in the address',
      named({ baseUrl: 'https://sim.example@evil.example' }),
      { kind: 'baseUrl', problem: 'credentials' },
    ],
    ['another scheme', named({ baseUrl: 'file:///etc' }), { kind: 'baseUrl', problem: 'scheme' }],
    ['a query', named({ baseUrl: 'https://sim.example?x=1' }), { kind: 'baseUrl', problem: 'query' }],
    [
      'a page that is a script',
      named({ pages: { project: 'javascript:alert(1)//{project_id}' } }),
      { kind: 'page', page: 'project', problem: 'scheme' },
    ],
    [
      'a header with a line break',
      named({ requestHeaders: { 'X-Team': 'a\r\nX-Evil: 1' } }),
      { kind: 'mapping', setting: 'requestHeaders', reason: 'headerValue', entry: 'X-Team' },
    ],
    [
      'credentials in a header',
      named({ requestHeaders: { Authorization: 'Bearer abc' } }),
      { kind: 'mapping', setting: 'requestHeaders', reason: 'reservedHeader', entry: 'Authorization' },
    ],
    [
      'a pointer that is none',
      named({ responses: { projects: 'items' } }),
      { kind: 'mapping', setting: 'responses', reason: 'pointer', entry: 'projects' },
    ],
    [
      '10,000 choices',
      named({
        requests: {
          createSimulation: {
            solver: '{prompt.solver}',
            $prompts: {
              solver: { type: 'choice', choices: Array.from({ length: 10_000 }, (_, i) => `s${i}`) },
            },
          },
        },
      }),
      { kind: 'choices', field: 'requests.createSimulation' },
    ],
  ] as const)
    it(`is refused with ${what}`, () => assert.deepEqual(read(value), problem));

  it('may have the longest content', () => {
    const text = JSON.stringify(named({ requests: { createModel: { note: '' } } }));
    const filled = text.replace('""', `"${'x'.repeat(maxServiceFileBytes - text.length)}"`);
    assert.equal(read(filled), 'read');
    assert.deepEqual(read(`${filled} `), { kind: 'tooLarge' });
  });
});

const token = 'ghp_0123456789abcdefghij0123456789abcdef';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const project = (body: object) => ({ requests: { createProject: body } });
const asked = (name: string, prompt: object) =>
  project({ a: `{prompt.${name}}`, $prompts: { [name]: { type: 'text', ...prompt } } });

describe('The file of a service has no secret', () => {
  for (const [entry, field] of [
    [{ apiKeyHeader: 'X-Team', requestHeaders: { 'x-team': 's3' } }, 'requestHeaders.x-team'],
    [{ apiKeyHeader: 'X-Team: Key', uploadHeaders: { 'X-Team': 's3' } }, 'uploadHeaders.X-Team'],
    [{ requestHeaders: { 'X-Auth-Token': 'abc' } }, 'requestHeaders.X-Auth-Token'],
    [{ requestHeaders: { 'PRIVATE-TOKEN': 'abc' } }, 'requestHeaders.PRIVATE-TOKEN'],
    [{ uploadHeaders: { 'Ocp-Apim-Subscription-Key': 'abc' } }, 'uploadHeaders.Ocp-Apim-Subscription-Key'],
    [{ requestHeaders: { 'X-Vault-Token': 's.x' } }, 'requestHeaders.X-Vault-Token'],
    [{ requestHeaders: { 'X-Pass': 'hunter2' } }, 'requestHeaders.X-Pass'],
    [{ uploadHeaders: { dbPass: 'hunter2' } }, 'uploadHeaders.dbPass'],
    [{ requestHeaders: { 'X-Proxy-PW': 'hunter2' } }, 'requestHeaders.X-Proxy-PW'],
    [{ requestHeaders: { 'X-Userpwd': 'hunter2' } }, 'requestHeaders.X-Userpwd'],
    [{ requestHeaders: { passcode: '4711' } }, 'requestHeaders.passcode'],
    [{ requestHeaders: { 'X-Foo': jwt } }, 'requestHeaders.X-Foo'],
    [{ requestHeaders: { 'X-Foo': 'Bearer abc' } }, 'requestHeaders.X-Foo'],
    [{ requestHeaders: { 'X-Foo': 'password=hunter2' } }, 'requestHeaders.X-Foo'],
    [{ uploadHeaders: { 'X-Foo': 'https://u:p@h.example' } }, 'uploadHeaders.X-Foo'],
    [{ uploadHeaders: { 'X-Foo': 'AKIAIOSFODNN7EXAMPLE' } }, 'uploadHeaders.X-Foo'],
    [project({ password: 'hunter2' }), 'requests.createProject.password'],
    [project({ ftp_userpwd: 'hunter2' }), 'requests.createProject.ftp_userpwd'],
    [project({ passcode: 'hunter2' }), 'requests.createProject.passcode'],
    [project({ sign: [{ dbPassword: 12345 }] }), 'requests.createProject.sign.0.dbPassword'],
    [project({ credentials: { user: 'eva' } }), 'requests.createProject.credentials.user'],
    [project({ api_key: 'k-{name}' }), 'requests.createProject.api_key'],
    [project({ connection: 'Server=db;Password=hunter2' }), 'requests.createProject.connection'],
    [project({ note: `see ${token}` }), 'requests.createProject.note'],
    [project({ deploy: '-----BEGIN OPENSSH PRIVATE KEY-----\nabc' }), 'requests.createProject.deploy'],
    [project({ [token]: 1 }), 'requests.createProject'],
    [asked('password', { default: 'hunter2' }), 'requests.createProject.$prompts.password'],
    [
      project({ password: '{prompt.a}', $prompts: { a: { type: 'text', default: 'hunter2' } } }),
      'requests.createProject.password',
    ],
    [asked('a', { default: token }), 'requests.createProject.$prompts.a'],
    [asked('a', { label: `Such as ${token}` }), 'requests.createProject.$prompts.a.label'],
    [{ pages: { project: `https://a.example/?access_token=${jwt}` } }, 'pages.project'],
    [{ pages: { model: 'https://a.example/#/m?id={model_id}&sig=abc' } }, 'pages.model'],
    [{ pages: { model: 'https://a.example/m?id={model_id}&pass=hunter2' } }, 'pages.model'],
    [{ pages: { model: 'https://a.example/m?id={model_id}&passwd=hunter2' } }, 'pages.model'],
    [{ baseUrl: `https://sim.example/${token}` }, 'baseUrl'],
    [{ name: token }, 'name'],
  ] as const)
    it(`in ${field}: ${JSON.stringify(entry)}`, () =>
      assert.deepEqual(read(named(entry)), { kind: 'secret', field }));

  for (const entry of [
    { apiKeyHeader: 'X-Team-Token', requestHeaders: { 'X-Team': 'wing', 'X-Api-Key': '' } },
    { uploadHeaders: { 'x-amz-server-side-encryption-aws-kms-key-id': 'arn:aws:kms:eu-1:1:key/1' } },
    {
      requestHeaders: { 'X-Bypass': 'cache', 'X-By-Pass': 'cache', 'X-Pass-Count': '3', Compass: 'north' },
      uploadHeaders: { passenger: 'wing', passes: '3' },
      pages: { project: 'https://portal.example/?trespass=a&bypass=b&id={project_id}&pass={project_id}' },
    },
    project({
      key: 'WING',
      pin_diameter: 5,
      max_tokens: 4096,
      token: '{name}',
      tokenType: 'bearer',
      pass: 2,
    }),
    project({ password: '{prompt.password}', $prompts: { password: { type: 'text', label: 'Password' } } }),
    asked('session', { default: 'batch', label: 'Session: batch' }),
    { pages: { project: 'https://portal.example/?project={project_id}&key={project_id}&token=#x' } },
  ])
    it(`in ${JSON.stringify(entry)}`, () => assert.equal(read(named(entry)), 'read'));
});

describe('A service that a colleague could not add', () => {
  for (const [entry, problem] of [
    [{ baseUrl: 'https://u:p@a.example' }, { kind: 'baseUrl', problem: 'credentials' }],
    [{ baseUrl: 'https://a.example?key=abc' }, { kind: 'baseUrl', problem: 'query' }],
    [
      { baseUrl: 'https://a.example', name: 'B' },
      { kind: 'field', field: 'name' },
    ],
    [
      { baseUrl: 'https://a.example', $schema: 'x' },
      { kind: 'field', field: '$schema' },
    ],
    [
      { baseUrl: 'https://a.example', requestHeaders: { 'X-Auth-Token': 's3cr3t' } },
      { kind: 'secret', field: 'requestHeaders.X-Auth-Token' },
    ],
    [
      {
        baseUrl: 'https://a.example',
        ...project({ list: Array.from({ length: maxServiceFileBytes / 4 }, () => 1) }),
      },
      { kind: 'tooLarge' },
    ],
  ] as const)
    it(`is not defined: ${problem.kind} ${JSON.stringify(entry).slice(0, 60)}`, () =>
      assert.deepEqual(defineService('A', entry), problem));
});

describe('The file of a service has nothing that cannot be seen', () => {
  const refuses = (field: string, entry: object) =>
    it(`in ${JSON.stringify(entry)}`, () =>
      assert.deepEqual(read(named(entry)), { kind: 'invisible', field }));

  const names = ['A ', ' A', 'A\u200b', 'a\nb', '\u2800', '\u3164', '\u00ad', '\u202eA', '\ud800', 'A\u00a0'];
  for (const name of names) refuses('name', { name });
  for (const end of ['/\u202e', '/\u2066x', '/\u200b', '\n']) {
    refuses('baseUrl', { baseUrl: `https://a.example${end}` });
    refuses('pages.project', { pages: { project: `https://a.example/1${end}` } });
  }

  for (const name of ['Flu\u0308gel', 'Flügel ❤\ufe0f', '翼 2', 'می\u200cخواهم'])
    it(`but may be called ${name}`, () => assert.equal(read(named({ name })), 'read'));
});

describe('The host in the file of a service', () => {
  for (const host of [
    '*',
    '{host}.example',
    '${host}.example',
    '$(id).example',
    'a.example;evil.example',
    '"a".example',
    'a..example',
    'a.example.',
    'localhost.',
    "a'b.example",
    'a.example&x',
    'a.example=x',
    'a.example,b',
    'a!b.example',
    '[::ffff:a9fe:a9fe]',
    '[::ffff:169.254.169.254]',
  ])
    it(`is not ${host}`, () => {
      const baseUrl = read(named({ baseUrl: `https://${host}` }));
      const page = read(named({ pages: { project: `https://${host}/{project_id}` } }));
      assert.deepEqual(
        [baseUrl, page].map((one) => (one as { readonly kind?: string }).kind),
        ['baseUrl', 'page'],
      );
    });

  it('is followed by a path without placeholders', () =>
    assert.deepEqual(read(named({ baseUrl: 'https://a.example/{tenant}' })), {
      kind: 'baseUrl',
      problem: 'notAUrl',
    }));

  for (const address of [
    'https://SIM-1.example:8443/api',
    'https://b\u00fccher.example',
    'https://xn--bcher-kva.example',
    'https://[::1]:8443',
    'https://10.0.0.7',
    'https://sim_service:8080',
    'http://localhost:8080',
  ])
    it(`may be in ${address}`, () => {
      assert.equal(read(named({ baseUrl: address })), 'read');
      assert.equal(read(named({ pages: { project: `${address}/{project_id}` } })), 'read');
    });
});

describe('A number in the file of a service', () => {
  const withNumber = (number: string) =>
    read(
      `{"name":"W","baseUrl":"https://a.example","requests":{"createModel":{"5":"1e400","a":[${number}]}}}`,
    );

  for (const number of [
    '12345678901234567890',
    '9007199254740993',
    '0.12345678901234567890',
    '1e400',
    '-1e999',
    '1e-400',
    `0.5${'0'.repeat(40)}`,
    '1'.repeat(100_000),
    `0.${'0'.repeat(100_000)}1`,
  ])
    it(`is refused where it would be another one: ${number.slice(0, 30)}`, () =>
      assert.deepEqual(withNumber(number), { kind: 'number', number }));

  for (const number of ['0', '-5', '1.50', '1e2', '2.5E-3', '0.1', '12345678901234567000', '1e21'])
    it(`is read where it is kept: ${number}`, () => assert.equal(withNumber(number), 'read'));
});
