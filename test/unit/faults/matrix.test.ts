import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/client/core/errors';
import { UnknownOutcomeError } from '../../../src/launch/errors';
import { launchState } from '../../../src/launch/launchRecord';
import { toProblem } from '../../../src/launch/outcome';
import { ends, type Expectation, expectation, expectedCalls } from './support/expectation';
import { assertNoLeak } from './support/leaks';
import { openNowhere } from './support/nowhere';
import type { Cell } from './support/row';
import { cells, mayPass } from './support/rows';
import { closeScenes, meshFile, type Scene, setScene } from './support/scene';
import type { Column } from './support/verdicts';

describe('The fault matrix', () => {
  let nowhere: Awaited<ReturnType<typeof openNowhere>>;
  before(async () => (nowhere = await openNowhere()));
  after(() => nowhere.close());
  afterEach(closeScenes);

  for (const cell of cells)
    for (const stays of mayPass(cell) ? [false, true] : [true]) {
      const expected = expectation(cell, stays);
      it(titleOf(cell, expected, stays), async () => {
        const scene = await setScene(cell.operation, cell.fault, nowhere);
        scene.transport.detours = stays ? Infinity : 1;
        const check = cell.operation === 'listProjects' ? checkList : checkLaunch;
        await check(cell, expected, scene);
        await assertNoLeak(scene);
      });
    }
});

function titleOf(cell: Cell, { fired, end }: Expectation, stays: boolean): string {
  const { row, fault, operation } = cell;
  const times = fired === 2 ? 'once' : `${fired - 1} times`;
  const repeats = fired > 1 ? `repeated ${times}, then ` : stays ? '' : 'repeated, then ';
  return `row ${row}, ${fault.name} · ${operation} · ${repeats}${end}`;
}

async function checkList(cell: Cell, expected: Expectation, scene: Scene): Promise<void> {
  const result = await scene.list().catch((error: unknown) => error);
  await checkFault(cell, expected, scene);
  const passed = expected.end === 'done';
  if (passed) assert.deepEqual(named(result), named({ items: scene.emulator.projects }));
  else {
    assert.ok(result instanceof ServiceError);
    assertShows(cell, toProblem(result));
  }
  const repeated = passed && cell.verdict !== 'succeed' ? 1 : 0;
  assert.equal(scene.seen('listProjects'), arrivals(cell, expected) + repeated, 'requests');
}

function named(listing: unknown): string[] {
  return (listing as { items: { name: string }[] }).items.map(({ name }) => name);
}

async function checkLaunch(cell: Cell, expected: Expectation, scene: Scene): Promise<void> {
  const { record, emulator, run } = scene;
  const passed = expected.end === 'done';
  const error: unknown = await run().catch((reason: unknown) => reason);
  assert.equal(error === undefined, passed, String(error));
  await checkFault(cell, expected, scene);
  const [state, lastEntry] = ends[expected.end];
  assert.equal(launchState(record.record), state);
  const arrived = arrivals(cell, expected);
  const repeated = passed && cell.verdict !== 'succeed';
  const calls = expectedCalls(cell, expected, { arrived, passed, repeated });
  assert.deepEqual(seenOf(scene, [...calls.keys()]), calls);
  checkBytes(scene, passed);
  await checkJournal(cell, lastEntry, scene);
  assert.ok(emulator.simulations.length <= 1, 'simulations');
  if (expected.end === 'failed') await checkResume(scene);
  if (expected.end === 'unknown') await checkNothingFollows(scene, calls);
}

/** The fault has happened as often as expected, with the expected waits and timeouts. */
async function checkFault(
  { operation, fault }: Cell,
  { fired, waits }: Expectation,
  { server, transport, clock }: Scene,
): Promise<void> {
  if (server !== undefined) assert.equal(await server.fired(), fired, 'faults fired');
  assert.equal(transport.met.length, fired, 'attempts into the fault');
  const { kind, code } = fault.shows(operation);
  const isMet = server === undefined || fault.scheme !== undefined;
  if (isMet && kind === 'network') assert.deepEqual(new Set(transport.met), new Set([code]));
  assert.deepEqual(clock.waits, waits, 'waits');
  const limit = fault.limit?.(operation);
  assert.deepEqual(clock.ranOut, limit === undefined ? [] : Array<number>(fired).fill(limit), 'limits');
}

/** For a server, a request that is never sent does not count, and a connection counts as a request. */
function arrivals({ fault }: Cell, { fired }: Expectation): number {
  return 'at' in fault.act ? 0 : fired;
}

function seenOf({ seen }: Scene, operations: readonly Column[]): Map<Column, number> {
  return new Map(operations.map((operation) => [operation, seen(operation)]));
}

/** All stored bytes are planned ones; at the end all files are stored, before that the accepted ones. */
function checkBytes({ emulator, record, hashes }: Scene, isComplete: boolean): void {
  const { modelId } = record.record;
  const { accepted } = record.files!;
  const stored = emulator.storedFiles(String(modelId));
  for (const [name, { sha256 }] of stored) assert.equal(sha256, hashes.get(name), name);
  for (const [name, hash] of accepted) assert.equal(stored.get(name)?.sha256, hash, name);
  if (isComplete) assert.deepEqual(new Set(accepted.keys()), new Set(hashes.keys()));
}

async function checkJournal(cell: Cell, lastEntry: string, scene: Scene): Promise<void> {
  const { text, entries } = await scene.journal();
  const last = entries.at(-1)!;
  assert.equal(last.kind, lastEntry);
  if ('problem' in last) {
    assertShows(cell, last.problem);
    if (cell.operation === 'uploadFile') assert.equal(last.problem.file, meshFile);
  }
  assert.doesNotMatch(text + scene.log.join('\n'), /signature|expires=|:\/\/[^"]*[/?]/i);
}

function assertShows({ fault, operation }: Cell, problem: object): void {
  const shown = { operation, ...fault.shows(operation) };
  const found = Object.entries(problem).filter(([key]) => key in shown);
  assert.deepEqual(Object.fromEntries(found), shown);
}

/** A failed launch resumes where it failed, once the fault is over. */
async function checkResume(scene: Scene): Promise<void> {
  const { transport, record, run, seen } = scene;
  const acceptedBefore = record.files!.accepted.size;
  const sent = seen('uploadFile');
  transport.detours = 0;
  await run();
  assert.equal(launchState(record.record), 'launched');
  checkBytes(scene, true);
  assert.equal(seen('uploadFile') - sent, scene.hashes.size - acceptedBefore, 'files sent again');
  assert.equal(scene.emulator.simulations.length, 1);
}

/** Nothing follows an unknown outcome until the user has decided. */
async function checkNothingFollows(scene: Scene, calls: Map<Column, number>): Promise<void> {
  scene.transport.detours = 0;
  await assert.rejects(scene.run(), UnknownOutcomeError);
  assert.deepEqual(seenOf(scene, [...calls.keys()]), calls);
}
