import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { FileChangedError, FileUnreadableError } from '../../../src/upload/errors';
import { FileBody } from '../../../src/upload/fileBody';
import { FileReader } from '../../../src/upload/fileReader';
import { OpenFile } from '../../../src/upload/openFile';
import { planUpload } from '../../../src/upload/planUpload';
import { uploadFiles } from '../../../src/upload/uploadFiles';
import { type PlannedFile } from '../../../src/upload/uploadPlan';
import { needs } from '../../support/capabilities';
import { FakeClock } from '../../support/fakeClock';
import { type EmulatedService, startService, stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';
import { selection } from './support/plans';

async function send(service: EmulatedService, files: readonly PlannedFile[]): Promise<void> {
  const { uploadUrls } = await service.client.createModel('deck', files);
  await uploadFiles(files, uploadUrls, {
    client: service.client,
    parallelFiles: 1,
    signal: new AbortController().signal,
    clock: new FakeClock(),
  });
}

/** A file that is open already. */
function bodyOf(opened: OpenFile, size: number): FileBody {
  const file = { name: 'a.inp', path: 'a.inp', size, identity: opened.opened };
  return new FileBody(file, () => Promise.resolve(opened));
}

describe('Bad files on the wire', () => {
  afterEach(stopServices);

  const usual = [
    ...['#hash', '%2e%2e', '-rf', 'a b  c', "it's", '{file.name}', '$(HOME)', '__proto__'],
    ...['📐 bracket.inp', 'été.inc', 'a&b=c;d', 'mesh/%2F/nodes.inc'],
  ];

  for (const [what, capabilities, names] of [
    ['#, %2e%2e, spaces, emoji and leading dashes', [], usual],
    ['quotes, question marks and angle brackets', ['anyNames'], ['"quoted".inp', '?query=1', '<b>']],
  ] as const)
    needs(...capabilities).it(`names with ${what} are unchanged in JSON and in no URL`, async () => {
      const strange = names.toSorted();
      const root = await tempTree(Object.fromEntries(strange.map((name) => [name, name])));
      const service = await startService();
      const { files, rejected } = await planUpload([selection(root, [''])]);
      await send(service, files);
      assert.deepEqual(rejected, []);
      const [create, ...puts] = service.emulator.requests;
      assert.deepEqual(create?.body, {
        name: 'deck',
        files: strange.map((name) => ({ name, size: Buffer.byteLength(name) })),
      });
      assert.deepEqual(
        puts.map(({ fileName }) => fileName),
        strange,
      );
      for (const { path: asked } of puts) assert.match(asked, /^[\w/-]+\/\d+$/);
      const model = service.emulator.models.find(({ name }) => name === 'deck');
      assert.deepEqual(
        [...service.emulator.storedFiles(model!.model_id)].map(([name, { sha256 }]) => [name, sha256]).sort(),
        strange.map((name) => [name, createHash('sha256').update(name).digest('hex')]),
      );
    });

  it('a zero-byte file has the length 0', async () => {
    const root = await tempTree({ 'empty.inc': '' });
    const service = await startService();
    const { files } = await planUpload([selection(root, [''])]);
    await send(service, files);
    const [, put] = service.emulator.requests;
    assert.deepEqual([put?.headers['content-length'], put?.bytesReceived], ['0', 0]);
    const [model] = service.emulator.models.filter(({ name }) => name === 'deck');
    assert.deepEqual([...service.emulator.storedFiles(model!.model_id).keys()], ['empty.inc']);
  });

  for (const [what, change] of [
    ['grows', 1],
    ['shrinks', -1],
  ] as const) {
    it(`a file that ${what} by one byte during the PUT is detected, and nothing hangs`, async () => {
      const root = await tempTree({ 'a.inp': Buffer.alloc(1_000_000) });
      const service = await startService();
      const { files } = await planUpload([selection(root, [''])]);
      service.emulator.setIntercept(({ server }) => {
        if (server === 'files') truncateSync(path.join(root, 'a.inp'), 1_000_000 + change);
        return undefined;
      });
      await assert.rejects(send(service, files), (error) => {
        assert.ok(error instanceof FileChangedError, String(error));
        assert.deepEqual([error.file, error.change], ['a.inp', 'size']);
        return true;
      });
    });
  }

  needs('failingFiles').it(
    'a file on a failing disk is named with the error code, and is not repeated',
    async () => {
      const service = await startService();
      // A regular file whose first bytes cannot be read, as on a disconnected network share.
      const source = '/proc/self/mem';
      const identity = new FileReader().lookAtRegular(source);
      const file = { name: 'share/a.inp', path: source, size: 1000, identity };
      await assert.rejects(send(service, [file]), (error) => {
        assert.ok(error instanceof FileUnreadableError, String(error));
        assert.deepEqual([error.file, error.code], ['share/a.inp', 'EIO']);
        return true;
      });
      const puts = service.emulator.requests.filter(({ server }) => server === 'files');
      assert.ok(puts.length <= 1);
    },
  );

  it('no more of a file is sent than was planned, although it grows once it is open', async () => {
    const root = await tempTree({ 'a.inp': Buffer.alloc(1_500_000) });
    const opened = await OpenFile.open(path.join(root, 'a.inp'), new AbortController().signal);
    appendFileSync(path.join(root, 'a.inp'), Buffer.alloc(1_000_000));
    let bytes = 0;
    for await (const chunk of bodyOf(opened, 1_500_000)) bytes += (chunk as Buffer).length;
    assert.equal(bytes, 1_500_000);
  });

  it('a file on a share that disconnects while it is read ends its body with the error of the system', async () => {
    const root = await tempTree({ 'a.inp': Buffer.alloc(4_000_000) });
    const opened = await OpenFile.open(path.join(root, 'a.inp'), new AbortController().signal);
    const body = bodyOf(opened, 4_000_000);
    body.once('data', () => opened.close());
    await assert.rejects(finished(body), (error) => {
      assert.ok(error instanceof FileUnreadableError, String(error));
      assert.deepEqual([error.file, error.code], ['a.inp', 'unknown']);
      return true;
    });
    assert.ok(body.bytesRead > 0 && body.bytesRead < 4_000_000);
  });

  it('a destroyed body reports no further errors, whatever the file is', async () => {
    const root = await tempTree({ 'a.inp': Buffer.alloc(256 * 1024) });
    const opened = await OpenFile.open(path.join(root, 'a.inp'), new AbortController().signal);
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const body = bodyOf(opened, 1_000_000);
    body.once('data', () => body.destroy());
    await once(body, 'close');
    await setImmediate();
    process.off('unhandledRejection', note);
    assert.deepEqual([body.errored, unhandled], [null, []]);
  });
});
