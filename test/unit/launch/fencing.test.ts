import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  type RmOptions,
  rmSync,
  statSync,
} from 'node:fs';
import fs, { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock } from '../../../src/client/core/clock';
import type { ModelId } from '../../../src/client/core/types';
import { RecordGoneError } from '../../../src/journal/errors';
import { LockLostError } from '../../../src/journal/recordLock';
import { Journal } from '../../../src/launch/journal';
import type { JournalWriter } from '../../../src/launch/journalWriter';
import type { PlannedFile } from '../../../src/upload/uploadPlan';
import { needs } from '../../support/capabilities';
import { newestFile, readKinds, silence } from '../../support/recordFiles';
import { decodeFiles } from '../../support/recordText';
import { methodsOfFiles, suspendBefore, suspendFileBefore } from '../../support/suspension';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { makeUnreadable } from '../../support/unreadable';
import { createSnapshot } from './support/foldedLaunch';
import { closeLater, closeRecords, continueLater } from './support/openRecords';
import { somePlan } from './support/somePlan';

/** A window that has begun a launch, and another one that may take it over. */
async function openTwoWindows() {
  const folder = path.join(await tempTree(), 'launches');
  const journal = new Journal(folder, systemClock);
  const first = closeLater(await journal.begin(somePlan));
  const { launch } = first.record.plan;
  const files = {
    get record() {
      return newestFile(folder, launch);
    },
    lock: path.join(folder, `${launch}.lock`),
  };
  const others: JournalWriter[] = [];
  return {
    folder,
    journal,
    launch,
    first,
    files,
    /** The window that has taken it over. */
    get second() {
      return others[0] ?? assert.fail();
    },
    takeOver: async () => {
      silence(files.lock);
      others.push(await continueLater(folder, launch));
      await others[0]!.append({ kind: 'creatingModel' });
    },
    kinds: () => readKinds(folder, launch),
    extensions: () =>
      readdirSync(folder)
        .map((name) => path.extname(name))
        .sort(),
  };
}

/** Undoes all changes of methods, and closes all windows. */
async function restoreAll(): Promise<void> {
  mock.restoreAll();
  await closeRecords();
  await removeTempTrees();
}

const isRecordWrite = ([data]: readonly unknown[]): boolean => Buffer.isBuffer(data);
const isRecord = ([file]: readonly unknown[]): boolean => String(file).endsWith('.launch');

describe('A window that has lost a launch to another one', () => {
  afterEach(restoreAll);

  it('writes and announces nothing more, and leaves the lock and the record to the other one', async () => {
    const windows = await openTwoWindows();
    const { first, takeOver, kinds, journal, extensions } = windows;
    await takeOver();
    await assert.rejects(first.append({ kind: 'creatingProject' }), LockLostError);
    await assert.rejects(first.append({ kind: 'cancelled' }), LockLostError);
    await assert.rejects(first.requireOwnership(), LockLostError);
    assert.ok(first.lost.reason instanceof LockLostError);
    await first.close();

    await windows.second.append({ kind: 'modelCreated', id: 'm1' as ModelId });
    assert.deepEqual(kinds(), ['planned', 'creatingModel', 'modelCreated']);
    const { launches } = await journal.read();
    assert.deepEqual([launches.length, launches[0]?.isRunning], [1, true]);
    await windows.second.close();
    assert.deepEqual(extensions(), ['.files', '.launch']);
  });

  it('writes only into a file that is no longer read when it was suspended right before a write', async () => {
    const windows = await openTwoWindows();
    const { first, takeOver, kinds } = windows;
    await suspendFileBefore('write', takeOver, isRecordWrite);
    await first.append({ kind: 'creatingProject' });
    // The last check before the request leaves.
    await assert.rejects(first.requireOwnership(), LockLostError);
    await windows.second.append({ kind: 'cancelled' });
    assert.deepEqual(kinds(), ['planned', 'creatingModel', 'cancelled']);
  });

  it('sends nothing when it was suspended during its last check', async () => {
    const { first, takeOver } = await openTwoWindows();
    await first.append({ kind: 'creatingProject' });
    const now = Date.now.bind(Date);
    // Its check is from before the suspension, and it runs on two minutes later.
    const suspend = async () => {
      await takeOver();
      mock.method(Date, 'now', () => now() + 120_000);
    };
    await suspendFileBefore('write', suspend, (args) => !isRecordWrite(args));
    await assert.rejects(first.requireOwnership(), LockLostError);
  });

  type Stop = (happen: () => Promise<unknown>) => unknown;
  const moments: Record<'continue' | 'remove', Readonly<Record<string, Stop>>> = {
    continue: {
      'creates its own file': (happen) =>
        suspendBefore(fs, 'open', happen, ([file, flags]) => isRecord([file]) && flags === 'wx'),
      'writes its own file': (happen) => suspendFileBefore('write', happen, isRecordWrite),
      'flushes its own file': (happen) => suspendFileBefore('sync', happen),
    },
    remove: {
      'opens the record': (happen) => suspendBefore(fs, 'open', happen, isRecord),
      'removes the record': (happen) => suspendBefore(fs, 'rm', happen, isRecord),
    },
  };
  for (const action of ['continue', 'remove'] as const) {
    for (const [moment, stop] of Object.entries(moments[action])) {
      it(`does not ${action} the record when it was suspended right before it ${moment}`, async () => {
        const windows = await openTwoWindows();
        const { first, launch, journal, takeOver, kinds, extensions } = windows;
        await first.close();
        await stop(takeOver);
        const acts = {
          continue: () => journal.continue(launch),
          remove: () => journal.removeIf(launch, () => Promise.resolve(true)),
        };
        await assert.rejects(acts[action](), LockLostError);
        await windows.second.append({ kind: 'cancelled' });
        assert.deepEqual(kinds(), ['planned', 'creatingModel', 'cancelled']);
        await windows.second.close();
        assert.deepEqual(extensions(), ['.files', '.launch']);
      });
    }
  }

  needs('removal').it('respects that the other one removed the launch meanwhile', async () => {
    const { first, launch, folder, files } = await openTwoWindows();
    silence(files.lock);
    await new Journal(folder, systemClock).removeIf(launch, () => Promise.resolve(true));
    await assert.rejects(first.append({ kind: 'creatingProject' }), LockLostError);
    assert.deepEqual(readdirSync(folder), []);
  });

  needs('removal').it('begins nothing when it was suspended right before that', async () => {
    const folder = path.join(await tempTree(), 'launches');
    const journal = new Journal(folder, systemClock);
    const cleanUp = async () => {
      for (const name of readdirSync(folder)) silence(path.join(folder, name));
      // Another window cleans up after one that seems to be gone.
      const found = await new Journal(folder, systemClock).read();
      assert.deepEqual(found, { launches: [], unreadable: [] });
    };
    await suspendFileBefore('write', cleanUp, isRecordWrite);
    await assert.rejects(journal.begin(somePlan), LockLostError);
    assert.deepEqual(readdirSync(folder), []);
  });
});

describe('A window that was silent for long and has lost nothing', () => {
  afterEach(restoreAll);

  it('announces its request again before it sends it, so that no answer to the earlier entry applies to it', async () => {
    const { first, files, kinds } = await openTwoWindows();
    await first.append({ kind: 'creatingProject' });
    await first.requireOwnership();
    assert.deepEqual(kinds(), ['planned', 'creatingProject']);
    silence(files.lock);
    await first.requireOwnership();
    await first.requireOwnership();
    assert.deepEqual(kinds(), ['planned', 'creatingProject', 'creatingProject']);
    assert.deepEqual([first.record.entryCount, first.record.open], [3, 'createProject']);
  });

  it('announces it again also when its heartbeat noticed the silence first', async () => {
    const { first, files, kinds } = await openTwoWindows();
    await first.append({ kind: 'creatingProject' });
    silence(files.lock);
    const { mtimeMs } = statSync(files.lock);
    while (statSync(files.lock).mtimeMs === mtimeMs) await nextTurn();
    await first.requireOwnership();
    assert.deepEqual(kinds(), ['planned', 'creatingProject', 'creatingProject']);
  });
});

describe('A window that cannot check whether it still owns a launch', () => {
  afterEach(restoreAll);

  needs('links').it(
    'announces nothing, keeps the results of its requests, and continues once it can',
    async () => {
      const { first, files, kinds } = await openTwoWindows();
      await first.append({ kind: 'creatingModel' });
      const makeReadable = makeUnreadable(files.lock);
      const unknown = { name: 'JournalError', code: 'ELOOP' };
      await assert.rejects(first.requireOwnership(), unknown);
      await first.append({ kind: 'modelCreated', id: 'm1' as ModelId });
      await assert.rejects(first.append({ kind: 'uploading' }), unknown);
      assert.equal(first.lost.aborted, false);
      makeReadable();
      await first.append({ kind: 'uploading' });
      assert.deepEqual(kinds(), ['planned', 'creatingModel', 'modelCreated', 'uploading']);
    },
  );
});

describe('A line whose write failed', () => {
  afterEach(restoreAll);

  const failure = () => Promise.reject(Object.assign(new Error('simulated'), { code: 'EIO' }));
  const refused = { name: 'JournalError', code: 'EIO' };

  /** Imitates a system that cuts no open file. */
  async function refuseTruncation(): Promise<void> {
    mock.method(await methodsOfFiles(), 'truncate', () =>
      Promise.reject(Object.assign(new Error('simulated'), { code: 'EPERM' })),
    );
  }

  it('and that cannot be cut off is overwritten, so that a shorter one has nothing behind it', async () => {
    const { first, files, kinds, folder, launch } = await openTwoWindows();
    await refuseTruncation();
    await suspendFileBefore('datasync', failure);
    await assert.rejects(first.append({ kind: 'failed', problem: { kind: 'x'.repeat(500) } }), refused);
    assert.deepEqual(kinds(), ['planned']);
    assert.match(readFileSync(files.record, 'utf8'), /^[^\0]+\n\0{500,}$/);
    await first.append({ kind: 'creatingProject' });
    await first.append({ kind: 'cancelled' });
    assert.deepEqual(kinds(), ['planned', 'creatingProject', 'cancelled']);
    assert.equal(first.record.entryCount, 3);
    await first.close();
    const second = await continueLater(folder, launch);
    await second.append({ kind: 'creatingProject' });
    assert.deepEqual(kinds(), ['planned', 'creatingProject', 'cancelled', 'creatingProject']);
    assert.equal(readFileSync(files.record).includes(0), false);
  });

  it('and that cannot be overwritten either is removed before the next one is written', async () => {
    const { first, kinds } = await openTwoWindows();
    await refuseTruncation();
    await suspendFileBefore('datasync', async () => {
      await suspendFileBefore('write', failure, isRecordWrite);
      await failure();
    });
    await assert.rejects(first.append({ kind: 'failed', problem: { kind: 'network' } }), refused);
    assert.deepEqual(kinds(), ['planned', 'failed']);
    await first.append({ kind: 'cancelled' });
    assert.deepEqual(kinds(), ['planned', 'cancelled']);
    assert.equal(first.record.entryCount, 2);
  });
});

describe('A window whose record has disappeared', () => {
  afterEach(restoreAll);

  const putCopy = (file: string) => {
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
  };
  for (const [why, capability, removeFrom] of [
    ['because it was removed', 'removal', rmSync],
    ['because an earlier copy is there', 'replacement', putCopy],
  ] as const) {
    needs(capability).it(`announces nothing more and reports what the service creates, ${why}`, async () => {
      const { first, files } = await openTwoWindows();
      await first.append({ kind: 'creatingSimulation' });
      removeFrom(files.record);
      await assert.rejects(first.append({ kind: 'creatingSimulation' }), RecordGoneError);
      const reported = { code: 'ENOENT', created: { what: 'simulation', id: 's1' } };
      await assert.rejects(first.append({ kind: 'simulationCreated', id: 's1' }), reported);
      await first.append({ kind: 'cancelled' });
    });
  }
});

describe('A record that is removed', () => {
  afterEach(restoreAll);

  it('does not come back while its file cannot be removed, and is removed later', async () => {
    const { first, folder, journal, files, launch } = await openTwoWindows();
    await first.append({ kind: 'creatingProject' });
    await first.close();
    const held = files.record;
    const tried: string[] = [];
    const rm = fs.rm.bind(fs);
    const { mock: removal } = mock.method(fs, 'rm', async (file: string, options?: RmOptions) => {
      if (isRecord([file])) tried.push(path.basename(file));
      if (file === held) throw Object.assign(new Error('simulated'), { code: 'EBUSY' });
      await rm(file, options);
    });
    // The window before this one could not remove its file either.
    await (await journal.continue(launch)).close();
    tried.length = 0;
    await journal.remove(launch);
    // In this order, so that the earlier one never counts again. Windows tries again in the background.
    assert.deepEqual([...new Set(tried)], [`${launch}.launch`, `${launch}.1.launch`]);
    for (let look = 0; look < 2; look++)
      assert.deepEqual(await journal.read(), { launches: [], unreadable: [] });
    assert.deepEqual(readdirSync(folder).sort(), [`${launch}.1.removed`, `${launch}.launch`]);
    await assert.rejects(journal.continue(launch), RecordGoneError);
    removal.restore();
    assert.deepEqual(await journal.read(), { launches: [], unreadable: [] });
    assert.deepEqual(readdirSync(folder), []);
  });
});

describe('A record of several files', () => {
  afterEach(restoreAll);

  const lines = (text: string) => text.split(/(?<=\n)/);
  /** A record that was continued, with both of its files. */
  async function continued() {
    const { first, folder, launch, files } = await openTwoWindows();
    await first.append({ kind: 'creatingProject' });
    await first.close();
    const before = readFileSync(files.record);
    const modelFiles = readFileSync(path.join(folder, `${launch}.files`));
    const second = await continueLater(folder, launch);
    const copy = readFileSync(files.record);
    await second.append({ kind: 'cancelled' });
    await second.close();
    const after = readFileSync(files.record);
    const earlier = path.join(folder, `${launch}.launch`);
    await writeFile(earlier, before);
    await writeFile(path.join(folder, `${launch}.files`), modelFiles);
    const look = async () => {
      const { launches, unreadable } = await new Journal(folder, systemClock).read();
      return launches[0]?.record.entryCount ?? unreadable[0]?.code;
    };
    const file = path.join(folder, `${launch}.1.launch`);
    return { folder, launch, files, earlier, copy, after, file, look };
  }

  it('is what the newest one says, and the others are removed', async () => {
    const { look, folder, launch } = await continued();
    assert.equal(await look(), 3);
    const records = readdirSync(folder).filter((name) => name.endsWith('.launch'));
    assert.deepEqual(records, [`${launch}.1.launch`]);
  });

  it('is what the one before says while the newest one is not complete', async () => {
    const { look, file, copy, folder, launch, files } = await continued();
    const [header = ''] = lines(copy.toString());
    for (const bytes of [0, 1, header.length - 1, header.length, header.length + 200, copy.length - 1]) {
      await writeFile(file, copy.subarray(0, bytes));
      assert.equal(await look(), 2, `${bytes} bytes`);
    }
    for (const [what, start, end] of [
      ['behind the header', header.length, copy.length],
      ['at the end and behind it', copy.length - 30, copy.length + 30],
      ['within', header.length, header.length + 50],
      ['alone', 0, copy.length],
    ] as const) {
      const zeros = Buffer.alloc(end - start);
      await writeFile(file, Buffer.concat([copy.subarray(0, start), zeros, copy.subarray(end)]));
      assert.equal(await look(), 2, `zeros ${what}`);
    }
    // Whoever continues it takes a name of its own.
    const third = await continueLater(folder, launch);
    await third.append({ kind: 'cancelled' });
    assert.equal(path.basename(files.record), `${launch}.2.launch`);
    assert.equal(await look(), 3);
  });

  it('is damaged, and never what the one before says, if the newest one has entries of its own', async () => {
    const { look, file, after, copy } = await continued();
    const [header = ''] = lines(copy.toString());
    for (const place of [20, header.length + 100, copy.length - 2, copy.length + 5]) {
      const spoilt = Buffer.from(after);
      spoilt[place]! ^= 1;
      await writeFile(file, spoilt);
      // The last entry announces nothing, so that it counts as torn.
      assert.equal(await look(), place > copy.length ? 2 : 'damaged', `byte ${place}`);
    }
    await writeFile(file, after);
    assert.equal(await look(), 3);
  });

  it('is damaged if its only file is not complete, and a dead window had it', async () => {
    const { look, file, copy, earlier, files } = await continued();
    rmSync(earlier);
    await writeFile(file, copy.subarray(0, -1));
    await writeFile(files.lock, '{"token":"another"}');
    silence(files.lock);
    for (let count = 0; count < 2; count++) assert.equal(await look(), 'damaged');
    assert.equal(existsSync(file), true);
  });

  it('keeps the one before while a power cut could still tear the newest one', async () => {
    const { look, file, copy, earlier } = await continued();
    await writeFile(file, copy);
    assert.equal(await look(), 2);
    assert.equal(existsSync(earlier), true);
  });

  it('is not announced to by a window whose file was continued by another one', async () => {
    const { folder, launch } = await continued();
    const third = await continueLater(folder, launch);
    await writeFile(path.join(folder, `${launch}.3.launch`), '');
    await assert.rejects(third.append({ kind: 'creatingProject' }), LockLostError);
  });
});

describe('A record that is read while it is written', () => {
  afterEach(restoreAll);

  it('is complete or lacks the last line, and is never quarantined', async () => {
    const { first, folder } = await openTwoWindows();
    const reader = new Journal(folder, systemClock);
    const state = { isDone: false };
    let looks = 0;
    let written = 0;
    const writing = (async () => {
      // A slow system reads less often meanwhile.
      for (; written < 300 || looks < 10; written++) {
        await first.append({ kind: 'failed', problem: { kind: 'n'.repeat(5000) } });
      }
      await first.close();
      state.isDone = true;
    })();
    for (; !state.isDone; looks++) {
      const { launches, unreadable } = await reader.read();
      assert.deepEqual([launches.length, unreadable], [1, []]);
    }
    await writing;
    const { launches } = await reader.read();
    assert.equal(launches[0]?.record.entryCount, written + 1);
  });

  it('is read again before it counts as damaged, if no window writes to it', async () => {
    const { first, folder, files } = await openTwoWindows();
    await first.append({ kind: 'creatingProject' });
    await first.close();
    const whole = readFileSync(files.record);
    // The state that a reader sees while one line replaces another.
    const line = whole.indexOf('\n') + 5;
    const methods = await methodsOfFiles();
    const { read } = methods;
    const { mock: reading } = mock.method(
      methods,
      'read',
      async function (this: unknown, ...args: unknown[]) {
        reading.restore();
        const result = await read.apply(this, args);
        const buffer = args[0] as Buffer;
        buffer[line] = 0x21;
        return result;
      },
    );
    const { launches, unreadable } = await new Journal(folder, systemClock).read();
    assert.deepEqual([launches[0]?.record.entryCount, unreadable], [2, []]);
  });
});

describe('A record that is begun by two windows at once', () => {
  afterEach(restoreAll);

  it('keeps the files of the window that has it', async () => {
    const folder = path.join(await tempTree(), 'launches');
    const id = 'f3b0c442-98fc-4c14-9afb-f4c8996fb924';
    const begin = (file: PlannedFile) =>
      new Journal(folder, systemClock).begin({ ...somePlan, model: { name: 'deck', files: [file] } }, id);
    const ours = createSnapshot('ours.inp', 1);
    const theirs = createSnapshot('theirs.inp', 2);
    const beginThere = async () => {
      silence(path.join(folder, `${id}.lock`));
      await assert.rejects(begin(theirs), LockLostError);
    };
    suspendBefore(fs, 'open', beginThere, ([file]) => String(file).endsWith('.files'));
    await assert.rejects(begin(ours), LockLostError);
    const names = readdirSync(folder).filter((name) => name.endsWith('.files'));
    assert.deepEqual(
      names.map((name) => decodeFiles(readFileSync(path.join(folder, name), 'utf8'))),
      [[{ kind: 'planned', files: [ours] }]],
    );
  });
});

describe('A look that is older than a record', () => {
  afterEach(restoreAll);

  it('does not keep the window that begins it from its lock', async () => {
    const id = 'f3b0c442-98fc-4c14-9afb-f4c8996fb924';
    const folder = await tempTree({ [`${id}.next`]: 'left behind' });
    const begin = async () => {
      await (await new Journal(folder, systemClock).begin(somePlan, id)).close();
    };
    // The first time the look lists the files, and then it looks again for those of this record.
    let lists = 0;
    suspendBefore(fs, 'readdir', begin, () => ++lists === 2);
    const journal = new Journal(folder, systemClock);
    assert.deepEqual(await journal.read(), { launches: [], unreadable: [] });
    const { launches, unreadable } = await journal.read();
    assert.deepEqual([launches.map(({ record }) => record.plan.launch), unreadable], [[id], []]);
  });
});
