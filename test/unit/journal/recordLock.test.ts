import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, fork, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unwatchFile,
  utimesSync,
  watchFile,
  writeFileSync,
} from 'node:fs';
import fs from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { JournalError } from '../../../src/journal/errors';
import { isLocked } from '../../../src/journal/lockFile';
import { LockedError, LockLostError, RecordLock } from '../../../src/journal/recordLock';
import { type Capability, needs } from '../../support/capabilities';
import { removeTempTrees, tempTree } from '../../support/tempTree';

const program = path.join(__dirname, '../../support/launchProcess.js');

async function lockFile(): Promise<string> {
  return path.join(await tempTree(), 'one.lock');
}

const minuteMs = 60_000;

interface Found {
  readonly pid?: number;
  readonly host?: string;
  /** Time since the last heartbeat; ms. */
  readonly silenceMs?: number;
}

/** A lock as another process would leave it. */
function leaveLock(file: string, { pid = process.pid, host = hostname(), silenceMs = 0 }: Found): void {
  writeFileSync(file, JSON.stringify({ token: 'of another window', pid, host }));
  silence(file, silenceMs);
}

/** Lets the last heartbeat of a lock be this long ago. */
function silence(file: string, ms = 2 * minuteMs): void {
  const heard = new Date(Date.now() - ms);
  utimesSync(file, heard, heard);
}

/** Emits an event for each change of the times of a file. */
function watchTimes(file: string): EventEmitter {
  const changes = new EventEmitter();
  const told = (): void => {
    unwatchFile(file);
    changes.emit('change');
  };
  watchFile(file, { interval: 50 }, told);
  return changes;
}

/** The PID of a process that has ended. */
function findDeadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('The lock of a launch', () => {
  const children: ChildProcess[] = [];

  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await removeTempTrees();
  });

  it('is acquired by exactly one of many processes', async () => {
    const file = await lockFile();
    const takers = await Promise.allSettled(Array.from({ length: 20 }, () => RecordLock.take(file)));
    const won = takers.filter((taker) => taker.status === 'fulfilled');
    const lost = takers.filter((taker) => taker.status === 'rejected');
    assert.deepEqual([won.length, lost.length], [1, 19]);
    assert.deepEqual(
      lost.filter(({ reason }) => !(reason instanceof LockedError)),
      [],
    );
    await won[0]!.value.release();
    assert.deepEqual(readdirSync(path.dirname(file)), []);
  });

  it('can be acquired again once it is released', async () => {
    const file = await lockFile();
    const first = await RecordLock.take(file);
    assert.equal(await isLocked(file), true);
    await first.release();
    assert.equal(await isLocked(file), false);
    const second = await RecordLock.take(file);
    await second.release();
  });

  const respected: Record<string, Found> = {
    'of a living process': {},
    'of another machine with a recent heartbeat': {
      host: 'elsewhere',
      pid: findDeadPid(),
      silenceMs: minuteMs / 2,
    },
    'with a fresh heartbeat of a process that is not found here, as from a container of the same name': {
      pid: findDeadPid(),
    },
    'of a living process, set back by the file system clock a moment ago': {
      silenceMs: -minuteMs / 2,
    },
  };
  for (const [what, found] of Object.entries(respected)) {
    it(`${what} is respected`, async () => {
      const file = await lockFile();
      leaveLock(file, found);
      const before = readFileSync(file, 'utf8');
      await assert.rejects(RecordLock.take(file), LockedError);
      assert.deepEqual([await isLocked(file), readFileSync(file, 'utf8')], [true, before]);
    });
  }

  it('that is created but not written yet is respected', async () => {
    const file = await lockFile();
    writeFileSync(file, '');
    await assert.rejects(RecordLock.take(file), LockedError);
  });

  const takenOver: Record<string, Found> = {
    'of a dead process that has missed a few heartbeats': { pid: findDeadPid(), silenceMs: 10_000 },
    'of a process that has been silent for long, because its PID may be reused': {
      silenceMs: 2 * minuteMs,
    },
    'of another machine that has been silent for long': { host: 'elsewhere', silenceMs: 2 * minuteMs },
    'with a time in the far future, without a heartbeat': {
      host: 'elsewhere',
      silenceMs: -60 * minuteMs,
    },
  };
  for (const [what, found] of Object.entries(takenOver)) {
    it(`${what} is taken over`, async () => {
      const file = await lockFile();
      leaveLock(file, found);
      assert.equal(await isLocked(file), false);
      const lock = await RecordLock.take(file);
      const { pid, host } = JSON.parse(readFileSync(file, 'utf8')) as Found;
      assert.deepEqual({ pid, host }, { pid: process.pid, host: hostname() });
      assert.deepEqual(readdirSync(path.dirname(file)), ['one.lock']);
      await assert.rejects(RecordLock.take(file), LockedError);
      await lock.release();
    });
  }

  it('with a time in the future is respected when its owner sends a heartbeat while it is watched', async () => {
    const file = await lockFile();
    leaveLock(file, { host: 'elsewhere', silenceMs: -60 * minuteMs });
    const folder = path.dirname(file);
    const signOfLife = setTimeout(() => leaveLock(file, { host: 'elsewhere' }), 2000);
    await assert.rejects(RecordLock.take(file), LockedError);
    clearTimeout(signOfLife);
    assert.deepEqual(readdirSync(folder), ['one.lock']);
  });

  const foreign: Record<
    string,
    { readonly capabilities: readonly Capability[]; readonly put: (file: string) => void }
  > = {
    'a folder': {
      capabilities: [],
      put: (file) => {
        mkdirSync(file);
        writeFileSync(path.join(file, 'notes.txt'), 'notes');
      },
    },
    'a link to itself': { capabilities: ['links'], put: (file) => symlinkSync(file, file) },
    'a link to nothing': { capabilities: ['links'], put: (file) => symlinkSync(`${file}.nothing`, file) },
    'a pipe': { capabilities: ['pipes'], put: (file) => execFileSync('mkfifo', [file]) },
  };
  for (const [what, { capabilities, put }] of Object.entries(foreign)) {
    needs(...capabilities).it(`replaces ${what} of its name, and deletes nothing of it`, async () => {
      const file = await lockFile();
      put(file);
      const before = lstatSync(file).ino;
      assert.equal(await isLocked(file), false);
      const lock = await RecordLock.take(file);
      await lock.release();
      const left = readdirSync(path.dirname(file)).map((name) => path.join(path.dirname(file), name));
      assert.deepEqual(
        left.map((one) => lstatSync(one).ino),
        [before],
      );
    });
  }

  /**
   * A window on another machine, as far as it can be simulated here: its clock is wrong, and its process is
   * not found.
   */
  for (const wrongMs of [-10 * minuteMs, 10 * minuteMs]) {
    it(`has its age measured by the file system clock, however wrong the clock of a machine is (${wrongMs} ms)`, async () => {
      const [fresh, old] = [await lockFile(), await lockFile()];
      leaveLock(fresh, { host: 'elsewhere' });
      leaveLock(old, { host: 'elsewhere', silenceMs: 2 * minuteMs });
      const now = Date.now.bind(Date);
      Date.now = () => now() + wrongMs;
      try {
        assert.deepEqual([await isLocked(fresh), await isLocked(old)], [true, false]);
        assert.deepEqual(readdirSync(path.dirname(fresh)), ['one.lock']);
      } finally {
        Date.now = now;
      }
    });
  }

  it('is kept alive by the file system clock, however wrong the clock of the owner is', async () => {
    const file = await lockFile();
    const RealDate = Date;
    const wrong = class extends RealDate {
      constructor() {
        super(0);
      }
    };
    globalThis.Date = wrong as DateConstructor;
    const lock = await RecordLock.take(file).finally(() => (globalThis.Date = RealDate));
    try {
      utimesSync(file, new Date(0), new Date(0));
      globalThis.Date = wrong as DateConstructor;
      await once(watchTimes(file), 'change');
    } finally {
      globalThis.Date = RealDate;
    }
    assert.ok(Math.abs(Date.now() - statSync(file).mtimeMs) < minuteMs);
    await lock.release();
    assert.deepEqual(readdirSync(path.dirname(file)), []);
  });

  it('is noticed as lost by the next heartbeat, which leaves the other owner’s lock unchanged', async () => {
    const file = await lockFile();
    const lock = await RecordLock.take(file);
    rmSync(file);
    leaveLock(file, { silenceMs: minuteMs / 2 });
    const { mtimeMs } = statSync(file);
    await once(lock.lost, 'abort');
    assert.ok(lock.lost.reason instanceof LockLostError);
    assert.equal(statSync(file).mtimeMs, mtimeMs);
    await lock.release();
    assert.equal(statSync(file).mtimeMs, mtimeMs);
  });

  for (const [what, take] of Object.entries({
    'another owner has it': (file: string) => leaveLock(file, {}),
    'it no longer exists': (file: string) => rmSync(file),
    'another owner is just creating it': (file: string) => writeFileSync(file, ''),
  })) {
    it(`is lost as soon as it is checked and ${what}`, async () => {
      const file = await lockFile();
      const lock = await RecordLock.take(file);
      await lock.requireOwnership();
      take(file);
      await assert.rejects(lock.requireOwnership(), LockLostError);
      assert.ok(lock.lost.reason instanceof LockLostError);
      // For good, whatever is found there later.
      rmSync(file, { force: true });
      await assert.rejects(lock.requireOwnership(), LockLostError);
      await lock.release();
    });
  }

  needs('links').it('is not lost when it temporarily cannot be read', async () => {
    const file = await lockFile();
    const lock = await RecordLock.take(file);
    const aside = `${file}.aside`;
    renameSync(file, aside);
    symlinkSync(file, file);
    const unknown = (error: unknown) => error instanceof JournalError && error.code === 'ELOOP';
    await assert.rejects(lock.requireOwnership(), unknown);
    assert.equal(lock.lost.aborted, false);
    // No file can exist below a file.
    assert.equal(await isLocked(path.join(aside, 'one.lock')), true);
    rmSync(file);
    renameSync(aside, file);
    await lock.requireOwnership();
    await lock.release();
    assert.deepEqual(readdirSync(path.dirname(file)), []);
  });

  it('is left to another owner who acquired it while this one was suspended during its own attempt', async () => {
    const file = await lockFile();
    leaveLock(file, { silenceMs: 2 * minuteMs });
    const { rm, rename } = fs;
    const others: RecordLock[] = [];
    const moved: unknown[] = [];
    let looks = 0;
    fs.rm = async (...args: Parameters<typeof rm>) => {
      await rm(...args);
      // The second look at the dead lock is over, and it has had no effect yet.
      if (!String(args[0]).endsWith('.clock') || ++looks !== 2) return;
      fs.rm = rm;
      silence(`${file}.takeover`);
      others.push(await RecordLock.take(file));
      fs.rename = async (...names: Parameters<typeof rename>) => {
        moved.push(names[0]);
        await rename(...names);
      };
    };
    await assert.rejects(RecordLock.take(file), LockedError);
    fs.rename = rename;
    assert.deepEqual(moved, []);
    await others[0]!.requireOwnership();
    await others[0]!.release();
    assert.deepEqual(readdirSync(path.dirname(file)), []);
  });

  it('is given back to another owner from whom a suspended window took it', async () => {
    const file = await lockFile();
    leaveLock(file, { silenceMs: 2 * minuteMs });
    const { rename } = fs;
    const others: RecordLock[] = [];
    fs.rename = async (...args: Parameters<typeof rename>) => {
      fs.rename = rename;
      silence(`${file}.takeover`);
      others.push(await RecordLock.take(file));
      await rename(...args);
    };
    await assert.rejects(RecordLock.take(file), LockedError);
    await others[0]!.requireOwnership();
    await others[0]!.release();
    assert.deepEqual(readdirSync(path.dirname(file)), []);
  });

  it('is given back to its owner, who resumes while being taken for dead', async () => {
    const file = await lockFile();
    const owner = await RecordLock.take(file);
    silence(file);
    const { rename } = fs;
    fs.rename = async (...args: Parameters<typeof rename>) => {
      fs.rename = rename;
      await owner.renew();
      await rename(...args);
    };
    await assert.rejects(RecordLock.take(file), LockedError);
    await owner.requireOwnership();
    await owner.release();
    assert.deepEqual(readdirSync(path.dirname(file)), []);
  });

  it('has exactly one owner however many processes find the same dead one', async () => {
    const rounds = process.platform === 'win32' ? 60 : 300;
    const folder = await tempTree();
    for (let count = 0; count < 3; count++) children.push(fork(program, [], { execArgv: [] }));
    const pid = findDeadPid();
    const wrong: { readonly round: number; readonly owners: number; readonly isThere: boolean }[] = [];
    for (let round = 0; round < rounds; round++) {
      const file = path.join(folder, `${round}.lock`);
      leaveLock(
        file,
        round % 2 === 0 ? { pid, silenceMs: 10_000 } : { host: 'elsewhere', silenceMs: 2 * minuteMs },
      );
      const messages = children.map((child) => once(child, 'message') as Promise<[boolean]>);
      for (const child of children) child.send(file);
      const owners = (await Promise.all(messages)).filter(([mine]) => mine).length;
      const isThere = existsSync(file);
      if (owners !== 1 || !isThere) wrong.push({ round, owners, isThere });
    }
    assert.deepEqual(wrong, []);
  });
});
