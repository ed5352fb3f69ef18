import assert from 'node:assert/strict';
import type { Emulator } from '../../../src/emulator/emulator';
import { delayUntil } from '../../../src/emulator/faults';
import { describeSpeeds, type Ended, makeWorld, meshTask, stopWorlds } from '../../support/commandLine';
import { removeTempTrees } from '../../support/tempTree';
import { ageLocks } from '../launch/support/killedLaunch';

/** A task for a project that is there. */
const existing = { ...meshTask, project: 'Wing box static loads', createProject: false };

const refusalOf = (launch: unknown) => ({
  outcome: 'refused',
  messages: [
    'Another command or window is launching exactly this. Wait until it has ended; if it was killed, resume it after eight seconds.',
  ],
  launch,
});

/** Runs a command twice at the same time. The first one that sends something waits until the other one has ended. */
async function runTwice(emulator: Emulator, run: () => Promise<Ended>) {
  let release: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => (release = resolve));
  emulator.setIntercept(({ operation }) => (operation === 'createModel' ? delayUntil(isOver) : undefined));
  const both = [run(), run()];
  const refused = await Promise.race(both);
  release();
  const ends = await Promise.all(both);
  return { refused, done: ends.find((one) => one !== refused) ?? refused };
}

describe('Two commands on one folder of records', () => {
  afterEach(async () => {
    await stopWorlds();
    await removeTempTrees();
  });

  it('record a launch each, and list both', async () => {
    const tasks = ['Wing', 'Wing 2'].map((model) => ({ ...existing, label: model, model }));
    const { emulator, run } = await makeWorld({ tasks });
    const launch = async (task: string) => {
      const { document } = await run('plan', task, '--service', 'test');
      return await run('launch', task, '--service', 'test', '--plan', String(document['plan']));
    };
    const ended = await Promise.all([launch('Wing'), launch('Wing 2')]);
    assert.deepEqual(
      ended.map(({ exitCode }) => exitCode),
      [0, 0],
    );
    assert.equal(emulator.simulations.length, 2);
    const listed = (await run('list')).document['launches'] as readonly { readonly launch: string }[];
    const ids = ended.map((one) => one.document['launch']);
    assert.deepEqual(listed.map(({ launch: id }) => id).sort(), ids.sort());
  });

  it('carry out one plan once', async () => {
    const { emulator, run } = await makeWorld({ tasks: [existing] });
    const { document } = await run('plan', 'mesh', '--service', 'test');
    const launch = () => run('launch', 'mesh', '--service', 'test', '--plan', String(document['plan']));
    const { done, refused } = await runTwice(emulator, launch);
    assert.deepEqual([done.exitCode, refused.exitCode], [0, 4], done.output + refused.output);
    assert.deepEqual(refused.document, refusalOf(done.document['launch']));
    assert.equal(emulator.simulations.length, 1);
    const again = await launch();
    assert.equal(again.exitCode, 0, again.output);
    assert.equal(emulator.simulations.length, 2);
  });

  for (const operation of ['createModel', 'createSimulation'] as const)
    it(`do not create anything twice if the first is killed in ${operation}`, async () => {
      const { emulator, run, start } = await makeWorld();
      const { document } = await run('plan', 'mesh', '--service', 'test');
      const args = ['launch', 'mesh', '--service', 'test', '--plan', String(document['plan'])];
      const { child, ended } = start(...args);
      let requests = 0;
      emulator.setIntercept(({ operation: one }) => {
        if (one !== operation) return undefined;
        requests++;
        return async (exchange) => {
          child.kill('SIGKILL');
          await exchange.ended;
        };
      });
      const [id = ''] = (await ended).lines.flatMap((line) => /^launch (\S+)$/.exec(line)?.[1] ?? []);
      // The project is there by now, so the plan is another one.
      const { document: planned } = await run('plan', 'mesh', '--service', 'test');
      const again = await run('launch', 'mesh', '--service', 'test', '--plan', String(planned['plan']));
      assert.deepEqual([again.exitCode, again.document], [4, refusalOf(id)], again.output);
      assert.equal(requests, 1);
    });

  it('resume a study once', async () => {
    const { emulator, run } = await makeWorld(describeSpeeds(['a,1', 'b,2', 'c,3']));
    const { document } = await run('plan', 'study', '--service', 'test');
    const plan = ['--plan', String(document['plan'])];
    const first = await run('study', 'study', '--service', 'test', '--first-row-only', ...plan);
    assert.equal(first.exitCode, 0, first.output);
    const resume = () => run('resume', String(first.document['study']), '--service', 'test', ...plan);
    const { done, refused } = await runTwice(emulator, resume);
    assert.deepEqual([done.exitCode, refused.exitCode], [0, 4], done.output + refused.output);
    assert.deepEqual(refused.document, {
      outcome: 'refused',
      messages: [
        'Another window, or the command line, is running this launch. Wait until it is done, or cancel it there.',
      ],
    });
    assert.equal(emulator.simulations.length, 3);
  });

  it('resume a launch once', async () => {
    const { emulator, records, run, start } = await makeWorld();
    const { document } = await run('plan', 'mesh', '--service', 'test');
    const { child, ended } = start('launch', 'mesh', '--service', 'test', '--plan', String(document['plan']));
    emulator.setIntercept(({ operation }) =>
      operation === 'uploadFile'
        ? async (exchange) => {
            child.kill('SIGKILL');
            await exchange.ended;
          }
        : undefined,
    );
    const { lines } = await ended;
    emulator.setIntercept(undefined);
    ageLocks(records);
    const [id = ''] = lines.flatMap((line) => /^launch (\S+)$/.exec(line)?.[1] ?? []);
    const resume = () => run('resume', id, '--service', 'test');
    const both = await Promise.all([resume(), resume()]);
    const outputs = both.map(({ output }) => output).join('\n');
    // The other one finds it locked, or done.
    assert.ok(
      both.some(({ exitCode }) => exitCode === 0),
      outputs,
    );
    assert.ok(
      both.every(({ exitCode }) => exitCode === 0 || exitCode === 4),
      outputs,
    );
    assert.deepEqual(
      [emulator.simulations.length, emulator.models.filter(({ name }) => name === 'Wing').length],
      [1, 1],
    );
  });
});
