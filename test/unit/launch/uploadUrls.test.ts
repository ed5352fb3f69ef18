import assert from 'node:assert/strict';
import { rewriteResponse } from '../../support/emulatorFaults';
import { operations } from '../../support/service';
import { beginLaunch, closeLaunches } from './support/begunLaunch';

const deck = { 'a.inp': '*INCLUDE', 'b.inc': '1, 0, 0' };

interface CreatedModel {
  readonly files: readonly { readonly upload_url: string }[];
}

describe('A launch with invalid upload URLs', () => {
  afterEach(closeLaunches);

  it('sends no file, and records that the created model cannot be completed', async () => {
    const { emulator, run, record } = await beginLaunch(deck);
    const rewrite = (body: unknown) => {
      const { files, ...rest } = body as CreatedModel;
      const [first, ...others] = files;
      return { ...rest, files: [{ ...first, upload_url: `${first!.upload_url}#CANARY` }, ...others] };
    };
    emulator.setIntercept(({ operation }) =>
      operation === 'createModel' ? rewriteResponse(rewrite) : undefined,
    );
    await assert.rejects(run(), { name: 'UploadUrlError' });
    assert.deepEqual(operations(emulator), ['createProject', 'createModel']);
    const { end, modelId, problem } = record.record;
    assert.deepEqual([end, modelId], ['abandoned', emulator.models.at(-1)?.model_id]);
    const { host } = new URL(emulator.baseUrl);
    assert.deepEqual(problem, { kind: 'uploadUrl', operation: 'createModel', host, code: 'fragment' });
  });

  it('abandons its model when the stored upload URLs have changed', async () => {
    const { emulator, run, record, links } = await beginLaunch(deck);
    const put = links.put.bind(links);
    links.put = (launch, urls) =>
      put(launch, new Map([...urls].map(([name, url]) => [name, url.replace('://', '://me:CANARY@')])));
    const cancel = new AbortController();
    const onChange = () => record.record.modelId !== undefined && cancel.abort();
    await assert.rejects(run({ signal: cancel.signal, onChange }));
    await assert.rejects(run(), { name: 'FileUploadError', file: 'a.inp', tries: 1 });
    assert.deepEqual(operations(emulator), ['createProject', 'createModel']);
    assert.deepEqual([record.record.end, links.kept.size], ['abandoned', 0]);
    const { host } = new URL(emulator.baseUrl);
    const problem = { kind: 'uploadUrl', operation: 'uploadFile', host, code: 'credentials', file: 'a.inp' };
    assert.deepEqual(record.record.problem, problem);
  });
});
