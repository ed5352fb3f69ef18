import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../host/waitFor';
import { namesOf, packedFiles } from '../support/packedFiles';
import { loadedAtOnce } from '../support/programParts';
import { closeBrowser, installedFolder, type Stage, startStage } from './support/session';

after(closeBrowser);

describe('The installed package', () => {
  let stage: Stage;
  let folder: string;

  before(async () => {
    stage = await startStage();
    folder = await installedFolder(stage);
  });
  after(() => stage.end());

  function programParts(): { readonly name: string; readonly text: string }[] {
    const dist = path.join(folder, 'dist');
    return readdirSync(dist).map((name) => ({ name, text: readFileSync(path.join(dist, name), 'utf8') }));
  }

  it('contains exactly the files that are needed at run time', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const found = files.filter((file) => statSync(path.join(folder, file)).isFile());
    assert.deepEqual(namesOf(found), ['.vsixmanifest', ...packedFiles].sort());
  });

  it('does not affect the fetch of other extensions', () => {
    const parts = programParts();
    assert.deepEqual(
      parts.filter(({ text }) => text.includes('undici.globalDispatcher')),
      [],
    );
    assert.ok(
      parts.some(({ text }) => text.includes('UND_ERR_SOCKET')),
      'the client is in it',
    );
  });

  it('loads little code when a window opens, from one file besides the main one', () => {
    const parts = new Map(programParts().map(({ name, text }) => [name, text]));
    const { files, bytes } = loadedAtOnce(parts);
    assert.ok(files.length === 2 && files.length < parts.size, files.join(', '));
    assert.ok(bytes <= 20_000, `${bytes} bytes`);
  });

  it('depends on no other package', () => {
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    assert.deepEqual([manifest['dependencies'], manifest['main']], [undefined, './dist/extension.mjs']);
  });
});

describe('A window in which nobody uses the extension', () => {
  it('loads what registers it, and the rest once its view is opened', async () => {
    const stage = await startStage({ unconfigured: true });
    try {
      const dist = path.join(await installedFolder(stage), 'dist');
      // Each of the two files says on the disk that it has been loaded.
      const whenLoaded = (name: string) => {
        const file = path.join(dist, name);
        const mark = `${file}.loaded`;
        appendFileSync(file, `\n(await import('node:fs')).writeFileSync(${JSON.stringify(mark)}, '');\n`);
        return () => existsSync(mark);
      };
      const isRegistered = whenLoaded('extension.mjs');
      const isLoaded = whenLoaded(readdirSync(dist).find((name) => name.startsWith('main-'))!);
      const workbench = await stage.open();
      await waitFor('the activation', isRegistered);
      // VS Code asks for accounts by itself, some time after the activation.
      await sleep(5000);
      assert.equal(isLoaded(), false);
      await workbench.openView('Simulation Service');
      await waitFor('the rest', isLoaded);
    } finally {
      await stage.end();
    }
  });
});
