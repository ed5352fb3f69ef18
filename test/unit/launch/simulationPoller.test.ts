import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Credentials } from '../../../src/client/credentials';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import type { ServiceRef } from '../../../src/launch/journalEntry';
import type { Launch } from '../../../src/launch/launch';
import { applyEntry, createRecord, launchState } from '../../../src/launch/launchRecord';
import {
  type EndedSimulation,
  maxLaunchesPerRound,
  maxPollWaitMs,
  SimulationPoller,
} from '../../../src/launch/simulationPoller';
import { createClient } from '../../support/client';
import { FakeClock, severalTurns } from '../../support/fakeClock';
import { stopServices } from '../../support/service';
import { type RecordedRequest, type Reply, serve, serveRaw } from '../../support/testServer';

/** Time in which waits end only when they are over. */
class HeldClock extends FakeClock {
  /** Whether something waits. */
  isHeld = false;

  override wait(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.isHeld = true;
    return new Promise((resolve, reject) => {
      const end = (then: () => void) => {
        stop();
        signal.removeEventListener('abort', abort);
        this.isHeld = false;
        then();
      };
      const abort = () => end(() => reject(signal.reason as Error));
      const stop = this.every(ms, () => end(resolve));
      signal.addEventListener('abort', abort);
    });
  }
}

const mapping = parseMapping({
  simulationStatus: {
    path: '/simulations/{simulation_id}',
    state: '/status',
    detail: '/progress',
    ended: { done: 'success', failed: 'failure' },
  },
});

function makeLaunch(
  id: string,
  { origin }: Pick<ServiceRef, 'origin'>,
  simulation: string | undefined,
): Launch {
  const planned = createRecord({
    kind: 'planned',
    launch: id,
    service: { origin, basePath: '/', variant: 'variant_b', settingsFingerprint: '' },
    project: { id: 'p1', name: 'Wing' },
    model: { id: 'm1', name: 'deck' },
    finalise: true,
    simulate: true,
    bodies: {},
    at: 1,
  });
  const created = { kind: 'simulationCreated', ...(simulation !== undefined && { id: simulation }) } as const;
  const record = applyEntry(planned, { ...created, at: 2 });
  return { id, record, state: launchState(record), runsHere: false };
}

/** A window on launches of one service. */
function openWindow(launches: Launch[], credentials?: Credentials) {
  const clock = new HeldClock(Date.UTC(2026, 0, 1));
  // The limits of the client are those of another clock, so that they expire on their own.
  const clientClock = new FakeClock();
  const ended: EndedSimulation[][] = [];
  const log: string[] = [];
  let changes = 0;
  const poller = new SimulationPoller({
    clock,
    list: () => Promise.resolve(launches),
    clientOf: ({ origin }) => {
      const options = { mapping, clock: clientClock, ...(credentials && { credentials }) };
      return Promise.resolve(
        origin === 'https://undescribed.invalid' ? undefined : createClient(origin, options),
      );
    },
    onChange: () => changes++,
    onEnded: (some) => ended.push([...some]),
    log: (line) => log.push(line),
  });
  const settle = async () => {
    while (!clock.isHeld) await setImmediate();
  };
  return {
    poller,
    clock,
    clientClock,
    ended,
    log,
    changes: () => changes,
    /** Waits for the end of a round. */
    settle,
    /** Lets time pass while somebody looks. */
    look: async (minutes: number) => {
      for (let s = 0; s < 60 * minutes; s++) {
        await settle();
        clock.pass(1000);
      }
      await settle();
    },
    words: () => launches.map((one) => poller.get(one)?.state),
  };
}

/** Answers with the word of the simulation in the path. */
const say =
  (words: Readonly<Record<string, string>>, fallback = 'running') =>
  ({ path }: RecordedRequest): Reply => {
    const id = decodeURIComponent(path.split('/').at(-1) ?? '');
    return { body: JSON.stringify({ simulation_id: id, status: words[id] ?? fallback, progress: '40 %' }) };
  };

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('The statuses of simulations', () => {
  const windows: SimulationPoller[] = [];
  const open = (...given: Parameters<typeof openWindow>) => {
    const window = openWindow(...given);
    windows.push(window.poller);
    return window;
  };
  afterEach(async () => {
    for (const poller of windows.splice(0)) poller.hide();
    await stopServices();
  });

  it('are those of the service, with their time, and launches stay as they are', async () => {
    const words: Record<string, string> = { s2: 'done' };
    const server = await serve(say(words));
    const launches = ['s1', 's2', undefined].map((id, index) => makeLaunch(`l${index}`, server, id));
    const before = structuredClone(launches);
    const { poller, clock, settle, changes, ended } = open(launches);
    poller.show();
    await settle();
    const at = { detail: '40 %', saidAt: clock.now() };
    assert.deepEqual(
      launches.map((one) => poller.get(one)),
      [{ state: 'running', ...at }, { state: 'done', ...at, end: 'success' }, undefined],
    );
    assert.deepEqual([launches, changes()], [before, 2]);
    assert.deepEqual(
      ended.map((some) => some.map(({ launch, status }) => [launch.id, status.end])),
      [[['l1', 'success']]],
    );
  });

  it('are asked for at once, after half a minute, and then less often, until a word that ends', async () => {
    const words: Record<string, string> = {};
    const server = await serve(say(words));
    const { poller, settle, look, clock, ended } = open([makeLaunch('l', server, 's')]);
    poller.show();
    await settle();
    assert.equal(server.requests.length, 1);
    const times: number[] = [];
    while (times.length < 6) {
      const count: number = server.requests.length;
      const start = clock.now();
      while (server.requests.length === count) await look(1 / 60);
      times.push((clock.now() - start) / 1000);
    }
    assert.deepEqual(times, [30, 60, 120, 240, maxPollWaitMs / 1000, maxPollWaitMs / 1000]);
    words['s'] = 'failed';
    await look(5);
    assert.deepEqual([server.requests.length, ended.length], [8, 1]);
    await look(60);
    assert.deepEqual([server.requests.length, ended.length], [8, 1]);
  });

  it('cost 5 requests for one launch, and 100 for 200, in ten minutes; none while hidden', async () => {
    const server = await serve(say({}));
    for (const [count, requests] of [
      [1, 5],
      [200, 5 * maxLaunchesPerRound],
    ] as const) {
      const before = server.requests.length;
      const { poller, look, clock, words } = open(
        numbers(count).map((number) => makeLaunch(`l${number}`, server, `s${number}`)),
      );
      poller.refresh();
      clock.pass(600_000);
      await severalTurns();
      assert.equal(server.requests.length, before, 'hidden from the start');
      poller.show();
      await look(10);
      assert.equal(server.requests.length - before, requests);
      assert.equal(words().filter((word) => word === 'running').length, Math.min(count, requests));
      poller.hide();
      const asked = server.requests.length;
      clock.pass(600_000);
      poller.refresh();
      await severalTurns();
      assert.equal(server.requests.length, asked, 'hidden');
    }
  });

  it('are asked for in turn, and nobody who has ended is asked again', async () => {
    const server = await serve(say({}, 'done'));
    const launches = numbers(50).map((number) => makeLaunch(`l${number}`, server, `s${number}`));
    const { poller, look, ended, words } = open(launches);
    poller.show();
    await look(60);
    assert.deepEqual(new Set(words()), new Set(['done']));
    assert.deepEqual([server.requests.length, ended.map((some) => some.length)], [50, [20, 20, 10]]);
    poller.refresh();
    poller.hide();
    poller.show();
    await look(10);
    assert.equal(server.requests.length, 50);
  });

  it('are asked for soon of a launch that is new, however long the wait has become', async () => {
    const server = await serve(say({}));
    const launches = [makeLaunch('l1', server, 's1')];
    const { poller, settle, look } = open(launches);
    poller.show();
    await look(30);
    const before = server.requests.length;
    launches.unshift(makeLaunch('l2', server, 's2'));
    poller.noteLaunches(launches);
    poller.noteLaunches(launches);
    await settle();
    assert.equal(server.requests.length, before);
    await look(0.5);
    assert.deepEqual(
      server.requests.slice(before).map(({ path }) => path.split('/').at(-1)),
      ['s2', 's1'],
    );
  });

  it('are not asked for where no setting says how, and these launches take nobody’s turn', async () => {
    const server = await serve(say({}));
    const undescribed = { origin: 'https://undescribed.invalid' };
    const launches = [
      ...numbers(100).map((number) => makeLaunch(`u${number}`, undescribed, `u${number}`)),
      makeLaunch('l', server, 's'),
    ];
    const { poller, settle } = open(launches);
    poller.show();
    await settle();
    assert.deepEqual([server.requests.length, poller.get(launches[100]!)?.state], [1, 'running']);
  });

  for (const [lie, reply] of [
    ['a page', { body: '<html>done</html>', headers: { 'content-type': 'text/html' } }],
    ['10 MB', { body: `{"status":"done","x":"${'x'.repeat(10_000_000)}"}` }],
    ['a redirect', { status: 302, headers: { location: '/variant_b/v7/simulations/s' } }],
    ['a refusal', { status: 401, body: '{"status":"done"}' }],
    ['another simulation', { body: '{"simulation_id":"other","status":"done"}' }],
  ] as const)
    it(`stay as they were where the response is ${lie}, and nobody is asked to sign in`, async () => {
      let isLying = false;
      let prompts = 0;
      const server = await serve((request) => (isLying ? reply : say({})(request)));
      const credentials = {
        headers: () => Promise.resolve({ authorization: 'Bearer x' }),
        refresh: () => {
          prompts++;
          return Promise.resolve(false);
        },
      };
      const launch = makeLaunch('l', server, 's');
      const { poller, settle, clock, ended, changes } = open([launch], credentials);
      poller.show();
      await settle();
      const before = poller.get(launch);
      assert.equal(before?.state, 'running');
      isLying = true;
      clock.pass(30_000);
      await settle();
      assert.deepEqual([poller.get(launch), server.requests.length], [before, 2]);
      assert.deepEqual([ended, changes(), prompts], [[], 1, 0]);
    });

  it('stay as they were where nothing is answered, and the limit of the client ends the wait', async () => {
    let connections = 0;
    const server = await serveRaw(() => connections++);
    const launch = makeLaunch('l', server, 's');
    const { poller, settle, clientClock, changes } = open([launch]);
    poller.show();
    await clientClock.runOut();
    await settle();
    assert.deepEqual([poller.get(launch), changes(), connections], [undefined, 0, 1]);
    assert.deepEqual(clientClock.ranOut, [30_000]);
  });

  it('are not asked for again in a round of a service that refuses', async () => {
    const server = await serve({ status: 503 });
    const { poller, settle } = open(
      numbers(20).map((number) => makeLaunch(`l${number}`, server, `s${number}`)),
    );
    poller.show();
    await settle();
    // As many as are sent at the same time.
    assert.equal(server.requests.length, 4);
  });

  it('of others are asked for where a service does not know one', async () => {
    const server = await serve((request) =>
      request.path.endsWith('s1') ? { status: 404 } : say({})(request),
    );
    const launches = numbers(20).map((number) => makeLaunch(`l${number}`, server, `s${number}`));
    const { poller, settle, words } = open(launches);
    poller.show();
    await settle();
    assert.deepEqual([words()[0], new Set(words().slice(1))], [undefined, new Set(['running'])]);
  });

  it('are given up as soon as nobody looks any more', async () => {
    const events: string[] = [];
    const server = await serveRaw((socket) => {
      socket.on('data', () => events.push('asked'));
      socket.on('close', () => events.push('closed'));
    });
    const { poller } = open([makeLaunch('l', server, 's')]);
    poller.show();
    while (!events.includes('asked')) await setImmediate();
    poller.hide();
    while (!events.includes('closed')) await setImmediate();
    assert.deepEqual(events, ['asked', 'closed']);
  });
});
