import assert from 'node:assert/strict';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import { systemClock } from '../../../src/client/core/clock';
import type { Interceptor, RecordedRequest } from '../../../src/emulator/emulator';
import { Journal } from '../../../src/launch/journal';
import type { LaunchFiles } from '../../../src/launch/launchFiles';
import { type LaunchRecord, launchState } from '../../../src/launch/launchRecord';
import { waitFor } from '../../host/waitFor';
import { drop, rewriteResponse, stall } from '../../support/emulatorFaults';
import { hashesOf } from '../../support/hashes';
import { plannedLaunch } from '../../support/launches';
import type { LaunchOrder, ProcessEvent } from '../../support/launchProcess';
import { type RecordingEmulator, startService, stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';
import { ageLocks, type LaunchProcess, onlyLaunch, resume, startLaunch } from './support/killedLaunch';

const deck = {
  'main.inp': '*INCLUDE, input=mesh/nodes.inc',
  'mesh/nodes.inc': Buffer.alloc(300_000, '1, 0.0, 0.0\n'),
  'mesh/elements.inc': Buffer.alloc(70_000, '1, 1, 2, 3\n'),
  'loads.inc': 'tip, 3, -1.0',
  'empty.inc': '',
};
const hashes = new Map(Object.entries(hashesOf(deck)));

/** Requests of an undisturbed launch: project, model, five files, finalise, simulation. */
const requestCount = 9;

/** How far a request gets before the process that sent it dies. */
type NetworkEvent = 'arrived' | 'received' | 'applied';

interface KillPoint {
  readonly event: ProcessEvent | NetworkEvent;
  readonly count: number;
  readonly when: string;
}

const networkEvents: Record<NetworkEvent, string> = {
  arrived: 'has arrived at the service',
  received: 'was received whole',
  applied: 'was carried out without a response',
};

const killPoints: readonly KillPoint[] = [
  ...each('entry', 16, (count) => `entry ${count} is in the journal`),
  // One line before each request, and one after its response, which is not recorded yet.
  ...each('logLine', 2 * requestCount, (count) => `line ${count} of the log is written`),
  ...each('links', 2, (count) => (count === 1 ? 'the links are kept' : 'the links are dropped')),
  ...(['arrived', 'received', 'applied'] as const).flatMap((event) =>
    each(event, requestCount, (count) => `request ${count} ${networkEvents[event]}`),
  ),
];

function each(event: KillPoint['event'], most: number, when: (count: number) => string): KillPoint[] {
  return Array.from({ length: most }, (_, index) => ({ event, count: index + 1, when: when(index + 1) }));
}

const isInside = (event: KillPoint['event']): event is ProcessEvent => !(event in networkEvents);

/** Kills the process at the nth request. */
function killer({ event, count }: KillPoint, kill: () => void): Interceptor | undefined {
  if (isInside(event)) return undefined;
  let seen = 0;
  return (request) => {
    if (++seen !== count) return undefined;
    if (event === 'arrived') kill();
    if (event === 'received') void bodyReceived(request).then(kill);
    // The process is dead by now and does not notice.
    if (event === 'arrived') return drop('beforeBody');
    if (event === 'received') return stall('afterBody');
    return rewriteResponse((body) => {
      kill();
      return body;
    });
  };
}

async function bodyReceived(request: RecordedRequest): Promise<void> {
  while (request.bytesReceived < Number(request.headers['content-length'] ?? 0)) await nextTurn();
}

interface Killed {
  readonly emulator: RecordingEmulator;
  /** The order for continuing it. */
  readonly order: LaunchOrder & { readonly launch: string };
  /** State in which the next window finds it. */
  readonly found: LaunchRecord;
  readonly requests: readonly RecordedRequest[];
}

/** Runs a launch until it is killed and all of its requests have had their effect. */
async function killAt(point: KillPoint): Promise<Killed> {
  const { emulator } = await startService();
  const { plan } = await plannedLaunch(emulator, deck);
  const { event, count } = point;
  const order = { baseUrl: emulator.baseUrl, folder: path.join(await tempTree(), 'launches') };
  const running: LaunchProcess[] = [];
  emulator.setIntercept(killer(point, () => running[0]!.child.kill('SIGKILL')));
  running.push(
    startLaunch({ ...order, launch: plan, ...(isInside(event) && { dieAfter: { event, count } }) }),
  );
  assert.equal(await running[0]!.end, 'killed');
  ageLocks(order.folder);
  await waitFor('the end of what was sent', () =>
    emulator.requests.every(({ finishedAt }) => finishedAt !== undefined),
  );
  emulator.setIntercept(undefined);
  const found = await onlyLaunch(new Journal(order.folder, systemClock));
  return {
    emulator,
    order: { ...order, launch: found.plan.launch },
    found,
    requests: emulator.requests.slice(),
  };
}

const creates = ['createProject', 'createModel', 'createSimulation'] as const;

/** Number of requests for each create operation. */
function sentCreates(requests: readonly RecordedRequest[]): Record<string, number> {
  return Object.fromEntries(
    creates.map((create) => [create, requests.filter(({ operation }) => operation === create).length]),
  );
}

/** Steps that the journal has announced or completed. */
function announced(record: LaunchRecord): Record<(typeof creates)[number], boolean> {
  const { open, project, modelId, simulation } = record;
  return {
    createProject: open === 'createProject' || project !== undefined,
    createModel: open === 'createModel' || modelId !== undefined,
    createSimulation: open === 'createSimulation' || simulation !== undefined,
  };
}

async function assertNothingLost(point: KillPoint): Promise<void> {
  const { emulator, order, found, requests } = await killAt(point);
  const wasAnnounced = announced(found);
  const sentBefore = sentCreates(requests);
  for (const create of creates) {
    const most = wasAnnounced[create] ? 1 : 0;
    assert.ok(sentBefore[create]! <= most, `${create} is in the journal before it is sent`);
  }
  const { accepted } = await readFiles(order);
  const { record, settlements } = await resume(order, emulator);
  const since = emulator.requests.slice(requests.length);
  const wanted = creates.map((create) => {
    const again = settlements.filter((resolution) => resolution.again && resolution.step === create);
    return [create, (wasAnnounced[create] ? 0 : 1) + again.length];
  });
  assert.deepEqual(sentCreates(since), Object.fromEntries(wanted));
  const sentAgain = since.filter(({ fileName }) => accepted.has(fileName ?? ''));
  assert.deepEqual(sentAgain, []);
  assertDone(emulator, record, await readFiles(order));
}

async function readFiles({ folder, launch }: Killed['order']): Promise<LaunchFiles> {
  return await new Journal(folder, systemClock).readFiles(launch);
}

/** All of them in depth, otherwise some of each kind. */
const chosenPoints = killPoints.filter((_, index) => process.env['TEST_DEPTH'] === 'full' || index % 5 === 0);

/** Starting processes takes most of the time, so some of them start while others run. */
const parallelLaunches = 4;

describe('A window that is killed', () => {
  const results = new Map<KillPoint, Promise<void>>();

  before(() => {
    const limit = pLimit(parallelLaunches);
    for (const point of chosenPoints) {
      const result = limit(() => assertNothingLost(point));
      // Callers of the result get the failure; there may be none yet.
      result.catch(() => undefined);
      results.set(point, result);
    }
  });
  after(stopServices);

  it('is killed, in depth, at more than forty points of a launch of five files', () => {
    assert.deepEqual([killPoints.length, Object.keys(deck).length], [63, 5]);
  });

  for (const point of chosenPoints) {
    it(`when ${point.when} loses nothing and creates nothing twice`, () => results.get(point));
  }
});

/** Checks for one project, one simulation, and a finalised model with the bytes of the files. */
function assertDone(emulator: RecordingEmulator, record: LaunchRecord, { accepted }: LaunchFiles): void {
  const { modelId, project, simulation } = record;
  const stored = [...emulator.storedFiles(String(modelId))].map(
    ([name, file]) => [name, file.sha256] as const,
  );
  assert.deepEqual(new Map(stored.sort()), new Map([...hashes].sort()));
  assert.deepEqual(new Map([...accepted].sort()), new Map([...hashes].sort()));
  assert.deepEqual(
    emulator.models.filter(({ name, status }) => name === 'deck' && status === 'finalised').map(idOf),
    [String(modelId)],
  );
  assert.deepEqual(
    emulator.projects.filter(({ name }) => name === 'Study').map((one) => one.project_id),
    [String(project?.id)],
  );
  assert.deepEqual(
    emulator.simulations.map((one) => [one.simulation_id, one.project_id, one.model_id]),
    [[String(simulation?.id), String(project?.id), String(modelId)]],
  );
  assert.equal(launchState(record), 'launched');
}

const idOf = ({ model_id }: { readonly model_id: string }): string => model_id;
