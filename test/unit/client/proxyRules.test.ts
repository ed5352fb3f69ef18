import assert from 'node:assert/strict';
import { chooseProxy, type ProcessEnv, type ProxySettings } from '../../../src/client/http/proxyRules';
import { createProxyHeaders, listProxySecrets, type Proxy } from '../../../src/client/http/route';

const unset: ProxySettings = {
  proxy: '',
  noProxy: [],
  support: 'override',
  authorization: undefined,
  strict: true,
};

function pickProxy(
  url: string,
  settings: Partial<ProxySettings> = {},
  environment: ProcessEnv = {},
): unknown {
  const choice = chooseProxy(new URL(url), { ...unset, ...settings }, environment);
  return typeof choice === 'string' ? choice : `${choice.url?.href ?? 'unusable'} by ${choice.source}`;
}

const service = 'https://sim.example.com';
const set = { proxy: 'http://proxy.test:3128' };
const chosen = 'http://proxy.test:3128/ by http.proxy';

/** The server; settings and environment; the chosen proxy. */
type Case = readonly [url: string, settings: Partial<ProxySettings>, environment: ProcessEnv, choice: string];

const everyVariable = {
  https_proxy: 'http://a.test',
  HTTPS_PROXY: 'http://b.test',
  http_proxy: 'http://c.test',
  HTTP_PROXY: 'http://d.test',
};

const cases: Readonly<Record<string, readonly Case[]>> = {
  'takes the first configured one': [
    [service, {}, {}, 'askSystem'],
    [service, set, {}, chosen],
    [service, set, everyVariable, chosen],
    [service, {}, everyVariable, 'http://a.test/ by https_proxy'],
    [service, {}, { ...everyVariable, https_proxy: '' }, 'http://b.test/ by HTTPS_PROXY'],
    ['http://sim.example.com', {}, everyVariable, 'http://a.test/ by https_proxy'],
    [service, {}, { ...everyVariable, https_proxy: '', HTTPS_PROXY: '' }, 'http://c.test/ by http_proxy'],
    [service, {}, { HTTP_PROXY: 'http://d.test' }, 'http://d.test/ by HTTP_PROXY'],
    [service, {}, { ALL_PROXY: 'http://e.test' }, 'askSystem'],
  ],
  'is none when proxies are turned off': [
    [service, { ...set, support: 'off' }, everyVariable, 'direct'],
    [service, { support: 'off' }, {}, 'direct'],
    [service, { ...set, support: 'on' }, {}, chosen],
    [service, { ...set, support: 'fallback' }, {}, chosen],
  ],
  'is none for the addresses that VS Code considers local, with every protocol': [
    ['https://127.0.0.1', set, {}, 'direct'],
    ['https://[::1]:80', set, {}, 'direct'],
    ['https://localhost', set, everyVariable, 'direct'],
    ['https://127.0.0.2', set, {}, chosen],
    ['https://a.localhost', set, {}, chosen],
  ],
  'is none for unencrypted requests to this computer, under every name': [
    '127.0.0.2:8080',
    '0.0.0.0:8080',
    'a.localhost',
    'localhost.',
    '[::1]',
    '[::ffff:127.0.0.2]',
  ].flatMap((host): Case[] => [
    [`http://${host}`, set, {}, 'direct'],
    [`http://${host}`, {}, everyVariable, 'direct'],
    [`http://${host}`, {}, {}, 'direct'],
  ]),
  'is none for excluded hosts': [
    [service, { ...set, noProxy: ['sim.example.com'] }, {}, 'direct'],
    [service, { ...set, noProxy: [' Example.COM '] }, {}, 'direct'],
    [service, { ...set, noProxy: ['.example.com'] }, {}, 'direct'],
    [service, { ...set, noProxy: ['ple.com'] }, {}, chosen],
    [service, { ...set, noProxy: ['*'] }, {}, 'direct'],
    [service, { ...set, noProxy: ['*.example.com'] }, {}, chosen],
    [service, { ...set, noProxy: ['sim.example.com:443'] }, {}, 'direct'],
    [service, { ...set, noProxy: ['sim.example.com:8443'] }, {}, chosen],
    [`${service}:8443`, { ...set, noProxy: ['example.com:8443'] }, {}, 'direct'],
    ['http://sim.example.com', { ...set, noProxy: ['example.com:80'] }, {}, 'direct'],
    [service, { ...set, noProxy: ['', 'other.test'] }, {}, chosen],
    ['https://127.0.0.2', { ...set, noProxy: ['127.0.0.2'] }, {}, 'direct'],
  ],
  'uses the exclusions of the environment variables if the settings have none': [
    [service, set, { NO_PROXY: 'a.test, example.com' }, 'direct'],
    [service, set, { no_proxy: 'example.com', NO_PROXY: '' }, 'direct'],
    [service, set, { no_proxy: 'a.test', NO_PROXY: 'example.com' }, chosen],
    [service, set, { NO_PROXY: '*' }, 'direct'],
    [service, set, { NO_PROXY: '' }, chosen],
    [service, { ...set, noProxy: ['a.test'] }, { NO_PROXY: 'example.com' }, chosen],
    [service, {}, { ...everyVariable, NO_PROXY: 'example.com' }, 'direct'],
  ],
  'accepts the supported types of proxies': [
    [service, { proxy: ' https://p.test ' }, {}, 'https://p.test/ by http.proxy'],
    [service, { proxy: 'SOCKS5://p.test:1080' }, {}, 'socks5://p.test:1080 by http.proxy'],
    [service, { proxy: 'socks5h://me:pw@p.test' }, {}, 'socks5://me:pw@p.test by http.proxy'],
    [service, { proxy: 'socks://p.test' }, {}, 'socks5://p.test by http.proxy'],
    [service, { proxy: 'socks4://p.test' }, {}, 'socks4://p.test by http.proxy'],
    [service, { proxy: 'http://me:p#w@p.test' }, {}, 'unusable by http.proxy'],
  ],
  'skips values that name no proxy': [
    [service, { proxy: 'p.test:3128' }, { HTTPS_PROXY: 'http://b.test' }, 'http://b.test/ by HTTPS_PROXY'],
    [service, { proxy: 'ftp://p.test' }, {}, 'askSystem'],
    [service, {}, { HTTPS_PROXY: 'p.test:3128', HTTP_PROXY: 'http://d.test' }, 'askSystem'],
  ],
};

describe('The choice of a proxy', () => {
  for (const [name, rows] of Object.entries(cases)) {
    it(name, () => {
      assert.deepEqual(
        rows.map(([url, settings, environment]) => pickProxy(url, settings, environment)),
        rows.map(([, , , choice]) => choice),
      );
    });
  }

  it('includes the settings that determine it', () => {
    const settings = { ...unset, ...set, authorization: 'Bearer x', strict: false };
    assert.deepEqual(chooseProxy(new URL(service), settings, {}), {
      url: new URL(set.proxy),
      authorization: 'Bearer x',
      source: 'http.proxy',
      verifyCertificate: false,
    });
  });
});

function proxy(url: string, authorization?: string): Proxy {
  return { url: new URL(url), authorization, source: 'http.proxy', verifyCertificate: true };
}

describe('A proxy', () => {
  for (const [url, authorization, told] of [
    ['http://p.test', undefined, undefined],
    ['http://me:s%3Acret%21@p.test', undefined, `Basic ${btoa('me:s:cret!')}`],
    ['http://me@p.test', undefined, `Basic ${btoa('me:')}`],
    ['http://me:100%@p.test', undefined, `Basic ${btoa('me:100%')}`],
    ['http://me:secret@p.test', 'Negotiate YII=', 'Negotiate YII='],
  ] as const) {
    it(`at ${url} gets ${told ?? 'no credentials'}${authorization === undefined ? '' : ', as configured'}`, () => {
      const headers = createProxyHeaders(proxy(url, authorization));
      assert.deepEqual(headers, told === undefined ? {} : { 'proxy-authorization': told });
    });
  }

  it('has its secrets redacted in the forms in which they are sent and configured', () => {
    const basic = btoa('me:s:cret!');
    const secrets = listProxySecrets(proxy('http://me:s%3Acret!@p.test'));
    assert.deepEqual(secrets, [`Basic ${basic}`, basic, 's:cret!', 's%3Acret!']);
  });
});

// https://github.com/psf/requests/issues/2846: a part of the password was asked of DNS and shown.
describe('The address of a proxy whose user name or password ends its host', () => {
  for (const address of [
    'http://alice:Hash#Tag@proxy.test:3128',
    'http://alice:2024#Summer@proxy.test:3128',
    'http://alice:a/b@proxy.test:3128',
    'https://alice:what?x@proxy.test',
    'socks5://alice:p@ss/2@proxy.test',
    String.raw`http://CORP\alice:secret@proxy.test:3128`,
  ])
    for (const source of ['http.proxy', 'HTTPS_PROXY'] as const)
      it(`is not used, as nothing of it is a host: ${address} in ${source}`, () => {
        const isSetting = source === 'http.proxy';
        const settings = { ...unset, proxy: isSetting ? address : '' };
        const environment = isSetting ? {} : { [source]: address };
        assert.deepEqual(chooseProxy(new URL(service), settings, environment), {
          isUnescaped: true,
          url: undefined,
          authorization: undefined,
          source,
          verifyCertificate: true,
        });
      });

  it('is used with the same characters as they have to be written, and with those that end nothing', () => {
    for (const [address, secret] of [
      ['http://alice:Hash%23Tag@proxy.test:3128/', 'Hash#Tag'],
      ['http://alice:p@ss@proxy.test:3128', 'p@ss'],
      ['http://alice:50%off@proxy.test:3128', '50%off'],
    ] as const) {
      const choice = chooseProxy(new URL(service), { ...unset, proxy: address }, {}) as Proxy;
      assert.deepEqual(
        [choice.url?.host, listProxySecrets(choice).includes(secret)],
        ['proxy.test:3128', true],
      );
    }
  });
});
