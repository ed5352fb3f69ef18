import assert from 'node:assert/strict';
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../src/client/core/clock';
import type { ModelId, ProjectId } from '../../../src/client/core/types';
import {
  AlreadyResolvedError,
  JournalError,
  RecordGoneError,
  RecordUnreadableError,
} from '../../../src/journal/errors';
import { LockedError, LockLostError } from '../../../src/journal/recordLock';
import { KeyringError } from '../../../src/launch/errors';
import { Journal } from '../../../src/launch/journal';
import type { JournalEntry } from '../../../src/launch/journalEntry';
import type { JournalWriter } from '../../../src/launch/journalWriter';
import type { LaunchContext, LaunchPlan, LaunchRunnerOptions } from '../../../src/launch/launch';
import type { LaunchRecord } from '../../../src/launch/launchRecord';
import { describeError } from '../../../src/messages/describeError';
import { UploadLimit } from '../../../src/upload/uploadLimit';
import { waitFor } from '../../host/waitFor';
import { needs } from '../../support/capabilities';
import { FakeClock } from '../../support/fakeClock';
import { memoryLinks, plannedLaunch } from '../../support/launches';
import { only } from '../../support/only';
import { readKinds } from '../../support/recordFiles';
import { rejectionOf } from '../../support/rejections';
import { newRunner, noFollower } from '../../support/runner';
import { holdResponses, operations, startService, stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';
import { makeUnreadable } from '../../support/unreadable';
import { ageLocks } from './support/killedLaunch';
import { somePlan } from './support/somePlan';

const donePlan = {
  ...somePlan,
  project: { id: 'p1' as ProjectId, name: 'Study' },
  model: { id: 'm1' as ModelId, name: 'deck' },
};

const launched: readonly JournalEntry[] = [
  { kind: 'creatingSimulation' },
  { kind: 'simulationCreated', id: 's1' },
];
const unknown: readonly JournalEntry[] = [
  { kind: 'creatingSimulation' },
  { kind: 'unknown', problem: { kind: 'network' } },
];

/** A window, a service, and a journal with recorded launches. */
async function bench(changes: Partial<LaunchRunnerOptions> = {}) {
  const { client, emulator } = await startService();
  const folder = path.join(await tempTree(), 'launches');
  let now = 1_000_000;
  const journal = new Journal(folder, { now: () => (now += 1000) });
  const append = async (open: JournalWriter, entries: readonly JournalEntry[]): Promise<string> => {
    for (const entry of entries) await open.append(entry);
    await open.close();
    return open.record.plan.launch;
  };
  const note = async (entries: readonly JournalEntry[], plan: LaunchPlan & LaunchContext = donePlan) =>
    append(await journal.begin(plan), entries);
  /** Another window continues a launch. */
  const moveOn = async (id: string, entries: readonly JournalEntry[]) =>
    append(await journal.continue(id), entries);
  const runner = newRunner(folder, client, changes);
  const { plan } = await plannedLaunch(emulator, { 'a.inp': 'a', 'b.inc': 'bb' });
  const kinds = (id: string) => readKinds(folder, id);
  const records = () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.launch'));
    return [...new Set(names.map((name) => name.replace(/\.\d+\.launch$/, '.launch')))];
  };
  const states = async () => (await runner.list.read()).map(({ state }) => state);
  return { client, emulator, folder, journal, note, moveOn, runner, plan, kinds, records, states };
}

afterEach(stopServices);

describe('A launch that is cancelled', () => {
  const failed: readonly JournalEntry[] = [
    { kind: 'creatingProject' },
    { kind: 'failed', problem: { kind: 'status', status: 403 } },
  ];
  for (const [what, before, expected] of [
    ['is cancelled', [], ['planned', 'cancelled']],
    ['keeps its previous end', failed, ['planned', 'creatingProject', 'failed']],
  ] as const) {
    it(`while Resume still reads its record sends nothing, says so, and ${what}`, async () => {
      const { runner, note, plan, emulator, kinds } = await bench();
      const id = await note(before, plan);
      const resumed = runner.resume(id, noFollower());
      runner.cancel(id);
      const said = describeError(await rejectionOf(resumed));
      assert.equal(said, 'The launch was cancelled before it went on. Nothing was sent.');
      assert.deepEqual([operations(emulator), kinds(id)], [[], expected]);
      const [launch] = await runner.list.read();
      assert.deepEqual([launch?.state, launch?.runsHere], [expected.at(-1), false]);
    });
  }

  it('while its client is being made ends at once and sends nothing', async () => {
    const clientOf = () => new Promise<never>(() => undefined);
    const { runner, note, plan, emulator, kinds, folder } = await bench({ clientOf });
    const id = await note([], plan);
    const resumed = runner.resume(id, noFollower());
    for (let seen = false; !seen;) {
      const [launch] = await runner.list.read();
      runner.journalChanged();
      seen = launch?.runsHere === true && launch.state === 'planned';
    }
    runner.cancel(id);
    await assert.rejects(resumed, { kind: 'launchCancelled' });
    assert.deepEqual([operations(emulator), kinds(id)], [[], ['planned', 'cancelled']]);
    assert.equal(readdirSync(folder).join().includes('.lock'), false);
  });

  it('from its progress while it is being created is recorded as cancelled', async () => {
    const { runner, plan, emulator } = await bench();
    const cancel = new AbortController();
    const started = runner.start(plan, { ...noFollower(), signal: cancel.signal });
    cancel.abort();
    await assert.rejects(started, { kind: 'launchCancelled' });
    const [launch] = await runner.list.read();
    assert.deepEqual([launch?.state, operations(emulator)], ['cancelled', []]);
  });
});

describe('A launch in a window that does not trust its folders', () => {
  const untrusted = new Error('not trusted');
  const requireTrust = () => {
    throw untrusted;
  };

  it('sends no file, whether it begins or goes on', async () => {
    const { runner, note, plan, emulator, records, kinds } = await bench({ requireTrust });
    const id = await note([], plan);
    await assert.rejects(runner.start(plan, noFollower()), untrusted);
    await assert.rejects(runner.resume(id, noFollower()), untrusted);
    assert.deepEqual([operations(emulator), records(), kinds(id)], [[], [`${id}.launch`], ['planned']]);
  });

  it('goes on where no file is to be sent', async () => {
    const { runner, note, client, emulator, states } = await bench({ requireTrust });
    const { model_id: id, name } = emulator.models[0]!;
    const project = await client.createProject('Study');
    await runner.resume(await note([], { ...donePlan, project, model: { id, name } }), noFollower());
    assert.deepEqual([await states(), emulator.simulations.length], [['launched'], 1]);
  });
});

describe('A launch that another window has taken over from a suspended one', () => {
  it('is not continued here, and keeps the upload URLs of the other window', async () => {
    const links = memoryLinks();
    const { runner, plan, emulator, folder } = await bench({ uploadUrls: links });
    const respond = holdResponses(emulator, ({ operation }) => operation === 'createModel');
    const started = runner.start(plan, noFollower());
    await waitFor('the request', () => operations(emulator).includes('createModel'));
    ageLocks(folder, 120_000);
    const id = readdirSync(folder)
      .find((name) => name.endsWith('.launch'))!
      .replace('.launch', '');
    const other = await new Journal(folder, systemClock).continue(id);
    const ours = new Map([['a.inp', 'https://files.example/new']]);
    await links.put(id, ours);
    respond();
    await assert.rejects(started, LockLostError);
    assert.deepEqual(operations(emulator), ['createProject', 'createModel']);
    assert.equal(links.kept.get(id), ours);
    await other.append({ kind: 'cancelled' });
    assert.equal(other.record.open, undefined);
    await other.close();
    assert.deepEqual((await new Journal(folder, systemClock).read()).launches[0]?.record.end, 'cancelled');
  });
});

describe('Removing launches', () => {
  it('skips one that another window works on, notifies the view, and reports it at the end', async () => {
    let told = 0;
    const { runner, folder, note, journal, records } = await bench({ onChange: () => told++ });
    const ids = [await note(launched), await note(launched), await note(launched)];
    const held = await journal.continue(ids[1]!);
    await assert.rejects(runner.remover.remove(ids), LockedError);
    assert.deepEqual([records(), told], [[`${ids[1]}.launch`], 1]);
    assert.deepEqual(
      (await runner.list.read()).map(({ id }) => id),
      [ids[1]],
    );
    await held.close();
    await runner.remover.remove(ids);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('keeps one that has moved on since it was seen', async () => {
    const { runner, note, records, moveOn } = await bench();
    const id = await note([{ kind: 'cancelled' }]);
    const seen = await runner.list.read();
    await moveOn(id, unknown);
    await assert.rejects(runner.remover.remove([id], seen), AlreadyResolvedError);
    assert.deepEqual(records(), [`${id}.launch`]);
    runner.journalChanged();
    await runner.remover.remove([id], await runner.list.read());
    assert.deepEqual(records(), []);
  });

  it('keeps one that runs in this window', async () => {
    const { runner, note, plan, records } = await bench({ clientOf: () => new Promise(() => undefined) });
    const id = await note([], plan);
    const resumed = runner.resume(id, noFollower());
    await assert.rejects(runner.remover.remove([id]), LockedError);
    assert.deepEqual(records(), [`${id}.launch`]);
    runner.cancel(id);
    await assert.rejects(resumed);
  });

  it('needs no responding keyring, and reports that it did not respond', async () => {
    const links = { ...memoryLinks(), delete: () => Promise.reject(new KeyringError()) };
    const { runner, note, plan, records } = await bench({ uploadUrls: links });
    const ids = [await note([{ kind: 'cancelled' }], plan), await note([{ kind: 'cancelled' }], plan)];
    await assert.rejects(runner.remover.remove(ids), KeyringError);
    assert.deepEqual(records(), []);
  });

  it('deletes their upload URLs, also those that a window left behind when it died at the end', async () => {
    const links = memoryLinks();
    const { runner, note, plan } = await bench({ uploadUrls: links });
    const id = await note([{ kind: 'modelCreated', id: 'm1' as ModelId }, { kind: 'uploaded' }], plan);
    await links.put(id, new Map([['a.inp', 'https://files.example/?sig=1']]));
    await runner.remover.remove([id]);
    assert.deepEqual([...links.kept], []);
  });
});

describe('Pruning the oldest launches', () => {
  it('checks each of them under its lock, because it may have moved on while others were pruned', async () => {
    const { runner, note, journal, records, moveOn } = await bench();
    await note(launched);
    const moved = await note([{ kind: 'cancelled' }]);
    const held = await note([{ kind: 'cancelled' }]);
    const needed = await note(unknown);
    const newest = await note(launched);
    const listed = await runner.list.read();
    await moveOn(moved, unknown);
    const working = await journal.continue(held);
    await runner.remover.prune(listed.filter(({ id }) => id !== newest));
    assert.deepEqual(records().sort(), [moved, held, needed, newest].map((id) => `${id}.launch`).sort());
    await working.close();
  });
});

describe('A launch whose study runs in another window', () => {
  for (const [why, stop] of [
    ['nothing was sent for it', () => new LockLostError()],
    [
      'the study stops it before anything is sent',
      (lost: AbortController) => {
        lost.abort(new LockLostError());
        return new Error('not asked');
      },
    ],
  ] as const)
    it(`is taken back, if ${why}`, async () => {
      const { runner, emulator, folder } = await bench();
      const lost = new AbortController();
      const clientOf = () => Promise.reject(stop(lost));
      const observer = { ...noFollower(), signal: lost.signal };
      await assert.rejects(runner.start(donePlan, observer, { clientOf }), LockLostError);
      assert.deepEqual([operations(emulator), readdirSync(folder)], [[], []]);
    });
});

describe('A launch that cannot be resumed', () => {
  it('because another window removed it reports so', async () => {
    const { runner, note, emulator, folder } = await bench();
    const id = await note(launched);
    await runner.remover.remove([id]);
    await assert.rejects(runner.resume(id, noFollower()), RecordGoneError);
    await assert.rejects(
      runner.resolve(id, { asked: { plannedAt: 1, entryCount: 3 }, finding: { happened: false } }),
      RecordGoneError,
    );
    assert.deepEqual([operations(emulator), readdirSync(folder)], [[], []]);
  });

  needs('links').it('because its record temporarily cannot be read is listed with the others', async () => {
    const { runner, note, folder, states } = await bench();
    const sound = await note(launched);
    const hidden = await note(unknown);
    const makeReadable = makeUnreadable(path.join(folder, `${hidden}.launch`));
    assert.deepEqual(
      (await runner.list.read()).map(({ id }) => id),
      [sound],
    );
    assert.deepEqual(await runner.list.readUnreadable(), [{ id: hidden, code: 'ELOOP', name: 'deck' }]);
    await assert.rejects(runner.resume(hidden, noFollower()), RecordUnreadableError);
    makeReadable();
    runner.journalChanged();
    assert.deepEqual((await states()).sort(), ['launched', 'unknown']);
    assert.deepEqual(await runner.list.readUnreadable(), []);
  });

  it('because the disk is full reports so', async () => {
    const { runner, note, plan, folder, emulator } = await bench();
    const id = await note([], plan);
    // No user, not even root, can create a file in here.
    renameSync(folder, `${folder}.aside`);
    writeFileSync(folder, '');
    const refused = (error: unknown) =>
      error instanceof JournalError && ['ENOTDIR', 'ENOENT'].includes(error.code);
    await assert.rejects(runner.resume(id, noFollower()), refused);
    await assert.rejects(
      runner.resolve(id, { asked: { plannedAt: 1, entryCount: 1 }, finding: { happened: false } }),
      refused,
    );
    assert.deepEqual(operations(emulator), []);
  });
});

describe('The list of launches', () => {
  needs('links').it('is read again after a failed read', async () => {
    const { runner, note, folder } = await bench();
    const id = await note(launched);
    const makeReadable = makeUnreadable(folder);
    const refused = { name: 'JournalUnreadableError', code: 'ELOOP' };
    await assert.rejects(runner.list.read(), refused);
    await assert.rejects(runner.list.read(), refused);
    await assert.rejects(runner.list.readUnreadable(), refused);
    makeReadable();
    const [launch] = await runner.list.read();
    const [summary] = await runner.list.read();
    assert.deepEqual([launch?.id, summary?.id, await runner.list.readUnreadable()], [id, id, []]);
  });

  it('is correct even without an event for a change in the folder', async () => {
    const clock = { ...systemClock, now: () => now };
    let now = 0;
    const { note, moveOn, states } = await bench({ clock });
    const id = await note([{ kind: 'cancelled' }]);
    assert.deepEqual(await states(), ['cancelled']);
    assert.deepEqual(await states(), ['cancelled']);
    await moveOn(id, launched);
    await note(unknown);
    now = 1500;
    assert.deepEqual(await states(), ['unknown', 'launched']);
    assert.deepEqual(await states(), ['unknown', 'launched']);
  });

  it('is read once for all concurrent callers', async () => {
    const { runner, note } = await bench();
    await note(launched);
    const [first, second] = await Promise.all([runner.list.read(), runner.list.read()]);
    assert.equal(first[0]?.record, second[0]?.record);
  });

  it('is read once for all who follow the same change, and again for everybody else', async () => {
    const { runner, note } = await bench();
    await note(launched);
    const changedAt = Date.now();
    assert.equal((await runner.list.read(changedAt)).length, 1);
    await note(launched);
    runner.journalChanged();
    assert.equal((await runner.list.read(changedAt)).length, 1);
    assert.equal((await runner.list.read(Date.now() + 1)).length, 2);
    await note(launched);
    runner.journalChanged();
    assert.equal((await runner.list.read()).length, 3);
  });

  it('has the state of this window for launches that run here', async () => {
    const { runner, plan, emulator, states } = await bench();
    const respond = holdResponses(emulator, ({ operation }) => operation === 'createModel');
    const started = runner.start(plan, noFollower());
    await waitFor('the request', () => operations(emulator).includes('createModel'));
    const [summary] = await runner.list.read();
    assert.deepEqual(
      [summary?.runsHere, summary?.state, summary?.record.open],
      [true, 'uploading', 'createModel'],
    );
    respond();
    await started;
    assert.deepEqual(await states(), ['launched']);
  });
});

describe('A launch with a limit for its upload', () => {
  /** A launch of 2 MB with a limit of so many bytes per second, which `lift` ends. */
  async function limited(limit: number) {
    const clock = new FakeClock(Date.now());
    let rate: number | undefined = limit;
    const benched = await bench({ uploadLimit: new UploadLimit(() => rate, clock), clock });
    const { plan } = await plannedLaunch(benched.emulator, { 'a.inp': Buffer.alloc(2_000_000) });
    const lift = () => (rate = undefined);
    return { ...benched, plan, lift };
  }

  /** The times that users were told the rest of the upload takes; s. They then cancel. */
  async function findNeeded(limit: number) {
    const { runner, plan } = await limited(limit);
    const needed: number[] = [];
    const cancelled = new AbortController();
    const ended = runner.start(plan, {
      ...noFollower(),
      signal: cancelled.signal,
      onExpiringUrls: async ({ timeNeededMs }) => {
        const [launch] = await runner.list.read();
        assert.deepEqual([launch?.state, launch?.isAsking], ['uploading', true]);
        needed.push(timeNeededMs / 1000);
        cancelled.abort();
      },
    });
    await ended.catch(() => assert.ok(cancelled.signal.aborted));
    return needed;
  }

  it('is asked about if the limit is too low for the lifetime of the upload URLs', async () => {
    const [needed = 0, ...others] = await findNeeded(400);
    assert.ok(needed > 4500 && needed < 5000, `${needed} s`);
    assert.deepEqual(others, []);
    assert.deepEqual(await findNeeded(1_000_000), []);
  });

  it('waits for the user no longer once that is answered', async () => {
    const { runner, plan, emulator, lift } = await limited(400);
    const asking: unknown[] = [];
    const look = async () => {
      const [launch] = await runner.list.read();
      asking.push(launch?.isAsking);
      lift();
    };
    const respond = holdResponses(emulator, ({ operation }) => operation === 'finaliseModel');
    const started = runner.start(plan, { ...noFollower(), onExpiringUrls: look });
    await waitFor('the request', () => operations(emulator).includes('finaliseModel'));
    await look();
    respond();
    await started;
    assert.deepEqual(asking, [true, undefined]);
  });
});

describe('A launch that is resumed after a confirmation', () => {
  async function createWaitingLaunch() {
    const waiting = await bench();
    return { ...waiting, id: await waiting.note([], waiting.plan) };
  }

  it('shows the record under its lock in the question, before anything is sent', async () => {
    const { id, journal, emulator, runner } = await createWaitingLaunch();
    const asked: unknown[] = [];
    const confirm = async ({ entryCount }: LaunchRecord) => {
      await assert.rejects(journal.continue(id), LockedError);
      asked.push(entryCount, ...operations(emulator));
      return true;
    };
    const record = await runner.resume(id, noFollower(), { confirm });
    assert.deepEqual(asked, [1]);
    assert.notEqual(record?.simulation, undefined);
  });

  it('waits for the user while the question is open, and no longer', async () => {
    const { id, runner } = await createWaitingLaunch();
    const listAsking = async () => (await runner.list.read()).map(({ isAsking }) => isAsking);
    const seen: unknown[] = [];
    const confirm = async () => {
      seen.push(await listAsking());
      return true;
    };
    await runner.resume(id, noFollower(), { confirm });
    assert.deepEqual([seen, await listAsking()], [[[true]], [undefined]]);
  });

  it('does not change when the question fails or the user declines, although it was read meanwhile', async () => {
    const { id, journal, emulator, runner } = await createWaitingLaunch();
    const error = new Error('no response');
    await assert.rejects(runner.resume(id, noFollower(), { confirm: () => Promise.reject(error) }), error);
    const decline = async () => {
      await runner.list.read();
      return false;
    };
    assert.equal(await runner.resume(id, noFollower(), { confirm: decline }), undefined);
    const [launch] = await runner.list.read();
    assert.deepEqual([launch?.state, launch?.runsHere, operations(emulator)], ['interrupted', false, []]);
    const again = await journal.continue(id);
    assert.equal(again.record.entryCount, 1);
    await again.close();
  });

  describe('with a resolved outcome', () => {
    async function unknownLaunch() {
      const found = await bench();
      const id = await found.note([{ kind: 'creatingProject' }], found.plan);
      const { record: asked } = only((await found.journal.read()).launches);
      return { ...found, id, resolution: { asked, finding: { happened: false } } as const };
    }

    it('records the outcome and continues', async () => {
      const { id, runner, resolution } = await unknownLaunch();
      const record = await runner.resume(id, noFollower(), { resolution });
      assert.notEqual(record?.simulation, undefined);
    });

    it('does not record the outcome when the user declines another question', async () => {
      const { id, emulator, runner, resolution } = await unknownLaunch();
      const confirm = () => Promise.resolve(false);
      assert.equal(await runner.resume(id, noFollower(), { resolution, confirm }), undefined);
      const [launch] = await runner.list.read();
      assert.deepEqual([launch?.state, launch?.record.entryCount, operations(emulator)], ['unknown', 2, []]);
    });

    it('says so when it goes on already', async () => {
      const { id, emulator, runner, resolution } = await unknownLaunch();
      const asked: string[] = [];
      const confirm = async () => {
        await assert.rejects(runner.resume(id, noFollower(), { resolution }), AlreadyResolvedError);
        assert.equal(await runner.resume(id, noFollower()), undefined);
        asked.push(...operations(emulator));
        return false;
      };
      assert.equal(await runner.resume(id, noFollower(), { resolution, confirm }), undefined);
      const [launch] = await runner.list.read();
      assert.deepEqual([asked, launch?.state, launch?.record.entryCount], [[], 'unknown', 2]);
    });

    const others: Record<string, (asked: LaunchRecord) => Partial<LaunchRecord>> = {
      'the launch has moved on since': () => ({ entryCount: 1 }),
      'it was asked about an earlier launch of the same row': (asked) => ({ plannedAt: asked.plannedAt - 1 }),
    };
    for (const [why, other] of Object.entries(others))
      it(`asks and sends nothing when ${why}`, async () => {
        const { id, emulator, runner, resolution } = await unknownLaunch();
        const asked = { ...resolution.asked, ...other(resolution.asked) };
        const confirm = () => Promise.reject(new Error('asked'));
        const resumed = runner.resume(id, noFollower(), { resolution: { ...resolution, asked }, confirm });
        await assert.rejects(resumed, AlreadyResolvedError);
        const [launch] = await runner.list.read();
        assert.deepEqual(
          [launch?.state, launch?.record.entryCount, operations(emulator)],
          ['unknown', 2, []],
        );
      });
  });
});

describe('A note', () => {
  it('is kept in the record and sends nothing; an empty one removes it', async () => {
    const { runner, note, emulator, kinds } = await bench();
    const id = await note(launched);
    await runner.note(id, 'finer mesh');
    const [noted] = await runner.list.read();
    assert.deepEqual([noted?.record.note, noted?.state], ['finer mesh', 'launched']);
    await runner.note(id, '');
    const [gone] = await runner.list.read();
    assert.deepEqual([gone?.record.note, operations(emulator)], [undefined, []]);
    assert.deepEqual(kinds(id), ['planned', 'creatingSimulation', 'simulationCreated', 'noted', 'noted']);
  });

  it('is refused while somebody works on the launch', async () => {
    const { runner, journal } = await bench();
    const open = await journal.begin(donePlan);
    await assert.rejects(runner.note(open.record.plan.launch, 'finer mesh'), LockedError);
    await open.close();
  });
});
