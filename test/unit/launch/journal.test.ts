import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mock } from 'node:test';
import type { ModelId, ProjectId } from '../../../src/client/core/types';
import { RecordUnreadableError } from '../../../src/journal/errors';
import { DamagedRecordError, encodeLines } from '../../../src/journal/recordLines';
import { LockedError } from '../../../src/journal/recordLock';
import { Journal } from '../../../src/launch/journal';
import type { JournalEntry } from '../../../src/launch/journalEntry';
import { needs } from '../../support/capabilities';
import { newestFile, readEntries } from '../../support/recordFiles';
import { decodeFiles } from '../../support/recordText';
import { methodsOfFiles } from '../../support/suspension';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { makeUnreadable } from '../../support/unreadable';
import { closeLater, closeRecords } from './support/openRecords';
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
  return { folder, journal: new Journal(folder, createTickingClock()) };
}

/** A journal with a launch that has begun. */
async function begin() {
  const { folder, journal } = await emptyJournal();
  const record = closeLater(await journal.begin(plan));
  const { launch } = record.record.plan;
  const filesFile = () => newestFile(folder, launch).replace('.launch', '.files');
  return {
    folder,
    journal,
    record,
    launch,
    filesFile,
    /** The journal as another window sees it. */
    another: new Journal(folder, createTickingClock()),
    entries: () => readEntries(folder, launch),
    entriesOfFiles: () => decodeFiles(readFileSync(filesFile(), 'utf8')),
  };
}

describe('The journal', () => {
  afterEach(async () => {
    mock.restoreAll();
    await closeRecords();
    await removeTempTrees();
  });

  it('is empty before anything was launched', async () => {
    const { journal } = await emptyJournal();
    assert.deepEqual(await journal.read(), { launches: [], unreadable: [] });
  });

  it('has the plan and the files on disk when a launch begins', async () => {
    const { record, launch, entries, entriesOfFiles } = await begin();
    const model = { name: 'deck', files: { count: 2, bytes: 5, paths: ['/deck/main.inp'] } };
    assert.deepEqual(entries(), [{ kind: 'planned', launch, ...plan, model, at: 1000 }]);
    assert.deepEqual(entriesOfFiles(), [{ kind: 'planned', files }]);
    assert.equal(record.record.plannedAt, 1000);
  });

  it('has each entry on disk when it is recorded, in order and with its time', async () => {
    const { record, entries } = await begin();
    for (const [index, entry] of someEntries.entries()) {
      await record.append(entry);
      assert.deepEqual(entries().at(-1), { ...entry, at: 1000 * (index + 2) });
    }
    assert.equal(entries().length, someEntries.length + 1);
  });

  it('writes files that are accepted together as one entry, whole and in order', async () => {
    const { record, entries, entriesOfFiles } = await begin();
    const noted = Array.from({ length: 100 }, (_, index) => {
      return { name: `${'n'.repeat(index * 20)}${index}`, sha256: String(index) };
    });
    const first = record.append({ kind: 'uploading' });
    const [last] = noted.map((file) => record.noteAccepted(file)).slice(-1);
    await last;
    assert.deepEqual(entriesOfFiles().slice(1), [{ kind: 'accepted', files: noted }]);
    await first;
    const together = ['x', 'y'].map((name) => ({ name, sha256: name }));
    await Promise.all(together.map((file) => record.noteAccepted(file)));
    assert.deepEqual(entriesOfFiles().slice(2), [{ kind: 'accepted', files: together }]);
    assert.equal(record.files!.accepted.size, 102);
    assert.equal(entries().length, 2);
  });

  it('has the hashes on disk, and forgets those of an earlier attempt', async () => {
    const { record, launch, entriesOfFiles, another } = await begin();
    await record.noteHashes(['old', 'older']);
    await record.noteHashes(['aa', 'bb']);
    assert.deepEqual(entriesOfFiles().at(-1), { kind: 'hashed', start: 0, hashes: ['aa', 'bb'] });
    await record.close();
    assert.deepEqual((await another.readFiles(launch)).hashes, ['aa', 'bb']);
  });

  it('takes the files along when a launch is continued', async () => {
    const { folder, journal, record, launch, another } = await begin();
    await record.noteHashes(['aa', 'bb']);
    await record.noteAccepted({ name: 'main.inp', sha256: 'aa' });
    await record.close();
    const expected = { planned: files, hashes: ['aa', 'bb'], accepted: new Map([['main.inp', 'aa']]) };
    const second = await another.continue(launch);
    const { planned, hashes, accepted } = second.files!;
    assert.deepEqual({ planned, hashes, accepted }, expected);
    await second.close();
    assert.deepEqual(await journal.readFiles(launch), expected);
    assert.deepEqual(readdirSync(folder).sort(), [`${launch}.1.files`, `${launch}.1.launch`]);
  });

  it('flushes the announcement of a request before it is sent, and does not flush accepted files', async () => {
    const { record } = await begin();
    const calls: string[] = [];
    await spyOnFiles(calls);
    for (const entry of someEntries) {
      await record.append(entry);
      calls.push(entry.kind);
    }
    await record.noteHashes(['aa', 'bb']);
    calls.push('hashes');
    await record.noteAccepted({ name: 'main.inp', sha256: 'aa' });
    calls.push('accepted');
    const flushed = ['write', 'datasync'];
    assert.deepEqual(calls, [
      ...someEntries.flatMap(({ kind }) => [...flushed, kind]),
      ...flushed,
      'hashes',
      'write',
      'accepted',
    ]);
  });

  it('returns the same launch to every later reader', async () => {
    const { record, another } = await begin();
    for (const entry of someEntries) await record.append(entry);
    const found = (isRunning: boolean) => ({
      launches: [{ record: record.record, isRunning }],
      unreadable: [],
    });
    assert.deepEqual(await another.read(), found(true));
    await record.close();
    assert.deepEqual(await another.read(), found(false));
  });

  it('continues a launch whose files are damaged, as far as it does not need them', async () => {
    const { folder, journal, record, launch, filesFile } = await begin();
    for (const entry of someEntries) await record.append(entry);
    await record.close();
    const [header] = readFileSync(filesFile(), 'utf8').split(/(?<=\n)/);
    for (const damage of [
      () => writeFileSync(filesFile(), header!),
      () => writeFileSync(filesFile(), 'nothing\n'),
      () => rmSync(filesFile(), { force: true }),
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

  it('does not continue a launch whose files only a newer version can read, and keeps them', async () => {
    const { folder, record, launch, filesFile } = await begin();
    await record.close();
    const sound = readFileSync(filesFile(), 'utf8');
    const header = { kind: 'files', schema: 1000, launch, name: 'deck', count: 2 };
    for (const text of [encodeLines([header]), sound + encodeLines([{ kind: 'ofTomorrow' }], 2)]) {
      writeFileSync(filesFile(), text);
      const names = readdirSync(folder);
      const again = new Journal(folder, createTickingClock());
      await assert.rejects(again.continue(launch), new RecordUnreadableError('newer'));
      assert.deepEqual([readFileSync(filesFile(), 'utf8'), readdirSync(folder)], [text, names]);
    }
    writeFileSync(filesFile(), sound);
    const open = closeLater(await new Journal(folder, createTickingClock()).continue(launch));
    assert.deepEqual(open.files?.planned, files);
  });

  needs('links').it('does not continue a launch whose files cannot be read now, and keeps them', async () => {
    const { folder, record, launch, filesFile } = await begin();
    await record.close();
    const makeReadable = makeUnreadable(filesFile());
    const again = new Journal(folder, createTickingClock());
    await assert.rejects(again.continue(launch), new RecordUnreadableError('ELOOP'));
    makeReadable();
    assert.deepEqual(closeLater(await again.continue(launch)).files?.planned, files);
  });

  it('flushes the accepted files before it says that all are uploaded', async () => {
    const { record } = await begin();
    await record.noteAccepted({ name: 'main.inp', sha256: 'aa' });
    const { mock: flushes } = mock.method(await methodsOfFiles(), 'datasync');
    await record.append({ kind: 'uploaded' });
    assert.equal(flushes.callCount(), 2);
  });

  it('leaves nothing behind when the state of a new file cannot be read', async () => {
    const { folder, journal } = await emptyJournal();
    const failure = Object.assign(new Error('EIO'), { code: 'EIO' });
    mock.method(await methodsOfFiles(), 'stat', () => Promise.reject(failure));
    await assert.rejects(journal.begin(plan), { name: 'JournalError', code: 'EIO' });
    assert.deepEqual(readdirSync(folder), []);
  });

  it('lets one window at a time work on a launch, and prevents its removal meanwhile', async () => {
    const { folder, record, launch, another, entries } = await begin();
    await assert.rejects(another.continue(launch), LockedError);
    await assert.rejects(another.remove(launch), LockedError);
    assert.equal(entries().length, 1);
    await record.close();
    await another.remove(launch);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('reports the system’s error code when it cannot be written', async () => {
    const root = await tempTree({ 'a file': 'where the folder should be' });
    const journal = new Journal(path.join(root, 'a file', 'launches'), createTickingClock());
    await assert.rejects(journal.begin(plan), { name: 'JournalError', code: 'ENOTDIR' });
    assert.deepEqual(readdirSync(root), ['a file']);
  });
});

/** Notes each write of bytes to a file and each flush from now on. */
async function spyOnFiles(calls: string[]): Promise<void> {
  const methods = await methodsOfFiles();
  for (const name of ['write', 'datasync'] as const) {
    const original = methods[name];
    mock.method(methods, name, async function (this: unknown, ...args: unknown[]) {
      const result = await original.apply(this, args);
      // A heartbeat of a lock is text.
      if (name === 'datasync' || Buffer.isBuffer(args[0])) calls.push(name);
      return result;
    });
  }
}
