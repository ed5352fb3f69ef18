import assert from 'node:assert/strict';
import { makeWorld, meshTask, stopWorlds } from '../../support/commandLine';
import { removeTempTrees } from '../../support/tempTree';
import { ageLocks } from '../launch/support/killedLaunch';

describe('Two commands on one folder of records', () => {
  afterEach(async () => {
    await stopWorlds();
    await removeTempTrees();
  });

  it('record a launch each, and list both', async () => {
    const tasks = [{ ...meshTask, project: 'Wing box static loads', createProject: false }];
    const { emulator, run } = await makeWorld({ tasks });
    const { document } = await run('plan', 'mesh', '--service', 'test');
    const launch = () => run('launch', 'mesh', '--service', 'test', '--plan', String(document['plan']));
    const ended = await Promise.all([launch(), launch()]);
    assert.deepEqual(
      ended.map(({ exitCode }) => exitCode),
      [0, 0],
    );
    assert.equal(emulator.simulations.length, 2);
    const listed = (await run('list')).document['launches'] as readonly { readonly launch: string }[];
    const ids = ended.map((one) => one.document['launch']);
    assert.deepEqual(listed.map(({ launch: id }) => id).sort(), ids.sort());
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
