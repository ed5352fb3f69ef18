import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { StatusError } from '../../../src/client/core/errors';
import { FileUploadError } from '../../../src/upload/errors';
import { waitFor } from '../../host/waitFor';
import {
  allAccepted,
  foreignFiles,
  foreignFolders,
  foreignHashes,
  type Launched,
  launchElsewhere,
} from '../../support/foreignLaunch';
import {
  accessKey,
  bucket,
  type ForeignServer,
  keyHeader,
  startObjectStore,
  startWebdavServer,
  stopForeignServers,
} from '../../support/foreignServers';
import type { Links } from '../../support/linkingService';
import { presignedUrl } from '../../support/presignedUrl';
import { removeTempTrees } from '../../support/tempTree';

/** Seconds. */
const lifetimeSeconds = 900;

/** Upload URLs of an object store. */
function linksOf({ origin }: ForeignServer, { signedAt = new Date(), key = accessKey } = {}): Links {
  const signed = { method: 'PUT', origin, signedAt, expires: lifetimeSeconds } as const;
  const linkTo = (name: string) => presignedUrl({ ...signed, path: `/${bucket}/${name}` }, key);
  return { linkTo, now: signedAt };
}

/** Checks that nothing was accepted or finalised, and that the error has the message of the file server. */
function assertRefused({ error, ...rest }: Launched, status: number, code?: string, words?: string): void {
  assert.deepEqual(rest, { requests: ['POST /projects', 'POST /models'], accepted: {} });
  assert.ok(error instanceof FileUploadError && error.cause instanceof StatusError, String(error));
  const { cause } = error;
  assert.deepEqual([error.tries, cause.status, cause.code, cause.serverMessage], [1, status, code, words]);
}

describe('An independent object store', () => {
  afterEach(async () => {
    await stopForeignServers();
    await removeTempTrees();
  });

  it('stores the files exactly, through signed URLs', async () => {
    const store = await startObjectStore();
    assert.deepEqual(await launchElsewhere(linksOf(store), foreignFiles), allAccepted);
    // It responds before it has written the last bytes.
    await waitFor('all files', async () => isDeepStrictEqual(await store.stored(), foreignHashes), {
      state: async () => JSON.stringify(await store.stored()),
    });
  });

  // Expired ones are valid by the clock of the service, which is behind.
  const signedAt = new Date(Date.now() - 2 * lifetimeSeconds * 1000);
  const unknownKey = 'The AWS Access Key Id you provided does not exist in our records.';
  for (const [what, changes, code, words] of [
    ['that have expired', { signedAt }, 'AccessDenied', 'Request has expired'],
    ['of an unknown key', { key: { id: 'OTHER', secret: 'x' } }, 'InvalidAccessKeyId', unknownKey],
  ] as const)
    it(`rejects URLs ${what}`, async () => {
      const store = await startObjectStore();
      assertRefused(await launchElsewhere(linksOf(store, changes), foreignFiles), 403, code, words);
      assert.deepEqual(await store.stored(), {});
    });
});

describe('An independent WebDAV server', () => {
  const key = 'unguessable-5f0c';
  const linksTo = ({ origin }: ForeignServer): Links => ({
    linkTo: (name) => `${origin}/${name.split('/').map(encodeURIComponent).join('/')}`,
    now: new Date(),
  });

  afterEach(async () => {
    await stopForeignServers();
    await removeTempTrees();
  });

  it('stores the files exactly, with the header from the settings', async () => {
    const server = await startWebdavServer(foreignFolders, key);
    assert.deepEqual(await launchElsewhere(linksTo(server), foreignFiles, { [keyHeader]: key }), allAccepted);
    assert.deepEqual(await server.stored(), foreignHashes);
  });

  it('rejects files without that header', async () => {
    const server = await startWebdavServer(foreignFolders, key);
    assertRefused(await launchElsewhere(linksTo(server), foreignFiles), 401);
    assert.deepEqual(await server.stored(), {});
  });
});
