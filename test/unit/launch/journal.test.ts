import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { ModelId, ProjectId } from '../../../src/client/core/types';
import { JournalError } from '../../../src/journal/errors';
import { LockedError } from '../../../src/journal/recordLock';
import { Journal } from '../../../src/launch/journal';
import type { JournalEntry, PlannedLaunch, TimedEntry } from '../../../src/launch/journalEntry';
import { decodeLines } from '../../../src/launch/journalFormat';
import type { JournalWriter } from '../../../src/launch/journalWriter';
import { newestFile } from '../../support/recordFiles';
import { removeTempTrees, tempTree } from '../../support/tempTree';

const plan: Omit<PlannedLaunch, 'kind' | 'launch'> = {
  service: { origin: 'https://service.example', basePath: '/', variant: 'variant_b' },
  project: { newName: 'Study' },
  model: {
    name: 'deck',
    files: [
      { name: 'main.inp', path: '/deck/main.inp', size: 5, mtimeNs: '1', ctimeNs: '2', inode: '3' },
      { name: 'Größe.inc', path: '/deck/Größe.inc', size: 0, mtimeNs: '4', ctimeNs: '5', inode: '6' },
    ],
  },
  finalise: true,
  simulate: true,
};

const someEntries: readonly JournalEntry[] = [
  { kind: 'creatingProject' },
  { kind: 'projectCreated', id: 'prj_1' as ProjectId, name: 'Study' },
  { kind: 'creatingModel' },
  { kind: 'modelCreated', id: 7 as ModelId },
  { kind: 'uploading' },
  { kind: 'fileAccepted', name: 'main.inp', sha256: 'ab12' },
  { kind: 'failed', problem: { kind: 'status', operation: 'uploadFile', status: 403, file: 'Größe.inc' } },
];

/** Each reading of the clock is a second later. */
function createTickingClock(): { now(): number } {
  let now = 0;
  return { now: () => (now += 1000) };
}

async function emptyJournal() {
  const folder = path.join(await tempTree(), 'storage', 'launches');
  const journal = new Journal(folder, createTickingClock());
  const file = (record: JournalWriter) => newestFile(folder, record.record.plan.launch);
  const entries = (record: JournalWriter): readonly TimedEntry[] =>
    decodeLines(readFileSync(file(record), 'utf8'));
  return { folder, journal, file, entries };
}

describe('The journal', () => {
  afterEach(removeTempTrees);

  it('is empty before anything was launched', async () => {
    const { journal } = await emptyJournal();
    assert.deepEqual(await journal.read(), { launches: [], unreadable: [] });
  });

  it('has the plan on disk when a launch begins', async () => {
    const { journal, entries } = await emptyJournal();
    const record = await journal.begin(plan);
    const { launch } = record.record.plan;
    assert.deepEqual(entries(record), [{ kind: 'planned', launch, ...plan, at: 1000 }]);
    assert.equal(record.record.plannedAt, 1000);
    await record.close();
  });

  it('has each entry on disk when it is recorded, in order and with its time', async () => {
    const { journal, entries } = await emptyJournal();
    const record = await journal.begin(plan);
    for (const [index, entry] of someEntries.entries()) {
      await record.append(entry);
      assert.deepEqual(entries(record).at(-1), { ...entry, at: 1000 * (index + 2) });
    }
    assert.equal(entries(record).length, someEntries.length + 1);
    await record.close();
  });

  it('writes files that are accepted together as one entry, whole and in order', async () => {
    const { journal, entries } = await emptyJournal();
    const record = await journal.begin(plan);
    const noted = Array.from({ length: 100 }, (_, index) => {
      return {
        kind: 'fileAccepted' as const,
        name: `${'n'.repeat(index * 20)}${index}`,
        sha256: String(index),
      };
    });
    await Promise.all(noted.map((entry) => record.append(entry)));
    const [first, ...others] = noted;
    const files = others.map(({ kind: _, ...file }) => file);
    assert.deepEqual(entries(record).slice(1), [
      { ...first, at: 2000 },
      { kind: 'filesAccepted', files, at: 3000 },
    ]);
    assert.equal(record.record.accepted.size, 100);
    await record.close();
  });

  it('says that a file is recorded only when it is on disk, also to those that are recorded together', async () => {
    const { journal, entries } = await emptyJournal();
    const record = await journal.begin(plan);
    const [, , last] = ['a', 'b', 'c'].map((name) =>
      record.append({ kind: 'fileAccepted', name, sha256: name }),
    );
    await last;
    assert.deepEqual(
      entries(record)
        .slice(1)
        .map(({ kind }) => kind),
      ['fileAccepted', 'filesAccepted'],
    );
    await record.close();
  });

  it('flushes the announcement of a request before it is sent, and does not flush accepted files', async () => {
    const { journal, file } = await emptyJournal();
    const record = await journal.begin(plan);
    const calls: string[] = [];
    const restore = await spyOnFiles(file(record), calls);
    try {
      for (const entry of [...someEntries, { kind: 'uploaded' } as const]) {
        await record.append(entry);
        calls.push(entry.kind);
      }
    } finally {
      restore();
    }
    const flushed = ['write', 'datasync'];
    assert.deepEqual(
      calls,
      [...someEntries, { kind: 'uploaded' }].flatMap(({ kind }) =>
        kind === 'fileAccepted' ? ['write', kind] : [...flushed, kind],
      ),
    );
    await record.close();
  });

  it('returns the same launch to every later reader', async () => {
    const { folder, journal } = await emptyJournal();
    const record = await journal.begin(plan);
    for (const entry of someEntries) await record.append(entry);
    const another = new Journal(folder, createTickingClock());
    assert.deepEqual(await another.read(), {
      launches: [{ record: record.record, running: true }],
      unreadable: [],
    });
    await record.close();
    assert.deepEqual(await another.read(), {
      launches: [{ record: record.record, running: false }],
      unreadable: [],
    });
  });

  it('continues a launch where it stopped', async () => {
    const { folder, journal, entries } = await emptyJournal();
    const first = await journal.begin(plan);
    await first.append({ kind: 'creatingProject' });
    await first.close();
    const second = await new Journal(folder, createTickingClock()).continue(first.record.plan.launch);
    assert.deepEqual(second.record, first.record);
    await second.append({ kind: 'cancelled' });
    assert.deepEqual(
      entries(second).map(({ kind }) => kind),
      ['planned', 'creatingProject', 'cancelled'],
    );
    await second.close();
  });

  it('lets one window at a time work on a launch, and prevents its removal meanwhile', async () => {
    const { folder, journal, entries } = await emptyJournal();
    const record = await journal.begin(plan);
    const { launch } = record.record.plan;
    const another = new Journal(folder, createTickingClock());
    await assert.rejects(another.continue(launch), LockedError);
    await assert.rejects(another.remove(launch), LockedError);
    assert.equal(entries(record).length, 1);
    await record.close();
    await another.remove(launch);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('removes one launch and leaves the others', async () => {
    const { folder, journal } = await emptyJournal();
    const [one, other] = [await journal.begin(plan), await journal.begin(plan)];
    await one.close();
    await other.close();
    await journal.remove(one.record.plan.launch);
    assert.deepEqual(readdirSync(folder).sort(), [
      `${other.record.plan.launch}.launch`,
      `${other.record.plan.launch}.summary`,
    ]);
  });

  it('reports the system’s error code when it cannot be written', async () => {
    const root = await tempTree({ 'a file': 'where the folder should be' });
    const journal = new Journal(path.join(root, 'a file', 'launches'), createTickingClock());
    await assert.rejects(
      journal.begin(plan),
      (error) => error instanceof JournalError && error.code === 'ENOTDIR',
    );
    assert.deepEqual(readdirSync(root), ['a file']);
  });
});

/** Records all writes of bytes to files from now on; file handles share their methods. */
async function spyOnFiles(file: string, calls: string[]): Promise<() => void> {
  const handle = await open(file, 'r');
  const methods = Object.getPrototypeOf(handle) as Pick<FileHandle, 'datasync'> & {
    write: (...args: unknown[]) => Promise<unknown>;
  };
  await handle.close();
  const original = { write: methods.write, datasync: methods.datasync };
  methods.write = async function (this: FileHandle, ...args: unknown[]) {
    const written = await original.write.apply(this, args);
    // A heartbeat of a lock is text.
    if (Buffer.isBuffer(args[0])) calls.push('write');
    return written;
  };
  methods.datasync = async function (this: FileHandle) {
    await original.datasync.call(this);
    calls.push('datasync');
  };
  return () => void Object.assign(methods, original);
}
