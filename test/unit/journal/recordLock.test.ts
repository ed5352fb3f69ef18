import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import fs from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { isLocked } from '../../../src/journal/lockFile';
import { LockedError, LockLostError, RecordLock } from '../../../src/journal/recordLock';
import { waitFor } from '../../host/waitFor';
import { type Capability, needs } from '../../support/capabilities';
import { silence } from '../../support/recordFiles';
import { suspendBefore } from '../../support/suspension';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { makeUnreadable } from '../../support/unreadable';

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

/** The PID of a process that has ended. */
function findDeadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('The lock of a launch', () => {
  const children: ChildProcess[] = [];

  afterEach(async () => {
    mock.restoreAll();
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
    'of a living process, set back by the file system clock a moment ago': { silenceMs: -minuteMs / 2 },
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
    'of a process that has been silent for long, because its PID may be reused': { silenceMs: 2 * minuteMs },
    'of another machine that has been silent for long': { host: 'elsewhere', silenceMs: 2 * minuteMs },
    'with a time in the far future, without a heartbeat': { host: 'elsewhere', silenceMs: -60 * minuteMs },
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
      const fresh = await lockFile();
      const old = await lockFile();
      leaveLock(fresh, { host: 'elsewhere' });
      leaveLock(old, { host: 'elsewhere', silenceMs: 2 * minuteMs });
      const now = Date.now.bind(Date);
      mock.method(Date, 'now', () => now() + wrongMs);
      assert.deepEqual([await isLocked(fresh), await isLocked(old)], [true, false]);
      assert.deepEqual(readdirSync(path.dirname(fresh)), ['one.lock']);
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
      await waitFor('the heartbeat', () => statSync(file).mtimeMs !== 0);
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
    const makeReadable = makeUnreadable(file);
    await assert.rejects(lock.requireOwnership(), { name: 'JournalError', code: 'ELOOP' });
    assert.equal(lock.lost.aborted, false);
    // No file can exist below a file.
    assert.equal(await isLocked(path.join(__filename, 'one.lock')), true);
    makeReadable();
    await lock.requireOwnership();
    await lock.release();
    assert.deepEqual(readdirSync(path.dirname(file)), []);
  });

  /** A stale lock, and another window that takes it over in the midst of the attempt of this one. */
  async function createContestedLock() {
    const file = await lockFile();
    leaveLock(file, { silenceMs: 2 * minuteMs });
    const owners: RecordLock[] = [];
    const takeOver = async () => {
      silence(`${file}.takeover`);
      owners.push(await RecordLock.take(file));
    };
    return { file, owners, takeOver };
  }

  async function assertLeftTo([owner]: readonly RecordLock[], file: string): Promise<void> {
    await owner!.requireOwnership();
    await owner!.release();
    assert.deepEqual(readdirSync(path.dirname(file)), []);
  }

  it('is left to another owner who acquired it while this one was suspended during its own attempt', async () => {
    const { file, owners, takeOver } = await createContestedLock();
    let moves = 0;
    const happen = async () => {
      await takeOver();
      suspendBefore(fs, 'rename', () => Promise.resolve(moves++));
    };
    // The second look at the dead lock is over, and it has had no effect yet.
    suspendBefore(fs, 'open', happen, ([name, flags]) => name === `${file}.takeover` && flags === 'r+');
    await assert.rejects(RecordLock.take(file), LockedError);
    assert.equal(moves, 0);
    await assertLeftTo(owners, file);
  });

  it('is given back to another owner from whom a suspended window took it', async () => {
    const { file, owners, takeOver } = await createContestedLock();
    suspendBefore(fs, 'rename', takeOver);
    await assert.rejects(RecordLock.take(file), LockedError);
    await assertLeftTo(owners, file);
  });

  it('is given back to its owner, who resumes while being taken for dead', async () => {
    const file = await lockFile();
    const owner = await RecordLock.take(file);
    silence(file);
    suspendBefore(fs, 'rename', () => owner.renew());
    await assert.rejects(RecordLock.take(file), LockedError);
    await assertLeftTo([owner], file);
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
