import assert from 'node:assert/strict';
import pLimit from 'p-limit';
import type { Intercept } from '../../../src/emulator/emulator';
import { delayUntil, drop, loseResponse, replyAfterApplying, replyWith } from '../../support/emulatorFaults';
import { FakeClock, severalTurns } from '../../support/fakeClock';
import { stopServices } from '../../support/service';
import { findingOf } from '../launch/support/killedLaunch';
import { beginStudy, type StudyWorld } from './support/studyWorld';

/** The state of a row whose requests run into a fault. */
type End = 'started' | 'failed' | 'unknown';

interface Fault {
  readonly name: string;
  readonly make: () => Intercept;
  /** After a single fault, and while it stays; for each of the operations. */
  readonly ends: readonly (readonly [once: End, stays: End])[];
}

const operations = ['createModel', 'uploadFile', 'finaliseModel', 'createSimulation'] as const;

/** A request that creates or finalises is repeated only if it is certain that it had no effect; a refusal is final. */
const lost = [
  ['unknown', 'unknown'],
  ['started', 'failed'],
  ['unknown', 'unknown'],
  ['unknown', 'unknown'],
] as const;

const busy = operations.map(() => ['started', 'failed'] as const);
const refused = operations.map(() => ['failed', 'failed'] as const);
const harmless = operations.map(() => ['started', 'started'] as const);

const faults: readonly Fault[] = [
  { name: 'reset before the body', make: () => drop('beforeBody'), ends: lost },
  { name: 'reset after the body', make: () => drop('afterBody'), ends: lost },
  { name: 'lost response', make: () => loseResponse, ends: lost },
  { name: '500', make: () => replyWith({ status: 500, body: 'no' }), ends: lost },
  { name: '500 although done', make: () => replyAfterApplying({ status: 500 }), ends: lost },
  { name: '503', make: () => replyWith({ status: 503, body: 'no' }), ends: lost },
  {
    name: '429',
    make: () => replyWith({ status: 429, headers: { 'retry-after': '7' }, body: '' }),
    ends: busy,
  },
  { name: '401', make: () => replyWith({ status: 401, body: '{}' }), ends: refused },
  { name: '422', make: () => replyWith({ status: 422, body: '{}' }), ends: refused },
  { name: 'slow', make: () => delayUntil(severalTurns()), ends: harmless },
];

interface Cell {
  readonly operation: (typeof operations)[number];
  readonly fault: Fault;
  readonly row: number;
  readonly stays: boolean;
  readonly end: End;
}

const rows = [1, 2, 3];

const cells = faults.flatMap((fault) =>
  operations.flatMap((operation, index) =>
    rows.flatMap((row) =>
      [false, true].map((stays): Cell => {
        const [once, whileItStays] = fault.ends[index] ?? ['started', 'started'];
        return { operation, fault, row, stays, end: stays ? whileItStays : once };
      }),
    ),
  ),
);

/** The first, the middle and the last row have files of their own. */
const tree = {
  'cases.csv': 'files,speed\na,1\nb,2\nc,3\n',
  'a/main.inp': 'a',
  'b/main.inp': 'b',
  'c/main.inp': 'c',
};

async function checkCell({ operation, fault, row, stays, end }: Cell): Promise<void> {
  const model = { perRow: true, exclude: [], name: 'case' } as const;
  const world = await beginStudy(tree, { model }, { clock: new FakeClock(Date.now()) });
  const { emulator, studies, states, sent } = world;
  let current = 0;
  let fired = 0;
  emulator.setIntercept((request) =>
    request.operation === operation && current === row && (stays || fired === 0)
      ? (fired++, fault.make())
      : undefined,
  );
  const { signal } = new AbortController();
  const observer = { signal, onRow: (begun: number) => (current = begun) };
  const id = await studies.startSeen(await world.prepare(), { service: world.service }, observer);
  const stops = end === 'failed' && row === 1;
  const expected = rows.map((one) => (one === row ? end : stops ? 'waiting' : 'started')).join(' ');
  assert.equal(await states(), expected);
  assert.equal((await studies.list())[0]?.state.stopped, stops ? 'probeFailed' : undefined);
  assert.ok(fired >= 1 && (stays || fired === 1), `the fault fired ${fired} times`);

  // The same again does nothing to a row that is unknown, and nothing else is created.
  const before = sent();
  current = 0;
  if (end === 'unknown') {
    await studies.resumeSeen(id, observer, true);
    assert.deepEqual([await states(), sent()], [expected, before]);
    await resolve(world);
    await studies.resumeSeen(id, { signal });
  } else await studies.resumeSeen(id, { signal }, true);
  assert.equal(await states(), 'started started started');
  assert.equal((await studies.list())[0]?.state.stopped, undefined);
  const models = new Set(emulator.simulations.map(({ model_id }) => model_id));
  assert.deepEqual([emulator.simulations.length, models.size], [3, 3]);
}

/** A person says what the service shows. */
async function resolve({ launches, emulator }: StudyWorld): Promise<void> {
  for (const { id, record, state } of await launches.list.read()) {
    if (state !== 'unknown') continue;
    const { kind: _, ...finding } = findingOf(record, emulator);
    await launches.resolve(id, { asked: record, finding });
  }
}

/** In depth all cells; otherwise each operation under each fault that stays, at one of the rows. */
const chosen = cells.filter(({ fault, operation, row, stays }) => {
  const place = (faults.indexOf(fault) + operations.indexOf(operation)) % rows.length;
  return process.env['TEST_DEPTH'] === 'full' || (stays && row === rows[place]);
});

describe('The fault matrix of studies', function () {
  this.timeout(300_000);
  const limit = pLimit(4);
  const results = new Map<Cell, Promise<void>>();

  before(() => {
    for (const cell of chosen) {
      const result = limit(() => checkCell(cell));
      result.catch(() => undefined);
      results.set(cell, result);
    }
  });
  after(stopServices);

  for (const cell of chosen) {
    const { fault, operation, row, stays, end } = cell;
    it(`${fault.name} · ${operation} · row ${row} of 3 · ${stays ? 'stays' : 'once'} · ${end}`, async () => {
      await results.get(cell);
    });
  }
});
