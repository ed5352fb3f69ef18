import assert from 'node:assert/strict';
import path from 'node:path';
import { commands, settings } from '../../src/contributions';
import type { LaunchContext, LaunchPlan } from '../../src/launch/launch';
import type { LaunchWithFiles } from '../../src/launch/launchExport';
import { type AccountRef, getAccountAt } from '../../src/secrets/accountSecrets';
import { isPossiblySameService, isSameService, toServiceRef } from '../../src/session/service';
import { planAgain } from '../../src/workflow/planAgain';
import { waitFor } from '../host/waitFor';
import { loseResponse } from '../support/emulatorFaults';
import { noFollower } from '../support/runner';
import { holdResponses, operations, type RecordingEmulator, startService } from '../support/service';
import { tempTree } from '../support/tempTree';
import {
  answerUntilDone,
  contentOf,
  entriesOf,
  forgetLaunches,
  live,
  pressUntil,
  restoreWindow,
  rowOf,
  run,
  setSetting,
  useService,
  workspaceFile,
} from './support/live';

/** The requests that create something on a service. */
const createRequests = (emulator: RecordingEmulator) =>
  operations(emulator).filter((asked) => !asked.startsWith('list'));

/** Holds back the responses to requests of this operation, until the returned function is called. */
const holdOperation = (emulator: RecordingEmulator, held: string) =>
  holdResponses(emulator, ({ operation }) => operation === held);

/** The plan of a project alone. */
async function planProject(): Promise<LaunchPlan & LaunchContext> {
  const service = await live.connection.service();
  return {
    service: toServiceRef(service, service.account),
    project: { newName: 'Study' },
    model: { name: 'Study', projectOnly: true },
    finalise: false,
    simulate: false,
    bodies: {},
  };
}

/** Leaves a launch that could not create its project, because nothing is at the path of the service. */
async function failToCreateProject(): Promise<void> {
  const plan = await planProject();
  await setSetting(settings.pathPrefix, '/variant_b/v8');
  await live.launches.runners.launches.start(plan, noFollower()).catch(() => undefined);
  await setSetting(settings.pathPrefix, undefined);
}

describe('A flow', () => {
  let wing: RecordingEmulator;
  let rotor: RecordingEmulator;

  // Earlier suites leave theirs.
  before(forgetLaunches);
  beforeEach(async () => {
    await run('workbench.view.explorer');
    ({ emulator: wing } = await startService());
    ({ emulator: rotor } = await startService());
    await useService(wing.baseUrl);
  });
  afterEach(async () => {
    await restoreWindow();
    await forgetLaunches();
  });

  async function signInAnton(): Promise<AccountRef> {
    await setSetting(settings.authentication, 'basic');
    const to = getAccountAt('basic', wing.baseUrl);
    await live.account.signIn(to, 'anton:one');
    return to;
  }

  it('creates nothing when another service was selected meanwhile', async () => {
    const open = holdOperation(wing, 'listProjects');
    const count = operations(wing).length;
    const done = run(commands.createSimulation);
    await waitFor('the list', () => operations(wing).length > count);
    await useService(rotor.baseUrl);
    const before = operations(rotor).length;
    open();
    await answerUntilDone('Enter', done);
    assert.deepEqual([createRequests(wing), createRequests(rotor)], [[], []]);
    assert.deepEqual(operations(rotor).slice(before), []);
    assert.deepEqual(await live.launches.list(), []);
  });

  it('creates nothing when another user has signed in meanwhile', async () => {
    const to = await signInAnton();
    const open = holdOperation(wing, 'listProjects');
    const done = run(commands.uploadAndSimulate, workspaceFile('cantilever/loads.inc'));
    await pressUntil('Enter', 'the list', () => operations(wing).includes('listProjects'));
    await live.account.signIn(to, 'berta:one');
    open();
    await answerUntilDone('Enter', done);
    assert.deepEqual(createRequests(wing), []);
  });

  it('keeps a late list out of the tree of another service', async () => {
    const service = await live.connection.service();
    await service.client.createProject('Only of the wing');
    const open = holdOperation(wing, 'listProjects');
    const late = live.projects.fresh(service);
    await waitFor('the request', () => operations(wing).at(-1) === 'listProjects');
    await useService(rotor.baseUrl);
    const here = await contentOf(live.projects);
    open();
    assert.ok((await late).items.some(({ name }) => name === 'Only of the wing'));
    assert.deepEqual(await contentOf(live.projects), here);
  });

  it('gives nobody a late list of another service', async () => {
    const service = await live.connection.service();
    await service.client.createProject('Only of the wing');
    const open = holdOperation(wing, 'listProjects');
    live.projects.refresh();
    const late = contentOf(live.projects);
    await waitFor('the request', () => operations(wing).at(-1) === 'listProjects');
    await useService(rotor.baseUrl);
    open();
    assert.deepEqual(
      await late,
      rotor.projects.map(({ name }) => name),
    );
  });

  it('adds a new project to no list of another service', async () => {
    const here = await contentOf(live.projects);
    const project = { id: 'p9', name: 'Elsewhere', fields: {} };
    await live.projects.add(project, () => false);
    assert.deepEqual(await contentOf(live.projects), here);
    await live.projects.add(project, () => true);
    assert.deepEqual(await contentOf(live.projects), [...(here as readonly string[]), 'Elsewhere']);
  });

  it('shows a new project only in the tree of its own service', async () => {
    const open = holdOperation(wing, 'createProject');
    const done = run(commands.createProject);
    await pressUntil('Enter', 'the request', () => createRequests(wing).includes('createProject'));
    await useService(rotor.baseUrl);
    const here = await contentOf(live.projects);
    open();
    await done;
    assert.deepEqual([createRequests(wing), await contentOf(live.projects)], [['createProject'], here]);
  });

  it('creates a simulation of an existing model in a new project with Enter at every step', async () => {
    await answerUntilDone('Enter', run(commands.createSimulation));
    const lists = ['listProjects', 'listReusableModels'];
    // The projects are listed again right before one is created.
    assert.deepEqual(operations(wing), [...lists, 'listProjects', 'createProject', 'createSimulation']);
  });

  it('does not confuse a tree item of another service with one of its own', async () => {
    const [project] = await entriesOf(live.projects);
    await useService(rotor.baseUrl);
    await run(commands.createSimulation, { kind: 'project', project });
    assert.deepEqual([createRequests(wing), createRequests(rotor)], [[], []]);
  });

  it('records the projects that existed before, when it creates one', async () => {
    const service = await live.connection.service();
    const before = (await live.projects.fresh(service)).items.map(({ id }) => id);
    live.projects.refresh();
    await answerUntilDone('Enter', run(commands.createProject));
    const [launch] = await live.launches.list();
    assert.equal(launch?.state, 'created');
    const { project, model } = launch.record.plan;
    assert.deepEqual(project, { newName: model.name, existingProjects: before });
    assert.deepEqual(createRequests(wing), ['createProject']);
  });

  it('creates no second simulation while it is unknown whether one was created', async () => {
    const service = await live.connection.service();
    const project = (await entriesOf(live.projects))[0]!;
    const { model_id: id, name } = wing.models[0]!;
    const plan: LaunchPlan & LaunchContext = {
      service: toServiceRef(service, service.account),
      project: { id: project.id, name: project.name },
      model: { id, name },
      finalise: false,
      simulate: true,
      bodies: {},
    };
    wing.setIntercept(({ operation }) => (operation === 'createSimulation' ? loseResponse : undefined));
    await live.launches.runners.launches.start(plan, noFollower()).catch(() => undefined);
    wing.setIntercept(undefined);
    const [launch] = await live.launches.list();
    assert.equal(launch?.state, 'unknown');
    for (const command of [commands.simulateLaunch, commands.resumeLaunch, commands.finaliseLaunch])
      await answerUntilDone('Enter', run(command, await rowOf(launch.id)));
    assert.deepEqual(createRequests(wing), ['createSimulation']);
  });

  it('is not resumed on a service whose settings have changed since', async () => {
    const plan = await planProject();
    await setSetting(settings.requestHeaders, { 'X-Tenant': 'acme' });
    const changed = { name: 'ServiceChangedError' };
    await assert.rejects(live.launches.runners.launches.start(plan, noFollower()), changed);
    const [launch] = await live.launches.list();
    await run(commands.resumeLaunch, await rowOf(launch?.id));
    await setSetting(settings.requestHeaders, undefined);
    await setSetting(settings.pathPrefix, '/variant_b/v8');
    assert.throws(() => live.connection.serviceOf(plan.service), changed);
    assert.deepEqual([createRequests(wing), createRequests(rotor)], [[], []]);
    await setSetting(settings.pathPrefix, undefined);
    await run(commands.resumeLaunch, await rowOf(launch?.id));
    assert.deepEqual(createRequests(wing), ['createProject']);
  });

  it('knows what the same user created there before, however the address is written', async () => {
    const to = await signInAnton();
    const before = await live.connection.service();
    const ref = toServiceRef(before, before.account);
    const verdict = async () => {
      const now = await live.connection.service();
      return [isSameService(ref, now), isPossiblySameService(ref, now)];
    };
    assert.deepEqual(await verdict(), [true, true]);
    await useService(`${wing.baseUrl}/`);
    await live.account.signIn(to, 'anton:two');
    assert.deepEqual(await verdict(), [true, true]);
    await live.account.signIn(to, 'berta:one');
    assert.deepEqual(await verdict(), [false, false]);
    await live.account.signOut(to);
    assert.deepEqual(await verdict(), [false, true]);
    assert.ok(!JSON.stringify(ref).includes('anton'));
  });

  it('asks about a protected environment even if it became protected only after the launch began', async () => {
    await failToCreateProject();
    await setSetting(settings.environments, { careful: { baseUrl: wing.baseUrl, protected: true } });
    const [launch] = await live.launches.list();
    // VS Code shows no modal dialog in such a test; the question fails.
    await run(commands.resumeLaunch, await rowOf(launch?.id));
    await run(commands.finaliseLaunch, await rowOf(launch?.id));
    assert.deepEqual(createRequests(wing), []);
    await setSetting(settings.environments, undefined);
    await run(commands.resumeLaunch, await rowOf(launch?.id));
    assert.deepEqual(createRequests(wing), ['createProject']);
  });

  it('asks before it continues what another extension names by its identifier', async () => {
    await failToCreateProject();
    const [launch] = await live.launches.list();
    // VS Code shows no modal dialog in such a test; the question fails.
    for (const made of [{ launch }, { launch: { id: launch?.id } }, { kind: 'launch', launch }, undefined])
      await run(commands.resumeLaunch, made);
    assert.deepEqual(createRequests(wing), []);
    await run(commands.resumeLaunch, await rowOf(launch?.id));
    assert.deepEqual(createRequests(wing), ['createProject']);
  });

  it('asks before it resumes a launch of another user', async () => {
    const to = await signInAnton();
    await failToCreateProject();
    const [launch] = await live.launches.list();
    await live.account.signIn(to, 'berta:one');
    // VS Code shows no modal dialog in such a test; the question fails.
    await run(commands.resumeLaunch, await rowOf(launch?.id));
    assert.deepEqual(createRequests(wing), []);
    await live.account.signIn(to, 'anton:two');
    await run(commands.resumeLaunch, await rowOf(launch?.id));
    assert.deepEqual(createRequests(wing), ['createProject']);
  });

  it('also respects the protection at the time of its launch', async () => {
    await setSetting(settings.environments, { careful: { baseUrl: wing.baseUrl, protected: true } });
    const before = await live.connection.service();
    await setSetting(settings.environments, { careful: { baseUrl: rotor.baseUrl, protected: true } });
    assert.equal(live.connection.protectedEnvironment(before)?.name, 'careful');
    assert.equal(live.connection.protectedEnvironment(await live.connection.service()), undefined);
  });

  it('launches files again only from open folders', async () => {
    const root = await tempTree({ 'deck.inp': 'a' });
    const file = { name: 'deck.inp', path: path.join(root, 'deck.inp'), size: 1 };
    const files = [{ ...file, mtimeNs: '1', ctimeNs: '1', inode: '1' }];
    const launchOf = (planned: readonly object[], project?: object) => {
      const plan = { model: { name: 'deck', files: { count: 1 } }, project };
      return { record: { plan }, files: { planned } } as unknown as LaunchWithFiles;
    };
    await assert.rejects(planAgain(launchOf(files)), { name: 'FolderNotOpenError', file: 'deck.inp' });
    const here = { ...files[0], path: workspaceFile('cantilever/loads.inc').fsPath };
    const project = { newName: 'Study', existingProjects: ['p1'] };
    const again = await planAgain(launchOf([here], project));
    // The projects that existed before this launch are not known.
    assert.deepEqual([again.model.name, again.project], ['deck', { newName: 'Study' }]);
  });
});
