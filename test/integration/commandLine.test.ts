import assert from 'node:assert/strict';
import type { EmulatedOperation } from '../../src/emulator/emulator';
import { delayUntil } from '../../src/emulator/faults';
import { toServiceRef } from '../../src/session/service';
import { waitFor } from '../host/waitFor';
import { makeWorld, meshCreated, stopWorlds, type World } from '../support/commandLine';
import { simplePlan } from '../support/launchRecords';
import { noFollower } from '../support/runner';
import { removeTempTrees } from '../support/tempTree';
import { ageLocks } from '../unit/launch/support/killedLaunch';
import { forgetLaunches, live, restoreWindow, rowOf, useService } from './support/live';

/** Holds back an operation. @returns when it was requested, and what lets it go on */
function hold(
  { emulator }: World,
  wanted: EmulatedOperation,
): { readonly held: Promise<void>; readonly release: () => void } {
  let release = (): void => undefined;
  let arrived = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const held = new Promise<void>((resolve) => (arrived = resolve));
  emulator.setIntercept(({ operation }) => {
    if (operation !== wanted) return undefined;
    arrived();
    return delayUntil(gate);
  });
  return { held, release };
}

describe('A command line with the records of this window', () => {
  let world: World;
  let shared: readonly string[];

  before(forgetLaunches);
  beforeEach(async () => {
    world = await makeWorld();
    await useService(world.emulator.baseUrl);
    shared = ['--service', 'test', '--records', live.journalFolder];
  });
  afterEach(async () => {
    await forgetLaunches();
    await restoreWindow();
    await stopWorlds();
    await removeTempTrees();
  });

  const planMesh = async () => {
    const { document, output } = await world.run('plan', 'mesh', ...shared);
    assert.equal(typeof document['plan'], 'string', output);
    return ['--plan', String(document['plan'])];
  };

  it('launches, and Launches shows it', async () => {
    const launched = await world.run('launch', 'mesh', ...shared, ...(await planMesh()));
    assert.equal(launched.exitCode, 0, launched.output);
    assert.deepEqual(world.describeService(), meshCreated);
    // Without being asked: the window watches the folder.
    const [launch] = await waitFor('the launch', async () => {
      const all = await live.launches.list();
      return all.length === 1 && all;
    });
    const { id, state, runsHere, record } = launch!;
    assert.deepEqual(
      { id, state, runsHere, name: record.plan.model.name, simulation: record.simulation },
      {
        id: launched.document['launch'],
        state: 'launched',
        runsHere: false,
        name: 'Wing',
        simulation: launched.document['simulation'],
      },
    );
    const item = live.launchesView.getTreeItem((await rowOf(id)) as never);
    assert.equal(item.label, 'Wing');
  });

  it('does not go on with a launch that this window carries out', async () => {
    const { held, release } = hold(world, 'createProject');
    const service = await live.connection.service();
    const plan = { ...simplePlan, service: toServiceRef(service, service.account) };
    const project = { project: { newName: 'Held' }, model: { name: 'Held', projectOnly: true } } as const;
    const running = live.launches.runners.launches.start({ ...plan, ...project }, noFollower());
    await held;
    const [launch] = await live.launches.list();
    const refused = await world.run('resume', String(launch?.id), ...shared);
    assert.deepEqual(
      [refused.exitCode, refused.document],
      [
        4,
        {
          outcome: 'refused',
          messages: [
            'Another window, or the command line, is running this launch. Wait until it is done, or cancel it there.',
          ],
        },
      ],
    );
    release();
    await running;
    assert.deepEqual(world.describeService(), { projects: ['Held'], models: [], simulations: 0 });
  });

  it('carries out a launch with which this window does not go on', async () => {
    const { held, release } = hold(world, 'createModel');
    const plan = await planMesh();
    const { ended } = world.start('launch', 'mesh', ...shared, ...plan);
    await held;
    const [launch] = await waitFor('the launch', async () => {
      live.launches.refresh();
      const all = await live.launches.list();
      return all.length === 1 && all;
    });
    assert.deepEqual([launch!.state, launch!.runsHere], ['uploading', false]);
    await assert.rejects(live.launches.runners.launches.resume(launch!.id, noFollower()), {
      name: 'LockedError',
    });
    release();
    const { exitCode, output } = await ended;
    assert.equal(exitCode, 0, output);
    assert.deepEqual(world.describeService(), meshCreated);
  });

  it('is killed in an upload, and goes on after this window has tried to, without sending anything twice', async () => {
    const { held, release } = hold(world, 'uploadFile');
    const { child, ended } = world.start('launch', 'mesh', ...shared, ...(await planMesh()));
    await held;
    child.kill('SIGKILL');
    const { exitCode } = await ended;
    assert.equal(exitCode, null);
    world.emulator.setIntercept(undefined);
    release();
    ageLocks(live.journalFolder);
    const launch = await waitFor('the interrupted launch', async () => {
      live.launches.refresh();
      const [one] = await live.launches.list();
      return one?.state === 'interrupted' && one;
    });
    // The upload URLs are among the secrets of the user's command line.
    await assert.rejects(live.launches.runners.launches.resume(launch.id, noFollower()), {
      name: 'UploadUrlsUnavailableError',
      reason: 'lost',
    });
    const resumed = await world.run('resume', launch.id, ...shared);
    assert.equal(resumed.exitCode, 0, resumed.output);
    assert.deepEqual(world.describeService(), meshCreated);
  });
});
