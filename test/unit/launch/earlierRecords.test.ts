import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../../src/client/core/clock';
import type { Identifier } from '../../../src/client/core/types';
import { RecordGoneError } from '../../../src/journal/errors';
import { Journal } from '../../../src/launch/journal';
import { decodeLines, encodeEarlierLine } from '../../support/recordText';
import { newRunner } from '../../support/runner';
import { startService, stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';
import { ageLocks } from './support/killedLaunch';

const fixtures = path.resolve('test/unit/launch/fixtures');

/** By their names, the identifiers of launches and studies that version 0.1 has written. */
const ids = JSON.parse(readFileSync(path.join(fixtures, 'ids.json'), 'utf8')) as Record<string, string>;

/** The state and the number of entries, those of single files apart, of each launch that is not one of a study. */
const expected: Readonly<Record<string, readonly [state: string, entries: number]>> = {
  launched: ['launched', 11],
  ready: ['ready', 9],
  created: ['created', 3],
  failed: ['failed', 11],
  unknown: ['unknown', 11],
  'unknown project': ['unknown', 3],
  abandoned: ['failed', 7],
  cancelled: ['cancelled', 7],
  planned: ['interrupted', 1],
  interrupted: ['interrupted', 7],
  torn: ['unknown', 2],
  running: ['unknown', 2],
};

/** A window with these records, whose owners died a while ago. */
async function openWindow() {
  const { client, emulator } = await startService();
  const folder = path.join(await tempTree(), 'launches');
  await cp(path.join(fixtures, 'launches'), folder, { recursive: true });
  ageLocks(folder, 120_000);
  ageLocks(path.join(folder, 'studies'), 120_000);
  const launches = newRunner(folder, client);
  const states = async () => {
    launches.journalChanged();
    const found = new Map(
      (await launches.list.read()).map(({ id, state, record }) => [id, [state, record.entryCount]]),
    );
    return Object.fromEntries(Object.keys(expected).map((name) => [name, found.get(ids[name]!)]));
  };
  const filesOf = (id: string) =>
    [folder, path.join(folder, 'studies')].flatMap((one) =>
      readdirSync(one).filter((name) => name.startsWith(id)),
    );
  return { emulator, folder, launches, states, filesOf };
}

describe('Records of version 0.1', () => {
  afterEach(stopServices);

  it('of launches are read, whatever their state', async () => {
    const { launches, states, filesOf } = await openWindow();
    assert.deepEqual(await states(), expected);
    assert.equal((await launches.list.read()).length, Object.keys(expected).length + 9);
    assert.deepEqual(await launches.list.readUnreadable(), []);
    // A removed launch, of which only the name was left.
    assert.deepEqual(filesOf(ids['emptied']!), []);
  });

  for (const [name, [, entries]] of Object.entries(expected)) {
    it(`of a launch (${name}) are continued, read again and removed`, async () => {
      const { folder, filesOf } = await openWindow();
      const id = ids[name]!;
      const journal = new Journal(folder, systemClock);
      const files = await journal.readFiles(id);
      const { launches } = await journal.read();
      const before = launches.find(({ record }) => record.plan.launch === id)!.record;
      const open = await journal.continue(id);
      assert.equal(open.record.entryCount, entries);
      await open.append({ kind: 'cancelled' });
      await open.close();
      assert.deepEqual(filesOf(id).sort(), [`${id}.1.files`, `${id}.1.launch`]);
      const converted = await journal.read();
      const { record } = converted.launches.find((one) => one.record.plan.launch === id)!;
      assert.deepEqual(record.plan, before.plan);
      assert.deepEqual(await journal.readFiles(id), files);
      const again = await new Journal(folder, systemClock).continue(id);
      assert.deepEqual([again.record.entryCount, again.record.end], [entries + 1, 'cancelled']);
      await again.close();
      assert.deepEqual(filesOf(id).sort(), [`${id}.2.files`, `${id}.2.launch`]);
      await journal.remove(id);
      assert.deepEqual(filesOf(id), []);
      await assert.rejects(journal.continue(id), RecordGoneError);
    });
  }

  it('of launches with an unknown outcome are resolved', async () => {
    const { launches, states } = await openWindow();
    const found = await launches.list.read();
    const unknown = found.filter(({ state }) => state === 'unknown');
    assert.equal(unknown.length, 5);
    for (const { id, record } of unknown) {
      const made = { happened: true, id: 'made' as Identifier, name: 'made' } as const;
      await launches.resolve(id, { asked: record, finding: made });
    }
    const resolved = Object.entries(await states()).filter(([name]) => expected[name]![0] === 'unknown');
    assert.deepEqual(Object.fromEntries(resolved), {
      unknown: ['launched', 12],
      'unknown project': ['interrupted', 4],
      torn: ['interrupted', 3],
      running: ['interrupted', 3],
    });
  });

  it('of launches have kinds of entries and of problems under the names of today', () => {
    const service = { origin: 'https://service.example', basePath: '/', variant: 'variant_b' };
    const plan = { kind: 'planned', at: 1, launch: 'l', service, model: { id: 'm', name: 'Model' } };
    const problems = ['linksGone', 'brokenOff'].map((kind) => ({ kind: 'failed', at: 1, problem: { kind } }));
    const lines = [plan, { kind: 'settled', at: 1, happened: false }, ...problems].map(encodeEarlierLine);
    const [, ...entries] = decodeLines(lines.join(''));
    assert.deepEqual(entries, [
      { kind: 'resolved', at: 1, happened: false },
      { kind: 'failed', at: 1, problem: { kind: 'uploadUrlsUnavailable' } },
      { kind: 'failed', at: 1, problem: { kind: 'requestAbandoned' } },
    ]);
  });
});
