import assert from 'node:assert/strict';
import { UploadUrlError } from '../../../src/client/core/errors';
import type { JournalWriter } from '../../../src/launch/journalWriter';
import { launchActions } from '../../../src/launch/launchActions';
import { toProblem } from '../../../src/launch/outcome';
import { FileUploadError } from '../../../src/upload/errors';
import { rewriteResponse } from '../../support/emulatorFaults';
import { launchBench, plannedLaunch } from '../../support/launches';
import { operations, startService, stopServices } from '../../support/service';

const opened: JournalWriter[] = [];

async function prepare() {
  const service = await startService();
  const bench = await launchBench(service);
  const { plan } = await plannedLaunch(service.emulator, { 'a.inp': '*INCLUDE', 'b.inc': '1, 0, 0' });
  const record = await bench.journal.begin(plan);
  opened.push(record);
  return { ...service, ...bench, record };
}

interface CreatedModel {
  readonly files: readonly { readonly upload_url: string }[];
}

describe('A launch with invalid upload URLs', () => {
  afterEach(async () => {
    for (const record of opened.splice(0)) await record.close();
    await stopServices();
  });

  it('sends no file, and records that the created model cannot be completed', async () => {
    const { emulator, run, record } = await prepare();
    const rewrite = (body: unknown) => {
      const { files, ...rest } = body as CreatedModel;
      const [first, ...others] = files.map((file) => ({ ...file }));
      return { ...rest, files: [{ ...first, upload_url: `${first!.upload_url}#CANARY` }, ...others] };
    };
    emulator.setIntercept(({ operation }) =>
      operation === 'createModel' ? rewriteResponse(rewrite) : undefined,
    );
    const { host } = new URL(emulator.baseUrl);
    await assert.rejects(run(record), (error) => {
      assert.ok(error instanceof UploadUrlError);
      assert.equal(error.modelId, emulator.models.at(-1)?.model_id);
      assert.deepEqual(toProblem(error), {
        kind: 'uploadUrl',
        operation: 'createModel',
        host,
        code: 'fragment',
      });
      return true;
    });
    assert.deepEqual(operations(emulator), ['createProject', 'createModel']);
    const { end, modelId } = record.record;
    assert.deepEqual([end, modelId], ['abandoned', emulator.models.at(-1)?.model_id]);
    assert.deepEqual(
      launchActions({ record: record.record, state: 'failed', runsHere: false }).includes('retry'),
      false,
    );
  });

  it('abandons its model when the stored upload URLs have changed', async () => {
    const { emulator, run, record, links } = await prepare();
    const { host } = new URL(emulator.baseUrl);
    const put = links.put.bind(links);
    links.put = (launch, urls) =>
      put(launch, new Map([...urls].map(([name, url]) => [name, url.replace('://', '://me:CANARY@')])));
    const cancel = new AbortController();
    const onChange = () => record.record.modelId !== undefined && cancel.abort();
    await assert.rejects(run(record, { signal: cancel.signal, onChange }));
    await assert.rejects(run(record), (error) => {
      assert.ok(error instanceof FileUploadError && error.cause instanceof UploadUrlError);
      assert.deepEqual([error.file, error.tries], ['a.inp', 1]);
      assert.deepEqual(toProblem(error), {
        kind: 'uploadUrl',
        operation: 'uploadFile',
        host,
        code: 'credentials',
        file: 'a.inp',
      });
      return true;
    });
    assert.deepEqual(operations(emulator), ['createProject', 'createModel']);
    assert.deepEqual([record.record.end, links.kept.size], ['abandoned', 0]);
  });
});
