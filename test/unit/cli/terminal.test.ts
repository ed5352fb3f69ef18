import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loseResponse } from '../../../src/emulator/faults';
import { needs } from '../../support/capabilities';
import {
  environmentWith,
  makeWorld,
  meshCreated,
  meshTask,
  program,
  startCommand,
  stopWorlds,
  token,
  type World,
} from '../../support/commandLine';
import { stall } from '../../support/emulatorFaults';
import { manifest } from '../../support/manifest';
import { removeTempTrees, writeTree } from '../../support/tempTree';

interface Answered {
  readonly exitCode: number | null;
  /** Everything that the terminal got. */
  readonly shown: string;
  readonly document: Readonly<Record<string, unknown>>;
}

interface AnswerOptions {
  /** Further options of the command. */
  readonly more?: string;
  /** What happens while the question is open. */
  readonly before?: () => Promise<unknown>;
}

/** Launches the task in a terminal, and types an answer when the question is there. */
async function answer(
  { root, home, env }: World,
  keys: string,
  { more = '', before = () => Promise.resolve() }: AnswerOptions = {},
): Promise<Answered> {
  const printed = path.join(home, 'printed.json');
  const command = `'${process.execPath}' '${program}' launch mesh --service test ${more} > '${printed}'`;
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: root,
    env: environmentWith({ ...env, SHELL: '/bin/sh' }),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  let hasAnswered = false;
  terminal.stdout.on('data', (data: Buffer) => {
    shown += data.toString();
    if (hasAnswered || !shown.includes('or press Enter to create nothing: ')) return;
    hasAnswered = true;
    void before().then(() => terminal.stdin.write(keys));
  });
  const [exitCode] = (await once(terminal, 'close')) as [number | null];
  return { exitCode, shown, document: JSON.parse(readFileSync(printed, 'utf8')) as Answered['document'] };
}

const nothing = { projects: [], models: [], simulations: 0 };

describe('A command', () => {
  afterEach(async () => {
    await stopWorlds();
    await removeTempTrees();
  });

  it('plans the request that another program writes, as the same task', async () => {
    const world = await makeWorld();
    const { type: _type, label: _label, ...request } = meshTask;
    const ofTask = await world.run('plan', 'mesh', '--service', 'test');
    const ofRequest = await startCommand(['plan', '--request', '-', '--service', 'test'], {
      cwd: world.root,
      env: world.env,
      input: JSON.stringify(request),
    }).ended;
    assert.equal(ofRequest.exitCode, 0, ofRequest.output);
    assert.deepEqual(ofRequest.document, ofTask.document);
  });

  needs('devices').it('says where the document is if it cannot be printed', async () => {
    const world = await makeWorld();
    const command = spawn('/bin/sh', ['-c', `'${process.execPath}' '${program}' list > /dev/full`], {
      env: environmentWith(world.env),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    command.stderr.on('data', (data: Buffer) => (said += data.toString()));
    await once(command, 'close');
    assert.equal(said, 'The document cannot be printed (ENOSPC). See list.\n');
  });

  it('says its version', async () => {
    const { output } = await startCommand(['--version']).ended;
    assert.equal(output, `${manifest.version}\n`);
  });

  for (const verb of ['check', 'list'])
    it(`says what ${verb} takes without gaps`, async () => {
      const { exitCode, output } = await startCommand([verb, '--help']).ended;
      assert.equal(exitCode, 0);
      assert.match(output, new RegExp(`^simulation-service ${verb}`));
      assert.doesNotMatch(output, /\n\n\n| \n/);
    });

  needs('terminals').it('asks at a terminal, and shows a bar there', async () => {
    const world = await makeWorld();
    const { exitCode, shown, document } = await answer(world, 'yes\n');
    assert.deepEqual([exitCode, document['outcome']], [0, 'done'], shown);
    assert.deepEqual(world.describeService(), meshCreated);
    assert.match(shown, /\r\x1b\[K[█░]{20} /);
    assert.ok(!shown.includes(token));
  });

  for (const [name, keys] of [
    ['Enter', '\n'],
    ['another word', 'y\n'],
    ['Ctrl+C', '\x03'],
    ['Ctrl+D', '\x04'],
  ] as const)
    needs('terminals').it(`creates nothing after ${name}`, async () => {
      const world = await makeWorld();
      const { exitCode, shown, document } = await answer(world, keys);
      assert.deepEqual([exitCode, document], [2, { outcome: 'cancelled' }], shown);
      assert.deepEqual(world.describeService(), nothing);
    });

  needs('terminals').it('launches nothing if a file has changed while the question was open', async () => {
    const world = await makeWorld();
    const before = () => writeTree(world.root, { 'mesh.inc': 'x' });
    const { exitCode, shown, document } = await answer(world, 'yes\n', { before });
    assert.deepEqual(
      [exitCode, document['messages']],
      [4, ['Files, settings or the service are not those of the plan.']],
      shown,
    );
    assert.deepEqual(world.describeService(), nothing);
  });

  needs('terminals').it('launches nothing that was begun while the question was open', async () => {
    const { createProject: _, ...task } = meshTask;
    const world = await makeWorld({ tasks: [{ ...task, project: 'Wing box static loads' }] });
    const { document } = await world.run('plan', 'mesh', '--service', 'test');
    const plan = ['--plan', String(document['plan'])];
    const begun: ReturnType<typeof startCommand>[] = [];
    const before = async () => {
      await new Promise<void>((resolve) => {
        world.emulator.setIntercept(({ operation }) => {
          if (operation !== 'uploadFile') return undefined;
          resolve();
          return stall('beforeBody');
        });
        begun.push(world.start('launch', 'mesh', '--service', 'test', ...plan));
      });
    };
    const late = await answer(world, 'yes\n', { before });
    assert.equal(late.exitCode, 4, late.shown);
    assert.match(String(late.document['messages']), /^Another command or window is launching exactly this\./);
    assert.equal(world.describeService().models.length, 1);
    for (const { child, ended } of begun) {
      child.kill('SIGKILL');
      await ended;
    }
  });

  needs('terminals').it('wants the plan of a protected service, and asks nothing', async () => {
    const world = await makeWorld({ service: { protected: true } });
    const { exitCode, shown, document } = await answer(world, 'yes\n', { more: '--environment test' });
    assert.deepEqual(
      [exitCode, document['messages'], shown.includes('Create this')],
      [4, ['Review this plan, and say its hash with --plan.'], false],
    );
    assert.deepEqual(world.describeService(), nothing);
  });

  needs('terminals').it('does not ask about what it would refuse after the answer', async () => {
    const world = await makeWorld();
    const { document } = await world.run('plan', 'mesh', '--service', 'test');
    world.emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' ? loseResponse : undefined,
    );
    const lost = await world.run('launch', 'mesh', '--service', 'test', '--plan', String(document['plan']));
    assert.equal(lost.exitCode, 3, lost.output);
    const { exitCode, shown } = await answer(world, 'yes\n');
    assert.equal(exitCode, 4, shown);
    assert.ok(!shown.includes('Create this'), shown);
    assert.deepEqual(world.describeService(), meshCreated);
  });
});
