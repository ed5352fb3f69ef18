import assert from 'node:assert/strict';
import { certificates } from '../support/certificates';
import { activateExtension, contentOf, twoProjects } from './support/live';
import {
  failureText,
  restoreNetwork,
  startFarService,
  startProxy,
  startSecureService,
  useNetwork,
} from './support/networkSettings';

describe('A certificate', () => {
  afterEach(restoreNetwork);

  it('is accepted when only the system trusts the authority that signed it', async () => {
    await startSecureService('good');
    const { projects } = await activateExtension();
    assert.deepEqual(await contentOf(projects), ['Secure']);
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
    it(`is rejected, with the reason: ${name}`, async () => {
      const host = await startSecureService(name as keyof typeof refused);
      const text = `The projects could not be listed. The certificate of ${host} was rejected. ${reason}`;
      assert.equal(await failureText(), text);
    });
  }

  it('is rejected without the system certificates, even if proxy certificates are not checked', async () => {
    const host = await startSecureService('good');
    await useNetwork({ systemCertificates: false, proxyStrictSSL: false });
    assert.equal(
      await failureText(),
      `The projects could not be listed. The certificate of ${host} was rejected. ${unknown}`,
    );
  });

  it('of a proxy is rejected, unless the settings turn the check off', async () => {
    await startFarService();
    const proxy = await startProxy({ certificate: certificates.unknownAuthority });
    await useNetwork({ proxy: `https://${proxy.host}` });
    assert.equal(
      await failureText(),
      `The projects could not be listed. The certificate of the proxy ${proxy.host} was rejected. ${unknown}`,
    );
    await useNetwork({ proxy: `https://${proxy.host}`, proxyStrictSSL: false });
    const { projects } = await activateExtension();
    assert.deepEqual(await contentOf(projects), twoProjects);
  });
});
