import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { startService, stopServices } from '../../support/service';
import { openStudyWindow } from '../../support/studies';
import { tempTree } from '../../support/tempTree';

const fixtures = path.resolve('test/unit/study/fixtures');

/** By their names, the identifiers of studies whose record names the launches of its rows. */
const ids = JSON.parse(readFileSync(path.join(fixtures, 'ids.json'), 'utf8')) as Record<string, string>;

async function openWindow() {
  const { emulator } = await startService();
  const folder = path.join(await tempTree(), 'launches');
  await cp(path.join(fixtures, 'launches'), folder, { recursive: true });
  const window = openStudyWindow({
    ...{ baseUrl: emulator.baseUrl, folder, root: folder, table: 'cases.csv' },
    ...{ project: { id: 'p1', name: 'Wing' }, model: { files: [], exclude: [], name: 'wing' } },
  });
  const { launches, studies } = window;
  return {
    ...{ ...window, emulator },
    statesOf: async (name: string) => {
      launches.journalChanged();
      const study = (await studies.list()).find(({ id }) => id === ids[name]);
      return study?.state.rows.map(({ state }) => state).join(' ') ?? '';
    },
    resume: (name: string) => studies.resume(ids[name]!, { signal: new AbortController().signal }),
  };
}

/** The service of the tests does not know their project and models, so that everything they request is refused. */
const expected: Readonly<Record<string, { readonly read: string; readonly goneOn: string }>> = {
  'one model of different answers': { read: 'started waiting waiting', goneOn: 'started failed failed' },
  'removed unknown launch': { read: 'started unknown started', goneOn: 'started unknown started' },
  'repeated row': { read: 'started waiting started', goneOn: 'started failed started' },
  'removed started launch': { read: 'started started failed', goneOn: 'started started failed' },
  'first row only': { read: 'started', goneOn: 'started' },
  'begun ahead': { read: 'started started cancelled', goneOn: 'started started failed' },
  templates: { read: 'failed waiting waiting', goneOn: 'failed failed waiting' },
};

describe('A study whose record names the launches of its rows', () => {
  afterEach(stopServices);

  for (const [name, { read, goneOn }] of Object.entries(expected))
    it(`is read, continued and removed: ${name}`, async () => {
      const { statesOf, resume, studies, emulator } = await openWindow();
      assert.equal(await statesOf(name), read);
      await resume(name);
      assert.deepEqual([await statesOf(name), emulator.simulations.length], [goneOn, 0]);
      await studies.remove(ids[name]!);
      assert.equal(await statesOf(name), '');
      assert.deepEqual(await studies.unreadable(), []);
    });

  it('creates no simulation of a model that was made with the answers of another row', async () => {
    const { resume, launches } = await openWindow();
    const name = 'one model of different answers';
    await resume(name);
    const all = (await launches.list.read()).filter(({ record }) => record.plan.study?.id === ids[name]);
    const created = all.map(({ record }) => [record.plan.study?.row, 'files' in record.plan.model]);
    assert.deepEqual(created.sort(), [
      [1, true],
      [2, true],
      [3, true],
    ]);
  });
});
