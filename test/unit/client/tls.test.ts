import assert from 'node:assert/strict';
import path from 'node:path';
import type { TlsOptions } from 'node:tls';
import { operations } from '../../../src/client/operations';
import { authority, certificates } from '../../support/certificates';
import { clientCalls, type InterfaceOperation } from '../../support/clientCalls';
import { selfSigned } from '../../support/selfSigned';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { closeServers } from '../../support/testServer';
import { runClient } from './support/runClient';
import { serveBytes } from './support/serveBytes';

const emptyList = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]';

const tooOld = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

/** The server options and the error code that the client reports. */
const refused: Readonly<Record<string, readonly [TlsOptions, code: string, systemCode: string]>> = {
  'has a self-signed certificate': [selfSigned, 'certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  'has one of another host': [certificates.otherHost, 'certificate', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  'has an expired one': [certificates.expired, 'certificate', 'CERT_HAS_EXPIRED'],
  'has one that is not valid yet': [certificates.notYetValid, 'certificate', 'CERT_NOT_YET_VALID'],
  'has one of an unknown authority': [
    certificates.unknownAuthority,
    'certificate',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ],
  'speaks TLS 1.1 at most': [
    { ...certificates.good, ...tooOld },
    'protocol',
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  ],
};

const lax = {
  NODE_TLS_REJECT_UNAUTHORIZED: '0',
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0`,
  NODE_NO_WARNINGS: '1',
};

/** Ways in which the authority of the tests comes to be trusted. */
const ways = {
  'of the process': {},
  'given to the client': { authorities: [authority] },
} as const;

for (const [way, trusted] of Object.entries(ways)) {
  describe(`Through TLS, with authorities ${way}`, () => {
    let trust: Readonly<Record<string, string>>;

    beforeEach(async () => {
      const folder = await tempTree({ 'authority.pem': authority });
      trust = 'authorities' in trusted ? {} : { NODE_EXTRA_CA_CERTS: path.join(folder, 'authority.pem') };
    });
    afterEach(() => Promise.all([closeServers(), removeTempTrees()]));

    it('requests reach a server whose certificate is signed by one of them', async () => {
      const { origin, heads } = await serveBytes(emptyList, certificates.good);
      const order = [{ server: origin, operation: 'listProjects', ...trusted }] as const;
      const { outcomes } = await runClient(order, trust);
      assert.deepEqual(outcomes, [{ items: 0, skipped: 0 }]);
      assert.match(
        heads.join(),
        /^GET \/variant_b\/v7\/projects HTTP\/1\.1\r\n[^]*^authorization: Bearer \S+\r\n/m,
      );
    });

    for (const [name, [options, code, systemCode]] of Object.entries(refused)) {
      for (const [where, env] of Object.entries({
        '': {},
        ', even if Node is told to check nothing': lax,
      })) {
        it(`nothing is sent to a server that ${name}${where}`, async () => {
          const { origin, host, heads } = await serveBytes(emptyList, options);
          const calls = (Object.keys(clientCalls) as InterfaceOperation[]).map((operation) => ({
            server: origin,
            operation,
            ...trusted,
          }));
          const { outcomes } = await runClient(calls, { ...trust, ...env });
          const expected = calls.map(({ operation }) => ({
            name: 'NetworkError',
            kind: 'network',
            operation,
            host,
            code,
            systemCode,
            sent: operations[operation].method === 'POST' ? 'no' : 'maybe',
          }));
          assert.deepEqual([outcomes, heads], [expected, []]);
        });
      }
    }
  });
}
