import assert from 'node:assert/strict';
import type { CheckResult } from '../../../src/check/checkResult';
import { type NetworkDetails, NetworkError, StatusError } from '../../../src/client/core/errors';
import { MappingError } from '../../../src/client/mapping/mappingError';
import { describeCheck, getCheckTitle } from '../../../src/messages/checkResults';
import { describeError } from '../../../src/messages/describeError';

const host = 'sim.example';
const service = { role: 'service', host } as const;
const certificate = {
  subject: 'sim.example',
  issuers: ['Issuing CA', 'Root CA'],
  validTo: Date.UTC(2030, 0, 2),
};
function network(details: Omit<NetworkDetails, 'sent'>): NetworkError {
  return new NetworkError('listProjects', host, { sent: 'no', ...details });
}

function status(code: number): StatusError {
  return new StatusError({ operation: 'listProjects', host, status: code });
}

const authentication = { check: 'authentication', host, scheme: 'bearer', secret: 'sent' } as const;
const own = { check: 'projects', variant: 'variant_a', host, isSet: true } as const;
const other = { check: 'projects', variant: 'variant_b', host, isSet: false, outcome: 'ok' } as const;
const proxyAt = { host: 'proxy.example:3128', source: 'HTTPS_PROXY' } as const;
const named = { check: 'name', server: service, outcome: 'ok' } as const;
const failed = (check: 'proxy' | 'name' | 'certificate', details: Omit<NetworkDetails, 'sent'>) =>
  ({ check, server: service, outcome: 'failed', error: network(details) }) as const;

/** Results of each kind with their texts, except for those above. */
const words: readonly (readonly [CheckResult, text: string])[] = [
  [
    { check: 'settings', outcome: 'failed', error: new MappingError('pathPrefix', 'pathPrefix') },
    `Settings: ${describeError(new MappingError('pathPrefix', 'pathPrefix'))}`,
  ],
  [
    { check: 'proxy', server: service, outcome: 'ok', proxy: proxyAt },
    'Proxy: sim.example is reached through the proxy proxy.example:3128. The proxy is set in the environment variable HTTPS_PROXY.',
  ],
  [
    { check: 'proxy', server: service, outcome: 'ok', proxy: { ...proxyAt, source: 'system' } },
    'Proxy: sim.example is reached through the proxy proxy.example:3128. The proxy is set in the system settings.',
  ],
  [
    failed('proxy', { code: 'proxyUnsupported', proxy: { ...proxyAt, isAtFault: true } }),
    'Proxy: The configured proxy cannot be used. Its address must begin with http://, https:// or socks5://. The proxy is set in the environment variable HTTPS_PROXY. Check its address there.',
  ],
  [
    { ...named, name: host, addresses: ['192.0.2.1', '2001:db8::1'], byProxy: false },
    'Host name: sim.example is at 192.0.2.1, 2001:db8::1.',
  ],
  [
    { ...named, name: 'proxy.example', addresses: ['192.0.2.1'], byProxy: true },
    'Host name: proxy.example is at 192.0.2.1. The proxy resolves sim.example itself.',
  ],
  [
    failed('name', { code: 'dns', systemCode: 'ENOTFOUND' }),
    'Host name: The host name of sim.example could not be resolved. Check the base URL, the network and the VPN. (ENOTFOUND)',
  ],
  [
    { check: 'connection', server: service, outcome: 'ok', proxy: { host: proxyAt.host, isThrough: true } },
    'Connection: The proxy proxy.example:3128 connects to sim.example.',
  ],
  [
    {
      check: 'connection',
      server: { role: 'fileServer', host },
      outcome: 'ok',
      proxy: { host: proxyAt.host, isThrough: false },
    },
    'Connection (file server): The proxy proxy.example:3128 accepts connections.',
  ],
  [
    { check: 'certificate', server: service, outcome: 'ok', protocol: 'TLSv1.3', certificate },
    'Certificate: Accepted with TLSv1.3: “sim.example” → “Issuing CA” → “Root CA”, valid until 2030-01-02.',
  ],
  [
    failed('certificate', { code: 'certificate', systemCode: 'CERT_HAS_EXPIRED' }),
    'Certificate: The certificate of sim.example was rejected. It has expired. Ask the operator of the server to renew it. (CERT_HAS_EXPIRED)',
  ],
  [
    { check: 'clock', outcome: 'failed', host, differenceMs: 1_200_000 },
    'Clock: The clock of this computer is 20 minutes ahead of the clock of sim.example. Correct the date and time of this computer. Until then, servers may reject signatures and tokens.',
  ],
  [
    { check: 'clock', outcome: 'skipped', reason: 'noDate' },
    'Clock: The clocks cannot be compared, because no response has a date.',
  ],
  [
    { check: 'clock', outcome: 'skipped', reason: 'noResponse' },
    'Clock: Unknown, because no list could be requested.',
  ],
  [{ ...authentication, outcome: 'ok' }, 'Authentication: sim.example accepted your credentials (“bearer”).'],
  [
    { ...authentication, outcome: 'ok', secret: 'withheld' },
    'Authentication: sim.example does not require authentication. Your credentials were not sent, because the connection is not encrypted.',
  ],
  [
    { ...authentication, outcome: 'ok', scheme: 'none', secret: 'none' },
    'Authentication: sim.example does not require authentication, and no credentials are sent, because the setting simulationService.authentication is “none”.',
  ],
  [
    { ...authentication, outcome: 'warning' },
    'Authentication: sim.example accepted your credentials, but denied access (403). Ask the operator of the service for access.',
  ],
  [
    { ...authentication, outcome: 'warning', secret: 'none' },
    'Authentication: sim.example denied access (403). The requests were sent without credentials.',
  ],
  [
    { ...authentication, outcome: 'failed' },
    'Authentication: sim.example rejected your credentials (401, “bearer”). Sign in again, or select another method in the setting simulationService.authentication.',
  ],
  [
    { ...authentication, outcome: 'failed', secret: 'withheld' },
    'Authentication: sim.example requires you to sign in (401). Your credentials were not sent, because the connection is not encrypted. Set a base URL with https://.',
  ],
  [
    { ...authentication, outcome: 'failed', scheme: 'none', secret: 'none' },
    'Authentication: sim.example requires you to sign in (401), but the setting simulationService.authentication is “none”. Select an authentication method there.',
  ],
  [{ ...own, outcome: 'ok', entries: 1, skipped: 0 }, 'Projects (variant A): 1 entry.'],
  [
    { ...own, outcome: 'ok', entries: 50, skipped: 0, partial: { total: 250 } },
    'Projects (variant A): 50 entries. This is not the whole list: 50 of 250.',
  ],
  [
    { ...own, outcome: 'ok', entries: 0, skipped: 3 },
    'Projects (variant A): 0 entries. Entries without a valid ID are not shown: 3.',
  ],
  [
    { ...other, error: network({ code: 'reset' }) },
    'Projects (variant B): No usable response, which is fine: this is not the selected variant.',
  ],
  [
    { ...other, error: status(404) },
    'Projects (variant B): Not offered (status 404), which is fine: this is not the selected variant.',
  ],
  [{ ...other, error: status(401) }, 'Projects (variant B): Not known (status 401).'],
  [
    { ...own, outcome: 'failed', error: status(503) },
    'Projects (variant A): The projects could not be listed. sim.example responded with status 503. The server has a problem. Try again later.',
  ],
  [
    { ...own, outcome: 'failed', error: status(404), empty: { path: '/base/', hasPrefix: false } },
    'Projects (variant A): Neither variant was found at sim.example/base/. Check the path of the base URL.',
  ],
  [
    { ...own, outcome: 'failed', error: status(404), empty: { path: '/v9', hasPrefix: true } },
    'Projects (variant A): The service was not found at sim.example/v9. Check the path of the base URL and the setting simulationService.pathPrefix.',
  ],
  [
    {
      ...own,
      outcome: 'failed',
      error: new StatusError({ operation: 'listProjects', host, status: 404, environment: 'Wing' }),
      empty: { path: '/v9', hasPrefix: true },
    },
    'Projects (variant A): The service was not found at sim.example/v9. Check the path of the base URL and the setting pathPrefix of the environment “Wing”.',
  ],
  [
    { check: 'projects', variant: 'variant_b', outcome: 'skipped', reason: 'pathPrefix' },
    'Projects (variant B): Not checked because the setting simulationService.pathPrefix determines the path.',
  ],
  [
    { check: 'clock', outcome: 'skipped', reason: 'previousFailed', failed: 'connection' },
    'Clock: Not checked because of “Connection” above.',
  ],
  [
    { check: 'projects', variant: 'variant_b', outcome: 'skipped', reason: 'connectionLost' },
    'Projects (variant B): Not checked because of “Projects” above.',
  ],
  [
    { check: 'reusableModels', variant: 'variant_b', outcome: 'skipped', reason: 'unauthorized' },
    'Reusable models (variant B): Not checked because of “Authentication” above.',
  ],
];

describe('The texts of a check', () => {
  for (const [result, text] of words)
    it(`are for people: ${text}`, () =>
      assert.equal(`${getCheckTitle(result)}: ${describeCheck(result)}`, text));
});
