import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { ModelId, ProjectId } from '../../../src/client/core/types';
import { JournalError } from '../../../src/journal/errors';
import { DamagedRecordError } from '../../../src/journal/recordLines';
import { LockedError } from '../../../src/journal/recordLock';
import { Journal } from '../../../src/launch/journal';
import type { JournalEntry } from '../../../src/launch/journalEntry';
import type { JournalWriter } from '../../../src/launch/journalWriter';
import { newestFile } from '../../support/recordFiles';
import { decodeFiles, decodeLines } from '../../support/recordText';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { somePlan } from './support/somePlan';

const files = [
  { name: 'main.inp', path: '/deck/main.inp', size: 5, mtimeNs: '1', ctimeNs: '2', inode: '3' },
  { name: 'Größe.inc', path: '/deck/Größe.inc', size: 0, mtimeNs: '4', ctimeNs: '5', inode: '6' },
];
const plan = { ...somePlan, model: { name: 'deck', files } };

const someEntries: readonly JournalEntry[] = [
  { kind: 'creatingProject' },
  { kind: 'projectCreated', id: 'prj_1' as ProjectId, name: 'Study' },
  { kind: 'creatingModel' },
  { kind: 'modelCreated', id: 7 as ModelId },
  { kind: 'uploading' },
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
  const entries = (record: JournalWriter) => decodeLines(readFileSync(file(record), 'utf8'));
  const filesOf = (record: JournalWriter) =>
    decodeFiles(readFileSync(file(record).replace('.launch', '.files'), 'utf8'));
  return { folder, journal, file, entries, filesOf };
}

describe('The journal', () => {
  afterEach(removeTempTrees);

  it('is empty before anything was launched', async () => {
    const { journal } = await emptyJournal();
    assert.deepEqual(await journal.read(), { launches: [], unreadable: [] });
  });

  it('has the plan and the files on disk when a launch begins', async () => {
    const { journal, entries, filesOf } = await emptyJournal();
    const record = await journal.begin(plan);
    const { launch } = record.record.plan;
    const model = { name: 'deck', files: { count: 2, bytes: 5, paths: ['/deck/main.inp'] } };
    assert.deepEqual(entries(record), [{ kind: 'planned', launch, ...plan, model, at: 1000 }]);
    assert.deepEqual(filesOf(record), [{ kind: 'planned', files }]);
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
    const { journal, entries, filesOf } = await emptyJournal();
    const record = await journal.begin(plan);
    const noted = Array.from({ length: 100 }, (_, index) => {
      return { name: `${'n'.repeat(index * 20)}${index}`, sha256: String(index) };
    });
    const first = record.append({ kind: 'uploading' });
    const [last] = noted.map((file) => record.noteAccepted(file)).slice(-1);
    await last;
    assert.deepEqual(filesOf(record).slice(1), [{ kind: 'accepted', files: noted }]);
    await first;
    await Promise.all(['x', 'y'].map((name) => record.noteAccepted({ name, sha256: name })));
    assert.deepEqual(
      filesOf(record)
        .slice(2)
        .map((entry) => (entry.kind === 'accepted' ? entry.files.map(({ name }) => name) : [])),
      [['x', 'y']],
    );
    assert.equal(record.files!.accepted.size, 102);
    assert.equal(entries(record).length, 2);
    await record.close();
  });

  it('has the hashes on disk, and forgets those of an earlier attempt', async () => {
    const { folder, journal, filesOf } = await emptyJournal();
    const record = await journal.begin(plan);
    await record.noteHashes(['old', 'older']);
    await record.noteHashes(['aa', 'bb']);
    assert.deepEqual(filesOf(record).at(-1), { kind: 'hashed', start: 0, hashes: ['aa', 'bb'] });
    await record.close();
    const { launch } = record.record.plan;
    const { hashes } = await new Journal(folder, createTickingClock()).readFiles(launch);
    assert.deepEqual(hashes, ['aa', 'bb']);
  });

  it('takes the files along when a launch is continued', async () => {
    const { folder, journal } = await emptyJournal();
    const first = await journal.begin(plan);
    await first.noteHashes(['aa', 'bb']);
    await first.noteAccepted({ name: 'main.inp', sha256: 'aa' });
    await first.close();
    const expected = { planned: files, hashes: ['aa', 'bb'], accepted: new Map([['main.inp', 'aa']]) };
    const { launch } = first.record.plan;
    const second = await new Journal(folder, createTickingClock()).continue(launch);
    const { planned, hashes, accepted } = second.files!;
    assert.deepEqual({ planned, hashes, accepted }, expected);
    await second.close();
    assert.deepEqual(await journal.readFiles(launch), expected);
    assert.deepEqual(readdirSync(folder).sort(), [`${launch}.1.files`, `${launch}.1.launch`]);
  });

  it('flushes the announcement of a request before it is sent, and does not flush accepted files', async () => {
    const { journal, file } = await emptyJournal();
    const record = await journal.begin(plan);
    const calls: string[] = [];
    const restore = await spyOnFiles(file(record), calls);
    try {
      for (const entry of someEntries) {
        await record.append(entry);
        calls.push(entry.kind);
      }
      await record.noteHashes(['aa', 'bb']);
      calls.push('hashes');
      await record.noteAccepted({ name: 'main.inp', sha256: 'aa' });
      calls.push('accepted');
    } finally {
      restore();
    }
    const flushed = ['write', 'datasync'];
    assert.deepEqual(calls, [
      ...someEntries.flatMap(({ kind }) => [...flushed, kind]),
      ...[...flushed, 'hashes'],
      ...['write', 'accepted'],
    ]);
    await record.close();
  });

  it('returns the same launch to every later reader', async () => {
    const { folder, journal } = await emptyJournal();
    const record = await journal.begin(plan);
    for (const entry of someEntries) await record.append(entry);
    const another = new Journal(folder, createTickingClock());
    const found = (running: boolean) => ({ launches: [{ record: record.record, running }], unreadable: [] });
    assert.deepEqual(await another.read(), found(true));
    await record.close();
    assert.deepEqual(await another.read(), found(false));
  });

  it('continues a launch whose files are damaged, as far as it does not need them', async () => {
    const { folder, journal } = await emptyJournal();
    const begun = await journal.begin(plan);
    const { launch } = begun.record.plan;
    for (const entry of someEntries) await begun.append(entry);
    await begun.close();
    const file = path.join(folder, `${launch}.files`);
    const [header] = readFileSync(file, 'utf8').split(/(?<=\n)/);
    for (const damage of [
      () => writeFileSync(file, header!),
      () => writeFileSync(file, 'nothing\n'),
      () => rmSync(newestFile(folder, launch).replace('.launch', '.files'), { force: true }),
    ]) {
      damage();
      const again = new Journal(folder, createTickingClock());
      await assert.rejects(again.readFiles(launch), DamagedRecordError);
      const open = await again.continue(launch);
      assert.deepEqual([open.files, open.record.end], [undefined, 'failed']);
      await assert.rejects(open.noteAccepted({ name: 'main.inp', sha256: 'aa' }), DamagedRecordError);
      await open.append({ kind: 'failed', problem: { kind: 'network' } });
      await open.close();
    }
    assert.deepEqual((await journal.read()).unreadable, []);
    await journal.remove(launch);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('flushes the accepted files before it says that all are uploaded', async () => {
    const { journal } = await emptyJournal();
    const record = await journal.begin(plan);
    await record.noteAccepted({ name: 'main.inp', sha256: 'aa' });
    const handle = await open(__filename, 'r');
    const methods = Object.getPrototypeOf(handle) as { datasync: () => Promise<void> };
    await handle.close();
    const { datasync } = methods;
    let flushes = 0;
    methods.datasync = async function (this: unknown) {
      flushes++;
      await datasync.call(this);
    };
    try {
      await record.append({ kind: 'uploaded' });
    } finally {
      methods.datasync = datasync;
    }
    assert.equal(flushes, 2);
    await record.close();
  });

  it('leaves nothing behind when the state of a new file cannot be read', async () => {
    const { folder, journal } = await emptyJournal();
    const handle = await open(__filename, 'r');
    const methods = Object.getPrototypeOf(handle) as { stat: () => Promise<unknown> };
    await handle.close();
    const { stat } = methods;
    methods.stat = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
    try {
      await assert.rejects(
        journal.begin(plan),
        (error) => error instanceof JournalError && error.code === 'EIO',
      );
    } finally {
      methods.stat = stat;
    }
    assert.deepEqual(readdirSync(folder), []);
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
