import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { variants } from '../../../src/client/core/apiVariant';
import { loseResponse } from '../../../src/emulator/faults';
import {
  describeSpeeds,
  makeWorld,
  meshCreated,
  meshTask,
  startCommand,
  stopWorlds,
  type World,
} from '../../support/commandLine';
import { replyWith } from '../../support/emulatorFaults';
import { removeTempTrees, writeTree } from '../../support/tempTree';
import { ageLocks } from '../launch/support/killedLaunch';

const service = ['--service', 'test'];

const reply = (status: number, body: string) =>
  replyWith({ status, headers: { 'content-type': 'application/json' }, body });

async function planMesh({ run }: World): Promise<readonly string[]> {
  const { document, output } = await run('plan', 'mesh', ...service);
  assert.equal(typeof document['plan'], 'string', output);
  return ['--plan', String(document['plan'])];
}

const table = describeSpeeds(['a,1', 'b,2', 'c,3']);

/**
 * Runs a study of three rows, of which the service refuses the second one.
 * @returns the arguments that agree to it and that go on with it, and how many simulations were asked for
 */
async function refuseSecondRow() {
  const world = await makeWorld(table);
  const { document } = await world.run('plan', 'study', ...service);
  const plan = ['--plan', String(document['plan'])];
  let sent = 0;
  world.emulator.setIntercept(({ operation }) =>
    operation === 'createSimulation' && ++sent === 2 ? reply(422, '{}') : undefined,
  );
  const ran = await world.run('study', 'study', ...service, ...plan);
  assert.equal(ran.exitCode, 1, ran.output);
  const resume = ['resume', String(ran.document['study']), ...service, '--retry-failed'];
  return { world, plan, resume, sent: () => sent };
}

describe('A command after another one', () => {
  afterEach(async () => {
    await stopWorlds();
    await removeTempTrees();
  });

  it('says what differs from the plan, and no value of a header', async () => {
    const world = await makeWorld({
      service: { authentication: 'bearer', requestHeaders: { 'X-Team': 'wing' } },
    });
    const { document } = await world.run('plan', 'mesh', ...service);
    await writeTree(world.root, { '.vscode/plan.json': JSON.stringify(document) });
    for (const [changes, differs] of [
      [{ authentication: 'bearer', requestHeaders: { 'X-Team': 'canary' } }, ['service.requestHeaders']],
      [
        {
          authentication: 'apiKey',
          apiKeyHeader: 'X-Key',
          uploadHeaders: { 'X-Part': 'canary' },
          responses: { modelId: '/x' },
        },
        ['service.authentication', 'service.requestHeaders', 'service.uploadHeaders', 'service.responses'],
      ],
      [
        {
          authentication: 'bearer',
          pathPrefix: variants.variant_a.prefix,
          requestHeaders: { 'X-Team': 'wing' },
          requests: { createModel: { name: '{name}', files: [{ name: '{file.name}' }] } },
        },
        ['service.pathPrefix', 'bodies.createModel'],
      ],
    ] as const) {
      const changed = { name: 'test', baseUrl: world.emulator.baseUrl, ...changes };
      await writeTree(world.root, { 'test.service.json': JSON.stringify(changed) });
      const refused = await world.run('launch', 'mesh', ...service, '--plan', '.vscode/plan.json');
      assert.deepEqual([refused.exitCode, refused.document['differs']], [4, differs], refused.output);
      assert.doesNotMatch(JSON.stringify(refused.document), /"canary"/);
    }
    const tasks = [{ ...meshTask, project: 'Wing box static loads' }];
    const first = { authentication: 'bearer', requestHeaders: { 'X-Team': 'wing' } };
    await writeTree(world.root, {
      'test.service.json': JSON.stringify({ name: 'test', baseUrl: world.emulator.baseUrl, ...first }),
      '.vscode/tasks.json': JSON.stringify({ version: '2.0.0', tasks }),
    });
    const refused = await world.run('launch', 'mesh', ...service, '--plan', '.vscode/plan.json');
    assert.deepEqual(
      [refused.exitCode, refused.document['differs']],
      [4, ['project', 'bodies.createSimulation']],
      refused.output,
    );
    assert.deepEqual(world.describeService(), { projects: [], models: [], simulations: 0 });
  });

  it('says that the service describes its requests, where nothing else differs', async () => {
    const world = await makeWorld();
    const { document } = await world.run('plan', 'mesh', ...service);
    const simulationStatus = { path: '/simulations/{simulation_id}', state: '/status', ended: {} };
    const changed = { name: 'test', baseUrl: world.emulator.baseUrl, simulationStatus };
    await writeTree(world.root, {
      '.vscode/plan.json': JSON.stringify(document),
      'test.service.json': JSON.stringify(changed),
    });
    const refused = await world.run('launch', 'mesh', ...service, '--plan', '.vscode/plan.json');
    assert.deepEqual(
      [refused.exitCode, refused.document['differs']],
      [4, ['service.described']],
      refused.output,
    );
  });

  it('launches nothing while it is unknown whether the same launch took effect', async () => {
    const world = await makeWorld();
    const plan = await planMesh(world);
    world.emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' ? loseResponse : undefined,
    );
    const lost = await world.run('launch', 'mesh', ...service, ...plan);
    assert.equal(lost.exitCode, 3, lost.output);
    world.emulator.setIntercept(undefined);
    const again = await world.run('launch', 'mesh', ...service, ...(await planMesh(world)));
    assert.deepEqual(
      [again.exitCode, again.document],
      [
        4,
        {
          outcome: 'refused',
          messages: [
            'It is not known whether this was created before. Say what you find out with resolve, then launch it again or resume it.',
          ],
          launch: lost.document['launch'],
        },
      ],
    );
    assert.deepEqual(world.describeService(), meshCreated);
    const unresolved = await world.run('resume', String(lost.document['launch']), ...service);
    assert.deepEqual([unresolved.exitCode, unresolved.document['launch']], [3, lost.document['launch']]);
    assert.deepEqual(unresolved.document['messages'], lost.document['messages']);
    for (const [wrong, message] of [
      [['no', '--id', 's1'], 'What did not happen has no ID. Leave out --id, or say --happened yes.'],
      [['yes', '--id', 'a\nb'], '--id is no identifier.'],
      [['yes', '--row', '1'], 'Only a study has rows. Leave out --row.'],
    ] as const) {
      const refused = await world.run('resolve', String(lost.document['launch']), '--happened', ...wrong);
      assert.deepEqual(
        [refused.exitCode, refused.document],
        [4, { outcome: 'refused', messages: [message] }],
      );
    }
    const resolved = await world.run('resolve', String(lost.document['launch']), '--happened', 'yes');
    assert.equal(resolved.exitCode, 0, resolved.output);
    const wanted = await world.run('launch', 'mesh', ...service, ...(await planMesh(world)));
    assert.equal(wanted.exitCode, 0, wanted.output);
    assert.equal(world.describeService().simulations, 2);
  });

  it('does not go on with a model that can no longer be completed', async () => {
    const world = await makeWorld();
    world.emulator.setIntercept(({ operation }) =>
      operation === 'uploadFile' ? reply(403, '{}') : undefined,
    );
    const failed = await world.run('launch', 'mesh', ...service, ...(await planMesh(world)));
    assert.equal(failed.exitCode, 1, failed.output);
    const resumed = await world.run('resume', String(failed.document['launch']), ...service);
    assert.deepEqual(
      [resumed.exitCode, resumed.document['messages']],
      [4, ['Its model can no longer be completed. Launch the task again.']],
    );
  });

  it('does not go on with another body than somebody agreed to', async () => {
    const world = await makeWorld();
    const { child, ended } = world.start('launch', 'mesh', ...service, ...(await planMesh(world)));
    world.emulator.setIntercept(({ operation }) =>
      operation === 'uploadFile'
        ? async ({ ended: isOver }) => {
            child.kill('SIGKILL');
            await isOver;
          }
        : undefined,
    );
    const { lines } = await ended;
    world.emulator.setIntercept(undefined);
    ageLocks(world.records);
    const requests = { createSimulation: { project_id: '{project_id}', model_id: '{model_id}', more: 1 } };
    const changed = { name: 'test', baseUrl: world.emulator.baseUrl, requests };
    await writeTree(world.root, { 'test.service.json': JSON.stringify(changed) });
    const id = lines.find((line) => line.startsWith('launch '))?.slice('launch '.length) ?? '';
    const resumed = await world.run('resume', id, ...service);
    assert.deepEqual(
      [resumed.exitCode, resumed.document['messages']],
      [
        4,
        [
          'The service describes the body of createSimulation otherwise than when somebody agreed to it. Restore it, or launch the task again.',
        ],
      ],
    );
    assert.equal(world.describeService().simulations, 0);
  });

  it('goes on at a service that has become protected only if its name is said', async () => {
    const world = await makeWorld();
    world.emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' ? reply(422, '{}') : undefined,
    );
    const failed = await world.run('launch', 'mesh', ...service, ...(await planMesh(world)));
    assert.equal(failed.exitCode, 1, failed.output);
    world.emulator.setIntercept(undefined);
    const careful = { name: 'test', baseUrl: world.emulator.baseUrl, protected: true };
    await writeTree(world.root, { 'test.service.json': JSON.stringify(careful) });
    const resume = ['resume', String(failed.document['launch']), ...service];
    const refused = await world.run(...resume);
    assert.deepEqual(
      [refused.exitCode, refused.document['messages'], world.describeService().simulations],
      [4, ['This service is protected. Say its name with --environment.'], 0],
    );
    const resumed = await world.run(...resume, '--environment', 'test');
    assert.equal(resumed.exitCode, 0, resumed.output);
    assert.deepEqual(world.describeService(), meshCreated);
  });

  it('goes on at no other service, and with no other account', async () => {
    const world = await makeWorld({ service: { authentication: 'basic' } });
    const other = await makeWorld();
    const run = async (credential: string, ...args: readonly string[]) => {
      const env = { ...world.env, SIMULATION_SERVICE_CREDENTIAL: credential };
      return await startCommand([...args, ...service], { cwd: world.root, env }).ended;
    };
    world.emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' ? reply(422, '{}') : undefined,
    );
    const { document } = await run('anton:one', 'plan', 'mesh');
    const failed = await run('anton:one', 'launch', 'mesh', '--plan', String(document['plan']));
    assert.equal(failed.exitCode, 1, failed.output);
    world.emulator.setIntercept(undefined);
    const resume = ['resume', String(failed.document['launch'])];
    const same = { name: 'test', baseUrl: world.emulator.baseUrl, authentication: 'basic' };
    for (const [credential, changes] of [
      ['berta:one', {}],
      ['anton:one', { baseUrl: other.emulator.baseUrl }],
      ['anton:one', { variant: 'variant_a' }],
      ['anton:one', { requestHeaders: { 'x-tenant': 'b' } }],
    ] as const) {
      await writeTree(world.root, { 'test.service.json': JSON.stringify({ ...same, ...changes }) });
      const refused = await run(credential, ...resume);
      assert.deepEqual(
        [refused.exitCode, refused.document['messages']],
        [4, ['It was begun at another service or with another account.']],
      );
    }
    assert.deepEqual(
      [world, other].map(({ describeService }) => describeService().simulations),
      [0, 0],
    );
    await writeTree(world.root, { 'test.service.json': JSON.stringify(same) });
    const resumed = await run('anton:two', ...resume);
    assert.equal(resumed.exitCode, 0, resumed.output);
    assert.deepEqual(world.describeService(), meshCreated);
  });

  it('goes on with no row of a study with another body than somebody agreed to', async () => {
    const { world, resume, sent } = await refuseSecondRow();
    const requests = { createSimulation: { project_id: '{project_id}', model_id: '{model_id}', more: 1 } };
    const changed = { name: 'test', baseUrl: world.emulator.baseUrl, requests };
    await writeTree(world.root, { 'test.service.json': JSON.stringify(changed) });
    const resumed = await world.run(...resume);
    assert.deepEqual([resumed.exitCode, sent()], [4, 3], resumed.output);
    assert.match(
      String(resumed.document['messages']),
      /^The service describes the body of createSimulation otherwise than when somebody agreed to it\./,
    );
  });

  it('goes on with rows that wait in another study only if somebody agrees to the rows', async () => {
    const { world, plan, resume, sent } = await refuseSecondRow();
    const first = ['--first-row-only', '--started', 'again'];
    const other = await world.run('study', 'study', ...service, ...plan, ...first);
    assert.equal(other.exitCode, 0, other.output);
    const refused = await world.run(...resume);
    assert.deepEqual(
      [refused.exitCode, refused.document['rows'], sent()],
      [4, [{ row: 2, name: 'b' }], 4],
      refused.output,
    );
    const resumed = await world.run(...resume, ...plan);
    assert.deepEqual([resumed.exitCode, sent()], [0, 5], resumed.output);
  });

  it('goes on beside a study that cannot be read only if somebody agrees to the rows', async () => {
    const { world, plan, resume, sent } = await refuseSecondRow();
    const damaged = randomUUID();
    await writeTree(path.join(world.records, 'studies'), { [`${damaged}.study`]: 'garbage\n' });
    const refused = await world.run(...resume);
    assert.deepEqual(
      [refused.exitCode, refused.document],
      [
        4,
        {
          outcome: 'refused',
          messages: ['Nobody has agreed to these rows yet. Say with --plan the hash of the study.'],
          plan: plan[1],
          rows: [{ row: 2, name: 'b' }],
          unreadableStudies: [damaged],
        },
      ],
    );
    assert.equal(sent(), 3);
    const resumed = await world.run(...resume, ...plan);
    assert.deepEqual([resumed.exitCode, sent()], [0, 4], resumed.output);
  });

  it('says why the rows of a study failed, in the words of the service', async () => {
    const world = await makeWorld(table);
    const { document } = await world.run('plan', 'study', ...service);
    world.emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' ? reply(400, '{"message": "speed is too low"}') : undefined,
    );
    const ran = await world.run('study', 'study', ...service, '--plan', String(document['plan']));
    assert.equal(ran.exitCode, 1, ran.output);
    const [first] = ran.document['rows'] as readonly Readonly<Record<string, unknown>>[];
    assert.match(String(first?.['problem']), /responded with status 400: “speed is too low”/);
    assert.equal(first?.['name'], 'a');
    const [, , said] = ran.document['messages'] as readonly string[];
    assert.match(said ?? '', /^Row 1: .*“speed is too low”/);
  });

  it('stops a study whose first response cannot be read', async () => {
    const world = await makeWorld(table);
    const { document } = await world.run('plan', 'study', ...service);
    world.emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' ? reply(200, '<html>') : undefined,
    );
    const ran = await world.run('study', 'study', ...service, '--plan', String(document['plan']));
    assert.equal(ran.exitCode, 3, ran.output);
    assert.deepEqual(ran.document['counts'], {
      rows: 3,
      started: 0,
      failed: 0,
      unknown: 1,
      waiting: 2,
      leftOut: 0,
    });
  });

  it('fills the folder in a request as in a task, and knows no other variable', async () => {
    const world = await makeWorld();
    const { type: _type, label: _label, ...request } = meshTask;
    const plan = async (model: string) =>
      await startCommand(['plan', '--request', '-', ...service], {
        cwd: world.root,
        env: world.env,
        input: JSON.stringify({ ...request, model }),
      }).ended;
    const filled = await plan('${workspaceFolder}');
    assert.deepEqual(filled.document['model'], { name: world.root });
    const refused = await plan('${env:HOME}');
    assert.deepEqual(
      [refused.exitCode, refused.document['messages']],
      [4, ['Only VS Code knows the value of ${env:HOME}.']],
    );
  });
});
