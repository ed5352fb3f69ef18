import assert from 'node:assert/strict';
import { uploadOrigins } from '../../../src/launch/launchUploadUrls';
import { readEntries } from '../../support/recordFiles';
import { beginLaunch, closeLaunches } from './support/begunLaunch';

describe('The origins of upload URLs', () => {
  afterEach(closeLaunches);

  it('have neither path nor query nor user, each once and four at most', () => {
    const links = [
      'https://files.example/bucket/a?X-Amz-Signature=1',
      'https://files.example:443/bucket/b?X-Amz-Signature=2',
      'https://me:pw@files.example:8443/c',
      'http://[::1]:9000/d',
      'no link',
      'https://three.example/e',
      'https://four.example/f',
    ];
    assert.deepEqual(uploadOrigins(links), [
      'https://files.example',
      'https://files.example:8443',
      'http://[::1]:9000',
      'https://three.example',
    ]);
  });

  it('are in the journal and in the record as soon as the model is created', async () => {
    const { emulator, record, run, folder } = await beginLaunch({ 'a.inp': '*INCLUDE', 'b.inc': '1, 0, 0' });
    await run();
    const expected = [emulator.fileServerUrl];
    const entries = readEntries(folder, record.record.plan.launch);
    const { at, ...created } = entries.find(({ kind }) => kind === 'modelCreated')!;
    const id = emulator.models.at(-1)?.model_id;
    assert.deepEqual(created, { kind: 'modelCreated', id, uploadOrigins: expected });
    assert.deepEqual(record.record.uploadOrigins, expected);
  });
});
