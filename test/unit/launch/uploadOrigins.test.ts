import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { uploadOrigins } from '../../../src/launch/launchUploadUrls';
import { launchBench, plannedLaunch } from '../../support/launches';
import { decodeLines } from '../../support/recordText';
import { startService, stopServices } from '../../support/service';

describe('The origins of upload URLs', () => {
  afterEach(stopServices);

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
    const service = await startService();
    const { journal, folder, run } = await launchBench(service);
    const { plan } = await plannedLaunch(service.emulator, { 'a.inp': '*INCLUDE', 'b.inc': '1, 0, 0' });
    const open = await journal.begin(plan);
    await run(open);
    await open.close();
    const expected = [service.emulator.fileServerUrl];
    const { launch } = open.record.plan;
    const entries = decodeLines(readFileSync(path.join(folder, `${launch}.launch`), 'utf8'));
    const { at, ...created } = entries.find(({ kind }) => kind === 'modelCreated')!;
    const id = service.emulator.models.at(-1)?.model_id;
    assert.deepEqual(created, { kind: 'modelCreated', id, uploadOrigins: expected });
    assert.deepEqual(open.record.uploadOrigins, expected);
  });

  it('may be missing in the record of an earlier version', async () => {
    const service = await startService();
    const { journal } = await launchBench(service);
    const { plan } = await plannedLaunch(service.emulator, { 'a.inp': '*INCLUDE' });
    const open = await journal.begin(plan);
    await open.append({ kind: 'creatingModel' });
    await open.append({ kind: 'modelCreated', id: 'm' });
    await open.close();
    const [read] = (await journal.read()).launches;
    assert.deepEqual([read?.record.modelId, read?.record.uploadOrigins], ['m', undefined]);
  });
});
