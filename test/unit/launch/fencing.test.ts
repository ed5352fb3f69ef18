import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import fs, { type FileHandle, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock } from '../../../src/client/core/clock';
import type { ModelId } from '../../../src/client/core/types';
import { JournalError, RecordGoneError } from '../../../src/launch/errors';
import { Journal } from '../../../src/launch/journal';
import type { PlannedLaunch } from '../../../src/launch/journalEntry';
import { decodeLines } from '../../../src/launch/journalFormat';
import type { JournalWriter } from '../../../src/launch/journalWriter';
import { LockLostError } from '../../../src/launch/launchLock';
import { removeTempTrees, tempTree } from '../../support/tempTree';

const plan: Omit<PlannedLaunch, 'kind' | 'launch'> = {
  service: { origin: 'https://service.example', basePath: '/', variant: 'variant_b' },
  project: { newName: 'Study' },
  model: { name: 'deck', files: [] },
  finalise: true,
  simulate: true,
};

/** A window that has begun a launch, and another one that may take it over. */
async function openTwoWindows() {
  const folder = path.join(await tempTree(), 'launches');
  const first = await new Journal(folder, systemClock).begin(plan);
  const { launch } = first.record.plan;
  const files = { record: path.join(folder, `${launch}.launch`), lock: path.join(folder, `${launch}.lock`) };
  const takeOver = async (): Promise<JournalWriter> => {
    makeStale(files.lock);
    const second = await new Journal(folder, systemClock).continue(launch);
    await second.append({ kind: 'creatingModel' });
    return second;
  };
  const kinds = () => decodeLines(readFileSync(files.record, 'utf8')).map(({ kind }) => kind);
  return { folder, launch, first, files, takeOver, kinds };
}

/** Simulates an owner that was suspended for two minutes. */
function makeStale(lock: string): void {
  const then = new Date(Date.now() - 120_000);
  utimesSync(lock, then, then);
}

const restores: (() => void)[] = [];

/** Restores all patched functions. */
async function restoreAll(): Promise<void> {
  for (const restore of restores.splice(0)) restore();
  await removeTempTrees();
}

/** Calls `act` right before the next file operation of this kind, as if the window were suspended there. */
async function runBefore(
  name: 'write' | 'writeFile' | 'truncate' | 'datasync',
  happen: () => Promise<void>,
): Promise<void> {
  const handle = await open(__filename, 'r');
  const methods = Object.getPrototypeOf(handle) as Record<typeof name, (...args: unknown[]) => Promise<void>>;
  await handle.close();
  stopBefore(methods, name, happen);
}

function stopBefore<Name extends string>(
  owner: Record<Name, (...args: never[]) => unknown>,
  name: Name,
  happen: () => Promise<void>,
  isIt: (args: readonly unknown[]) => boolean = () => true,
): void {
  const original = owner[name];
  const restore = (): void => void (owner[name] = original);
  restores.push(restore);
  owner[name] = async function (this: unknown, ...args: never[]) {
    if (isIt(args)) {
      restore();
      await happen();
    }
    return await original.apply(this, args);
  };
}

describe('A window that has lost a launch to another one', () => {
  afterEach(restoreAll);

  it('writes and announces nothing more, and leaves the lock and the record to the other one', async () => {
    const { first, takeOver, kinds, folder } = await openTwoWindows();
    const second = await takeOver();
    await assert.rejects(first.append({ kind: 'creatingProject' }), LockLostError);
    await assert.rejects(first.append({ kind: 'cancelled' }), LockLostError);
    await assert.rejects(first.requireOwnership(), LockLostError);
    assert.ok(first.lost.reason instanceof LockLostError);
    await first.close();

    await second.append({ kind: 'modelCreated', id: 'm1' as ModelId });
    assert.deepEqual(kinds(), ['planned', 'creatingModel', 'modelCreated']);
    const { launches } = await new Journal(folder, systemClock).read();
    assert.deepEqual([launches.length, launches[0]?.running], [1, true]);
    await second.close();
    assert.deepEqual(
      readdirSync(folder)
        .map((name) => path.extname(name))
        .sort(),
      ['.launch', '.summary'],
    );
  });

  it('notices it at its next heartbeat', async () => {
    const { first, takeOver } = await openTwoWindows();
    const second = await takeOver();
    await once(first.lost, 'abort');
    assert.ok(first.lost.reason instanceof LockLostError);
    await first.close();
    await second.close();
  });

  it('writes only into a file that is no longer read when it was suspended right before a write', async () => {
    const { first, takeOver, kinds } = await openTwoWindows();
    const seconds: JournalWriter[] = [];
    await runBefore('writeFile', async () => void seconds.push(await takeOver()));
    await first.append({ kind: 'creatingProject' });
    // The last check before the request leaves.
    await assert.rejects(first.requireOwnership(), LockLostError);
    await first.close();
    await seconds[0]!.append({ kind: 'cancelled' });
    assert.deepEqual(kinds(), ['planned', 'creatingModel', 'cancelled']);
    await seconds[0]!.close();
  });

  it('sends nothing when it was suspended during its last check', async () => {
    const { first, takeOver } = await openTwoWindows();
    await first.append({ kind: 'creatingProject' });
    const seconds: JournalWriter[] = [];
    const now = Date.now.bind(Date);
    restores.push(() => (Date.now = now));
    // Its check is from before the suspension, and it runs on two minutes later.
    await runBefore('write', async () => {
      seconds.push(await takeOver());
      Date.now = () => now() + 120_000;
    });
    await assert.rejects(first.requireOwnership(), LockLostError);
    await first.close();
    await seconds[0]!.close();
  });

  it('does not replace the record when it was suspended right before that', async () => {
    const { first, launch, folder, takeOver, kinds } = await openTwoWindows();
    await first.close();
    const seconds: JournalWriter[] = [];
    stopBefore(fs, 'rename', async () => void seconds.push(await takeOver()));
    await assert.rejects(new Journal(folder, systemClock).continue(launch), JournalError);
    await seconds[0]!.append({ kind: 'cancelled' });
    assert.deepEqual(kinds(), ['planned', 'creatingModel', 'cancelled']);
    await seconds[0]!.close();
    assert.deepEqual(
      readdirSync(folder)
        .map((name) => path.extname(name))
        .sort(),
      ['.launch', '.summary'],
    );
  });

  it('does not replace the record when it was suspended right before it created its own file', async () => {
    const { first, launch, folder, takeOver, kinds } = await openTwoWindows();
    await first.close();
    const seconds: JournalWriter[] = [];
    stopBefore(
      fs,
      'open',
      async () => void seconds.push(await takeOver()),
      ([, flags]) => flags === 'ax',
    );
    await assert.rejects(new Journal(folder, systemClock).continue(launch), LockLostError);
    await seconds[0]!.append({ kind: 'cancelled' });
    assert.deepEqual(kinds(), ['planned', 'creatingModel', 'cancelled']);
    await seconds[0]!.close();
    assert.deepEqual(
      readdirSync(folder)
        .map((name) => path.extname(name))
        .sort(),
      ['.launch', '.summary'],
    );
  });

  const momentsOfRemoving: Record<string, (happen: () => Promise<void>) => unknown> = {
    'right before it opens the record': (happen) =>
      stopBefore(fs, 'open', happen, ([, flags]) => flags === 'r+'),
    'right before it empties the record': (happen) => runBefore('truncate', happen),
  };
  for (const [moment, stop] of Object.entries(momentsOfRemoving)) {
    it(`does not remove the record when it was suspended ${moment}`, async () => {
      const { first, launch, folder, takeOver, kinds } = await openTwoWindows();
      await first.close();
      const seconds: JournalWriter[] = [];
      await stop(async () => void seconds.push(await takeOver()));
      await assert.rejects(new Journal(folder, systemClock).remove(launch), LockLostError);
      await seconds[0]!.append({ kind: 'cancelled' });
      assert.deepEqual(kinds(), ['planned', 'creatingModel', 'cancelled']);
      await seconds[0]!.close();
    });
  }

  it('respects that the other one removed the launch meanwhile', async () => {
    const { first, launch, folder, files } = await openTwoWindows();
    makeStale(files.lock);
    await new Journal(folder, systemClock).remove(launch);
    await assert.rejects(first.append({ kind: 'creatingProject' }), LockLostError);
    await first.close();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('begins nothing when it was suspended right before that', async () => {
    const folder = path.join(await tempTree(), 'launches');
    const journal = new Journal(folder, systemClock);
    stopBefore(fs, 'rename', async () => {
      for (const name of readdirSync(folder)) makeStale(path.join(folder, name));
      // Another window cleans up after one that seems to be gone.
      assert.deepEqual((await new Journal(folder, systemClock).read()).launches, []);
    });
    await assert.rejects(journal.begin(plan), JournalError);
    assert.deepEqual(readdirSync(folder), []);
  });
});

describe('A window that was silent for long and has lost nothing', () => {
  afterEach(removeTempTrees);

  it('announces its request again before it sends it, so that no answer to the earlier entry applies to it', async () => {
    const { first, files, kinds } = await openTwoWindows();
    await first.append({ kind: 'creatingProject' });
    await first.requireOwnership();
    assert.deepEqual(kinds(), ['planned', 'creatingProject']);
    makeStale(files.lock);
    await first.requireOwnership();
    await first.requireOwnership();
    assert.deepEqual(kinds(), ['planned', 'creatingProject', 'creatingProject']);
    assert.deepEqual([first.record.entryCount, first.record.open], [3, 'createProject']);
    await first.close();
  });

  it('announces it again also when its heartbeat noticed the silence first', async () => {
    const { first, files, kinds } = await openTwoWindows();
    await first.append({ kind: 'creatingProject' });
    makeStale(files.lock);
    const { mtimeMs } = statSync(files.lock);
    while (statSync(files.lock).mtimeMs === mtimeMs) await nextTurn();
    await first.requireOwnership();
    assert.deepEqual(kinds(), ['planned', 'creatingProject', 'creatingProject']);
    await first.close();
  });
});

describe('A window that cannot check whether it still owns a launch', () => {
  afterEach(removeTempTrees);

  it('announces nothing, keeps the results of its requests, and continues once it can', async () => {
    const { first, files, kinds } = await openTwoWindows();
    await first.append({ kind: 'creatingModel' });
    renameSync(files.lock, `${files.lock}.aside`);
    symlinkSync(files.lock, files.lock);
    const unknown = (error: unknown) => error instanceof JournalError && error.code === 'ELOOP';
    await assert.rejects(first.requireOwnership(), unknown);
    await first.append({ kind: 'modelCreated', id: 'm1' as ModelId });
    await assert.rejects(first.append({ kind: 'uploading' }), unknown);
    assert.equal(first.lost.aborted, false);
    rmSync(files.lock);
    renameSync(`${files.lock}.aside`, files.lock);
    await first.append({ kind: 'uploading' });
    assert.deepEqual(kinds(), ['planned', 'creatingModel', 'modelCreated', 'uploading']);
    await first.close();
  });
});

describe('A line whose write failed and could not be undone', () => {
  afterEach(restoreAll);

  it('is removed before the next one is written', async () => {
    const { first, files, kinds } = await openTwoWindows();
    const failure = () => Promise.reject(Object.assign(new Error('simulated'), { code: 'EIO' }));
    await runBefore('datasync', failure);
    await runBefore('truncate', failure);
    const refused = (error: unknown) => error instanceof JournalError && error.code === 'EIO';
    await assert.rejects(first.append({ kind: 'creatingProject' }), refused);
    assert.deepEqual(kinds(), ['planned', 'creatingProject']);
    await first.append({ kind: 'cancelled' });
    assert.deepEqual(kinds(), ['planned', 'cancelled']);
    assert.equal(first.record.entryCount, 2);
    assert.ok(readFileSync(files.record, 'utf8').endsWith('\n'));
    await first.close();
  });
});

describe('A window whose record has disappeared', () => {
  afterEach(removeTempTrees);

  const removals: Record<string, (file: string) => void> = {
    'because it was removed': (file) => rmSync(file),
    'because an earlier copy is there': (file) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
  };
  for (const [why, removeFrom] of Object.entries(removals)) {
    it(`announces nothing more, ${why}`, async () => {
      const { first, files } = await openTwoWindows();
      await first.append({ kind: 'creatingModel' });
      removeFrom(files.record);
      await assert.rejects(first.append({ kind: 'finalising' }), RecordGoneError);
      await first.append({ kind: 'cancelled' });
      await first.close();
    });

    it(`reports the objects that the service created meanwhile, ${why}`, async () => {
      const { first, files } = await openTwoWindows();
      await first.append({ kind: 'creatingSimulation' });
      removeFrom(files.record);
      const made = { what: 'simulation', id: 's1' };
      await assert.rejects(first.append({ kind: 'simulationCreated', id: 's1' }), { code: 'ENOENT', made });
      await first.close();
    });
  }
});

describe('A record that is removed', () => {
  afterEach(restoreAll);

  it('is no longer listed while only its content is gone', async () => {
    const { first, folder, files, launch } = await openTwoWindows();
    await first.close();
    const journal = new Journal(folder, systemClock);
    // Another window begins to resume it at this moment, so its name stays.
    await runBefore('truncate', () => writeFile(files.lock, '{"token":"another"}'));
    await journal.remove(launch);
    assert.deepEqual([existsSync(files.record), statSync(files.record).size], [true, 0]);
    assert.deepEqual(await journal.read(), { launches: [], unreadable: [] });
  });
});

describe('A record that is read while it is written', () => {
  afterEach(removeTempTrees);

  it('is complete or lacks the last line, and is never quarantined', async () => {
    const { first, folder } = await openTwoWindows();
    const reader = new Journal(folder, systemClock);
    const state = { isDone: false };
    const writing = (async () => {
      for (let index = 0; index < 300; index++) {
        await first.append({ kind: 'fileAccepted', name: `${'n'.repeat(5000)}${index}`, sha256: 'ab' });
      }
      await first.close();
      state.isDone = true;
    })();
    let looks = 0;
    for (; !state.isDone; looks++) {
      const { launches, unreadable } = await reader.read();
      assert.deepEqual([launches.length, unreadable], [1, []]);
    }
    await writing;
    assert.ok(looks > 3);
    const { launches } = await reader.read();
    assert.equal(launches[0]?.record.accepted.size, 300);
  });

  it('is read again before it counts as damaged, if no window writes to it', async () => {
    const { first, folder, files } = await openTwoWindows();
    await first.append({ kind: 'creatingProject' });
    await first.close();
    const whole = readFileSync(files.record);
    // The state that a reader sees while one line replaces another.
    const line = whole.indexOf('\n') + 5;
    const handle = await open(files.record, 'r');
    const methods = Object.getPrototypeOf(handle) as Pick<FileHandle, 'read'>;
    await handle.close();
    const { read } = methods;
    methods.read = async function (this: FileHandle, ...args: unknown[]) {
      methods.read = read;
      const result = await (read as (...all: unknown[]) => ReturnType<typeof read>).apply(this, args);
      const buffer = args[0] as Buffer;
      buffer[line] = 0x21;
      return result as never;
    };
    const { launches, unreadable } = await new Journal(folder, systemClock).read();
    assert.deepEqual([launches[0]?.record.entryCount, unreadable], [2, []]);
  });
});
