import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { FileUnreadableError } from '../../../src/upload/errors';
import { FileBody } from '../../../src/upload/fileBody';
import { FileReader } from '../../../src/upload/fileReader';
import { OpenFile } from '../../../src/upload/openFile';
import { needs } from '../../support/capabilities';
import { stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';
import { sha256 } from './support/fileServer';
import { prepareUpload } from './support/preparedUpload';

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
      const { service, puts, stored, upload } = await prepareUpload(
        Object.fromEntries(strange.map((name) => [name, name])),
      );
      await upload({ parallelFiles: 1 });
      const [create] = service.emulator.requests;
      assert.deepEqual(create?.body, {
        name: 'deck',
        files: strange.map((name) => ({ name, size: Buffer.byteLength(name) })),
      });
      assert.deepEqual(
        puts().map(({ fileName }) => fileName),
        strange,
      );
      for (const { path: asked } of puts()) assert.match(asked, /^[\w/-]+\/\d+$/);
      assert.deepEqual(stored(), Object.fromEntries(strange.map((name) => [name, sha256(name)])));
    });

  needs('failingFiles').it(
    'a file on a failing disk is named with the error code, and is not repeated',
    async () => {
      const { upload, puts } = await prepareUpload({ 'share/a.inp': 'x' });
      // A regular file whose first bytes cannot be read, as on a disconnected network share.
      const source = '/proc/self/mem';
      const identity = new FileReader().lookAtRegular(source);
      const file = { name: 'share/a.inp', path: source, size: 1000, identity };
      await assert.rejects(upload({}, [file]), (error) => {
        assert.ok(error instanceof FileUnreadableError, String(error));
        assert.deepEqual([error.file, error.code], ['share/a.inp', 'EIO']);
        return true;
      });
      assert.ok(puts().length <= 1);
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
