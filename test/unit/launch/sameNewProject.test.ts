import assert from 'node:assert/strict';
import path from 'node:path';
import { StatusError } from '../../../src/client/core/errors';
import { ProjectExistsError } from '../../../src/launch/errors';
import type { PlannedLaunch } from '../../../src/launch/journalEntry';
import type { LaunchRecord } from '../../../src/launch/launchRecord';
import { describeError } from '../../../src/messages/describeError';
import { describeProblem } from '../../../src/messages/launchProblems';
import { describeCancelled } from '../../../src/messages/leftovers';
import { waitFor } from '../../host/waitFor';
import { loseResponse, replyWith, rewriteResponse } from '../../support/emulatorFaults';
import { plannedLaunch } from '../../support/launches';
import { rejectionOf } from '../../support/rejections';
import { newRunner, noFollower } from '../../support/runner';
import { holdResponses, startService, stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';

type ProjectChanges = Partial<Extract<PlannedLaunch['project'], { newName: string }>> & {
  /** Whether it was known which projects there are. */
  readonly isListed?: boolean;
};

/** A window whose launches are to create projects that did not exist when they were planned. */
async function openWindow() {
  const { client, emulator } = await startService();
  const folder = path.join(await tempTree(), 'launches');
  const runner = newRunner(folder, client);
  const before = emulator.projects.map(({ project_id }) => project_id);
  const start = async (changes: ProjectChanges, signal?: AbortSignal) => {
    const { isListed = true, ...others } = changes;
    const project = { newName: 'Wing 2026', ...(isListed && { existingProjects: before }), ...others };
    const { plan } = await plannedLaunch(emulator, { 'a.inp': 'a' }, { project });
    return await runner.start(plan, { ...noFollower(), ...(signal && { signal }) });
  };
  const count = (operation: string) =>
    emulator.requests.filter((request) => request.operation === operation).length;
  return {
    emulator,
    runner,
    start,
    count,
    /** The identifiers of the projects with this name. */
    named: (name = 'Wing 2026') =>
      emulator.projects.filter((one) => one.name === name).map(({ project_id }) => project_id),
    /** The projects that simulations were created in. */
    used: () => emulator.simulations.map(({ project_id }) => project_id),
    records: async () => (await runner.list.read()).map(({ record }) => record),
    /** A colleague creates a project. */
    createElsewhere: (name: string) => client.createProject(name),
  };
}

const agreed = { mayExist: true };
const existsText =
  'A project with the name “Wing 2026” has been created since this launch was planned. No second one was created. Start again, and choose that project or another name.';

const endOf = ({ end, problem, project }: LaunchRecord) => ({ end, problem, project });
const exists = { end: 'failed', problem: { kind: 'projectExists', code: 'exists' }, project: undefined };

describe('A project that two launches are to create', () => {
  afterEach(stopServices);

  it('is created once by those that begin at the same time, and both use it', async () => {
    const { start, named, used, count, records } = await openWindow();
    const ended = await Promise.all([start(agreed), start(agreed), start(agreed)]);
    const [id, ...others] = named();
    assert.deepEqual([others, used(), count('createProject')], [[], [id, id, id], 1]);
    const found = ended.map(({ project, isProjectFound = false }) => ({ project, isProjectFound }));
    const project = { id, name: 'Wing 2026' };
    assert.deepEqual(
      found.toSorted((one, other) => Number(one.isProjectFound) - Number(other.isProjectFound)),
      [false, true, true].map((isProjectFound) => ({ project, isProjectFound })),
    );
    // Read from the disk.
    assert.deepEqual((await records()).filter(({ isProjectFound }) => isProjectFound).length, 2);
  });

  it('is not created a second time, nor used, by one that was to create a new one', async () => {
    const { start, named, used, count, runner, records } = await openWindow();
    await start({});
    const error = await rejectionOf(start({}));
    assert.ok(error instanceof ProjectExistsError);
    assert.equal(describeError(error), existsText);
    const [id, ...others] = named();
    assert.deepEqual([others, used(), count('createProject'), count('createModel')], [[], [id], 1, 1]);
    const stopped = (await records()).find(({ end }) => end !== undefined)!;
    assert.deepEqual(endOf(stopped), exists);
    assert.equal(
      describeProblem(stopped.problem!),
      'A project with the name of the new one has been created since the launch was planned.',
    );
    // Resuming looks again, and neither creates nor uses one.
    const { launch } = stopped.plan;
    assert.equal(describeError(await rejectionOf(runner.resume(launch, noFollower()))), existsText);
    assert.deepEqual([named(), count('createProject')], [[id], 1]);
  });

  it('is stopped for, or used, when somebody else has created it since', async () => {
    const { start, named, used, count, createElsewhere } = await openWindow();
    await createElsewhere('Wing 2026');
    assert.ok((await rejectionOf(start({}))) instanceof ProjectExistsError);
    await start(agreed);
    assert.deepEqual([used(), count('createProject')], [named(), 1]);
    // Of two, nobody knows which is meant.
    await createElsewhere('Wing 2026');
    assert.equal(describeError(await rejectionOf(start(agreed))), existsText);
    assert.deepEqual([named().length, count('createProject'), count('createModel')], [2, 2, 1]);
  });

  it('has the name of one that the person knew of, who wanted another', async () => {
    const { start, named, used } = await openWindow();
    await start({ newName: 'Bracket fatigue study' });
    assert.deepEqual(named('Bracket fatigue study').slice(1), used());
  });

  it('is created without a look where the projects were not known before', async () => {
    const { start, count } = await openWindow();
    await start({ isListed: false });
    assert.deepEqual([count('listProjects'), count('createProject')], [0, 1]);
  });

  it('is waited for by nobody who creates another one', async () => {
    const { start, emulator, used, named, count } = await openWindow();
    const open = holdResponses(emulator, ({ operation }) => operation === 'createProject');
    const held = start(agreed);
    await waitFor('the first request', () => count('createProject') === 1);
    emulator.setIntercept(() => undefined);
    await start({ newName: 'Wing 2027' });
    assert.deepEqual(used(), named('Wing 2027'));
    open();
    await held;
  });

  it('stays in turn when one that waits is cancelled, which then creates nothing', async () => {
    const { start, emulator, named, used, count, records } = await openWindow();
    const open = holdResponses(emulator, ({ operation }) => operation === 'createProject');
    const first = start(agreed);
    await waitFor('the first request', () => count('createProject') === 1);
    const cancel = new AbortController();
    const second = start(agreed, cancel.signal);
    await waitFor('the second launch', async () => (await records()).length === 2);
    const third = start(agreed);
    await waitFor('the third launch', async () => (await records()).length === 3);
    cancel.abort(new Error('cancelled'));
    await assert.rejects(second, /cancelled/);
    open();
    await Promise.all([first, third]);
    const [id] = named();
    assert.deepEqual([named(), used(), count('createProject')], [[id], [id, id], 1]);
    const cancelled = (await records()).find(({ end }) => end === 'cancelled')!;
    assert.deepEqual(endOf(cancelled), { end: 'cancelled', problem: undefined, project: undefined });
  });

  it('is found by the next one when the response to its creation is lost', async () => {
    const { start, emulator, named, used, count } = await openWindow();
    emulator.setIntercept(({ operation }) => (operation === 'createProject' ? loseResponse : undefined));
    const [first, second] = await Promise.allSettled([start(agreed), start(agreed)]);
    assert.deepEqual([first.status, second.status].toSorted(), ['fulfilled', 'rejected']);
    assert.deepEqual([used(), count('createProject')], [named(), 1]);
  });

  it('is not created while the list cannot be had, and is when the launch is resumed', async () => {
    const { start, emulator, named, used, count, runner, records } = await openWindow();
    emulator.setIntercept(({ operation }) =>
      operation === 'listProjects' ? replyWith({ status: 403 }) : undefined,
    );
    assert.ok((await rejectionOf(start(agreed))) instanceof StatusError);
    const [failed] = await records();
    assert.deepEqual([failed?.end, count('createProject')], ['failed', 0]);
    emulator.setIntercept(() => undefined);
    await runner.resume(failed!.plan.launch, noFollower());
    assert.deepEqual([used(), named().length], [named(), 1]);
  });

  it('is not created while it may be among those that are not listed', async () => {
    const { start, emulator, count, records } = await openWindow();
    emulator.setIntercept(({ operation }) =>
      operation === 'listProjects'
        ? rewriteResponse((body) => ({ ...(body as object), total: 1000 }))
        : undefined,
    );
    assert.equal(
      describeError(await rejectionOf(start(agreed))),
      'The service lists only some of its projects now, so it is not known whether one with the name “Wing 2026” has been created since this launch was planned. No project was created. Resume the launch to look again, or start again with another name.',
    );
    const [stopped] = await records();
    const problem = { kind: 'projectExists', code: 'unsure' };
    assert.deepEqual([endOf(stopped!), count('createProject')], [{ ...exists, problem }, 0]);
    assert.equal(
      describeProblem(problem),
      'The service lists only some of its projects, and the new one may already be there.',
    );
  });

  it('is called created only where it was', async () => {
    const { start, emulator } = await openWindow();
    const records = [await start(agreed), await start(agreed)];
    assert.equal(emulator.projects.length, 3);
    const beforeModel = records.map(({ modelId: _, ...record }) => record);
    assert.deepEqual(
      beforeModel.map((record) => describeCancelled(record, undefined, String)),
      ['Cancelled. Project “Wing 2026” was created.', 'Cancelled. Nothing was created.'],
    );
  });
});
