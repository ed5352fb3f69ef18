import assert from 'node:assert/strict';
import {
  type BaseUrlProblem,
  isEncrypted,
  isSecretAllowed,
  parseBaseUrl,
} from '../../../src/client/url/baseUrl';

const label = 'x'.repeat(63);
const maxLengthHost = `${label}.${label}.${label}.${'x'.repeat(61)}`;

/** Texts with the resulting base URLs. */
const accepted: Readonly<Record<string, string>> = {
  'https://sim.example.com': 'https://sim.example.com/',
  '  https://sim.example.com\n': 'https://sim.example.com/',
  'HTTPS://Sim.Example.COM:443/': 'https://sim.example.com/',
  'https://sim.example.com:8443/api/sim/': 'https://sim.example.com:8443/api/sim/',
  'https://sim.example.com/a%2Fb/ü..': 'https://sim.example.com/a%2Fb/%C3%BC..',
  'https://bücher.example': 'https://xn--bcher-kva.example/',
  'https://[2001:DB8:0:0:0:0:0:1]': 'https://[2001:db8::1]/',
  'https://sim.example.com:65535': 'https://sim.example.com:65535/',
  [`https://${maxLengthHost}`]: `https://${maxLengthHost}/`,
  'http://127.0.0.1:8080': 'http://127.0.0.1:8080/',
  'http://127.255.0.3/api': 'http://127.255.0.3/api',
  'http://[::1]:8080': 'http://[::1]:8080/',
  'http://localhost:8080': 'http://localhost:8080/',
};

const refused: Readonly<Record<BaseUrlProblem, readonly string[]>> = {
  notAUrl: [
    '',
    'sim.example.com',
    '//sim.example.com',
    '/api',
    'https:sim.example.com',
    'http:127.0.0.1',
    'https:/sim.example.com',
    'https:\\\\sim.example.com',
    'https://sim.example.com\\@evil.example',
    'https://sim.exa\tmple.com',
    'https://sim.example.com/\u0000',
    'https://sim.example.com/a b',
    'https://sim.example.com/\ud800',
    'https://sim.example.com/a/../b',
    'https://sim.example.com/%2E%2e',
    'https://ex%61mple.com',
    'https://ex\u00adample.com',
    'http://2130706433',
    'http://127.1',
    'http://127.0.0.1.',
    'http://ｌocalhost',
  ],
  scheme: ['ftp:', 'ftp://sim.example.com', 'file:///etc/passwd', 'javascript:alert(1)', 'localhost:8080'],
  host: [
    'https://',
    'https:///x',
    'https://?',
    'https://:443',
    'https://[::1',
    'https://a<b',
    'https://1.2.3.4.5',
    'https://sim.example.com:0',
    'https://sim.example.com:65536',
    'https://sim.example.com:a',
    `https://${maxLengthHost}x`,
    `https://${'y'.repeat(254)}`,
  ],
  credentials: [
    'https://user:CANARY@sim.example.com',
    'https://user@sim.example.com',
    'https://@sim.example.com',
    'https://CANARY:@sim.example.com:99999',
    'http://user:CANARY@127.0.0.1?x#y',
  ],
  query: ['https://sim.example.com?', 'https://sim.example.com/?a=b'],
  fragment: ['https://sim.example.com#', 'https://sim.example.com/#a', 'https://sim.example.com/?a#b'],
  insecure: [
    'http://sim.example.com',
    'http://10.0.0.5:8080',
    'http://0.0.0.0',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://127.example.com',
    'http://me.localhost',
    'http://localhost.',
  ],
};

describe('A base URL', () => {
  for (const [text, href] of Object.entries(accepted)) {
    it(`can be ${JSON.stringify(text)}`, () => assert.equal(String(parseBaseUrl(text)), href));
  }

  for (const [problem, texts] of Object.entries(refused)) {
    for (const text of texts) {
      it(`cannot be ${JSON.stringify(text)}: ${problem}`, () => {
        assert.equal(parseBaseUrl(text), problem);
        if (problem !== 'insecure') assert.equal(parseBaseUrl(text, { allowInsecureHttp: true }), problem);
      });
    }
  }

  for (const text of refused.insecure) {
    it(`can be ${text} when unencrypted addresses are allowed, and then carries no secret`, () => {
      const url = parseBaseUrl(text, { allowInsecureHttp: true });
      assert.ok(url instanceof URL);
      assert.deepEqual([url.protocol, isEncrypted(url), isSecretAllowed(url)], ['http:', false, false]);
    });
  }

  for (const [text, encrypted, carriesSecret] of [
    ['https://sim.example.com', true, true],
    ['https://127.0.0.1', true, true],
    ['http://127.0.0.1:8080', false, true],
    ['http://[::1]', false, true],
    ['http://localhost', false, true],
    ['http://sim.example.com', false, false],
  ] as const) {
    it(`${text} is ${encrypted ? '' : 'not '}encrypted and may ${carriesSecret ? '' : 'not '}carry a secret`, () => {
      const url = new URL(text);
      assert.deepEqual([isEncrypted(url), isSecretAllowed(url)], [encrypted, carriesSecret]);
    });
  }
});
