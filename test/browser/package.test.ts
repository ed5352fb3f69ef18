import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../host/waitFor';
import { loadedAtOnce } from '../support/programParts';
import { closeBrowser, installedFolder, type Stage, startStage } from './support/session';

after(closeBrowser);

describe('The installed package', () => {
  let stage: Stage;
  /** The texts of the parts of the program, by their names. */
  let parts: ReadonlyMap<string, string>;

  before(async () => {
    stage = await startStage();
    const dist = path.join(await installedFolder(stage), 'dist');
    parts = new Map(readdirSync(dist).map((name) => [name, readFileSync(path.join(dist, name), 'utf8')]));
  });
  after(() => stage.end());

  it('does not affect the fetch of other extensions', () => {
    const program = [...parts.values()].join('\n');
    assert.ok(!program.includes('undici.globalDispatcher'));
    assert.ok(program.includes('UND_ERR_SOCKET'), 'the client is in it');
  });

  it('loads little code when a window opens, from one file besides the main one', () => {
    const { files, bytes } = loadedAtOnce(parts);
    assert.ok(files.length === 2 && files.length < parts.size, files.join(', '));
    assert.ok(bytes <= 20_000, `${bytes} bytes`);
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
      await workbench.views.openView('Simulation Service');
      await waitFor('the rest', isLoaded);
    } finally {
      await stage.end();
    }
  });
});
