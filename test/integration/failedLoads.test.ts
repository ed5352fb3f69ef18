import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Connection } from '../../src/session/connection';
import type { Runners } from '../../src/session/createRunners';
import { LaunchStore } from '../../src/session/launchStore';
import { ListStore } from '../../src/session/listStore';

/** As when an update has replaced the files of the extension. */
const failure = () => Promise.reject(new Error('a part is missing'));

describe('A part of the extension that cannot be loaded', () => {
  it('leaves a list failed, until it is requested again', async () => {
    let fails = true;
    const connection = { onDidChange: new vscode.EventEmitter<void>().event, service: failure };
    const store = new ListStore(connection as unknown as Connection, {
      ask: failure,
      describeFailure: () => (fails ? failure() : Promise.resolve({ state: 'unreachable' })),
    });
    const text = 'Parts of the extension could not be loaded. Reload the window.';
    assert.deepEqual(await store.content(), { state: 'failed', text });
    fails = false;
    assert.deepEqual(await store.content(), { state: 'unreachable' });
    store.dispose();
  });

  it('is loaded for the launches the next time', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'simulation-service-launches-'));
    writeFileSync(path.join(folder, 'one.launch'), '');
    let fails = true;
    const runners = {
      launches: { list: { read: () => Promise.resolve([]), isAnyElsewhere: false } },
      studies: { isAnyElsewhere: false },
    };
    const store = new LaunchStore({
      folder,
      loadRunners: () => (fails ? failure() : Promise.resolve(runners as unknown as Runners)),
    });
    await assert.rejects(store.list(), /a part is missing/);
    fails = false;
    assert.deepEqual(await store.list(), []);
    store.dispose();
    rmSync(folder, { recursive: true });
  });
});
