import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { StatusError } from '../../../src/client/core/errors';
import { FileUploadError } from '../../../src/upload/errors';
import { waitFor } from '../../host/waitFor';
import { allAccepted, foreignFiles, foreignHashes, launchElsewhere } from '../../support/foreignLaunch';
import {
  bucket,
  type ForeignServer,
  startObjectStore,
  stopForeignServers,
} from '../../support/foreignServers';
import type { Links } from '../../support/linkingService';
import { presignedUrl } from '../../support/presignedUrl';
import { removeTempTrees } from '../../support/tempTree';

/** Seconds. */
const lifetimeSeconds = 900;

/** Upload URLs of an object store. */
function linksOf({ origin }: ForeignServer, signedAt = new Date()): Links {
  const linkTo = (name: string) =>
    presignedUrl({ origin, path: `/${bucket}/${name}`, signedAt, expires: lifetimeSeconds });
  return { linkTo, now: signedAt };
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

  it('rejects URLs that have expired', async () => {
    const store = await startObjectStore();
    // Still valid by the clock of the service, which is behind.
    const signedAt = new Date(Date.now() - 2 * lifetimeSeconds * 1000);
    const { error, ...rest } = await launchElsewhere(linksOf(store, signedAt), foreignFiles);
    assert.deepEqual(rest, { requests: ['POST /projects', 'POST /models'], accepted: {} });
    assert.ok(error instanceof FileUploadError && error.cause instanceof StatusError, String(error));
    const { status, code, serverMessage } = error.cause;
    assert.deepEqual(
      [error.tries, status, code, serverMessage],
      [1, 403, 'AccessDenied', 'Request has expired'],
    );
    assert.deepEqual(await store.stored(), {});
  });
});
