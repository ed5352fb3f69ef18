import assert from 'node:assert/strict';
import { activated, shown } from './support/live';
import {
  failureText,
  restoreNetwork,
  startFarService,
  startProxy,
  startSecureService,
  twoProjects,
  useNetwork,
} from './support/networkSettings';
import { certificates } from '../support/certificates';

describe('A certificate', () => {
  afterEach(restoreNetwork);

  it('is accepted when an authority has signed it that only the system trusts', async () => {
    await startSecureService('good');
    const { projects } = await activated();
    assert.deepEqual(await shown(projects), ['Secure']);
  });

  const unknown =
    'It was not issued by an authority that this computer trusts. Ask your administrator to add that authority to ' +
    'the certificates of the system, and keep the setting http.systemCertificates enabled. ' +
    '(UNABLE_TO_VERIFY_LEAF_SIGNATURE)';
  const refused = {
    unknownAuthority: unknown,
    otherHost:
      'It was issued for a different host. Check the address. If it is correct, do not continue: the connection may be intercepted. ' +
      '(ERR_TLS_CERT_ALTNAME_INVALID)',
    expired: 'It has expired. Ask the operator of the server to renew it. (CERT_HAS_EXPIRED)',
    notYetValid: 'It is not valid yet. Check the date and time of this computer. (CERT_NOT_YET_VALID)',
  } as const;
  for (const [name, reason] of Object.entries(refused)) {
    it(`is refused, and why: ${name}`, async () => {
      const host = await startSecureService(name as keyof typeof refused);
      const text = `The projects could not be listed. The certificate of ${host} was rejected. ${reason}`;
      assert.equal(await failureText(), text);
    });
  }

  it('is refused without the system, and where those of proxies need not be valid', async () => {
    const host = await startSecureService('good');
    await useNetwork({ systemCertificates: false, proxyStrictSSL: false });
    assert.equal(
      await failureText(),
      `The projects could not be listed. The certificate of ${host} was rejected. ${unknown}`,
    );
  });

  it('of a proxy is refused, unless the settings say otherwise', async () => {
    await startFarService();
    const proxy = await startProxy({ certificate: certificates.unknownAuthority });
    await useNetwork({ proxy: `https://${proxy.host}` });
    assert.equal(
      await failureText(),
      `The projects could not be listed. The certificate of the proxy ${proxy.host} was rejected. ${unknown}`,
    );
    await useNetwork({ proxy: `https://${proxy.host}`, proxyStrictSSL: false });
    const { projects } = await activated();
    assert.deepEqual(await shown(projects), twoProjects);
  });
});
