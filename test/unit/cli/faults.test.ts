import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { loseResponse } from '../../../src/emulator/faults';
import { needs } from '../../support/capabilities';
import {
  homeVariables,
  makeWorld,
  meshTask,
  startCommand,
  stateOf,
  stopWorlds,
  token,
  type World,
  type WorldOptions,
} from '../../support/commandLine';
import { replyWith, stall } from '../../support/emulatorFaults';
import { removeTempTrees, writeTree } from '../../support/tempTree';

interface Fault {
  readonly what: string;
  readonly world?: WorldOptions;
  /** A change between the plan and the launch. */
  readonly before?: (world: World) => unknown;
  /** In place of the launch of the plan. */
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly exitCode: number;
  readonly message: string | RegExp;
}

const task = (changes: object): WorldOptions => ({ tasks: [{ ...meshTask, ...changes }] });
const service = (changes: object): WorldOptions => ({ service: changes });
const reply = (status: number, body: object = {}) =>
  replyWith({ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const at =
  (wanted: string, intercept: ReturnType<typeof reply>) =>
  ({ emulator }: World) =>
    emulator.setIntercept(({ operation }) => (operation === wanted ? intercept : undefined));

const faults: readonly Fault[] = [
  {
    what: 'a command that does not exist',
    args: ['start'],
    exitCode: 4,
    message: 'There is no command start. See --help.',
  },
  {
    what: 'an option that does not exist',
    args: ['plan', 'mesh', '--token', token],
    exitCode: 4,
    message: 'An option is unknown or lacks its value. See plan --help.',
  },
  { what: 'no service', args: ['plan', 'mesh'], exitCode: 4, message: 'Name the service with --service.' },
  {
    what: 'a service that does not exist',
    args: ['plan', 'mesh', '--service', 'other'],
    exitCode: 4,
    message: /other\.service\.json cannot be read \(ENOENT\)\.$/,
  },
  {
    what: 'a service file that is no JSON',
    world: { files: { 'bad.service.json': '{' } },
    args: ['plan', 'mesh', '--service', 'bad'],
    exitCode: 4,
    message: 'The file is not valid JSON.',
  },
  {
    what: 'a header that carries a credential',
    world: service({ requestHeaders: { authorization: `Bearer ${token}` } }),
    args: ['plan', 'mesh', '--service', 'test'],
    exitCode: 4,
    message: /requestHeaders/,
  },
  {
    what: 'a service without encryption on another computer',
    world: service({ baseUrl: 'http://sim.example' }),
    args: ['plan', 'mesh', '--service', 'test'],
    exitCode: 4,
    message:
      'A base URL with http:// is accepted only for this computer. Use https://, or enable the setting simulationService.allowInsecureHttp.',
  },
  {
    what: 'a task that does not exist',
    args: ['plan', 'none', '--service', 'test'],
    exitCode: 4,
    message: '0 simulation tasks have the label none.',
  },
  {
    what: 'a misspelt property of a task',
    world: task({ projects: 'x' }),
    args: ['plan', 'mesh', '--service', 'test'],
    exitCode: 4,
    message: 'The property “projects” is unknown.',
  },
  {
    what: 'a misspelt property of a task, for a German,',
    world: task({ projects: 'x' }),
    args: ['plan', 'mesh', '--service', 'test'],
    env: { LANG: 'de_DE.UTF-8' },
    exitCode: 4,
    message: 'Die Eigenschaft „projects“ ist unbekannt.',
  },
  {
    what: 'a variable of VS Code',
    world: task({ model: '${input:name}' }),
    args: ['plan', 'mesh', '--service', 'test'],
    exitCode: 4,
    message: 'Only VS Code knows the value of ${input:name}.',
  },
  {
    what: 'a file outside of the folder',
    world: task({ files: ['../secret'] }),
    args: ['plan', 'mesh', '--service', 'test'],
    exitCode: 4,
    message: /^“\.\.\/secret” is outside the workspace folder\./,
  },
  {
    what: 'a task for another service',
    world: task({ environment: 'prod' }),
    args: ['plan', 'mesh', '--service', 'test'],
    exitCode: 4,
    message: 'The task is for the service of another name.',
  },
  {
    what: 'no plan',
    args: ['launch', 'mesh', '--service', 'test'],
    exitCode: 4,
    message: 'Review this plan, and say its hash with --plan.',
  },
  {
    what: 'a file that has changed since the plan',
    before: ({ root }) => writeTree(root, { 'mesh.inc': 'x' }),
    exitCode: 4,
    message: 'Files, settings or the service are not those of the plan.',
  },
  {
    what: 'a protected service whose name is not said',
    world: service({ protected: true }),
    exitCode: 4,
    message: 'This service is protected. Say its name with --environment.',
  },
  {
    what: 'no credential',
    env: { SIMULATION_SERVICE_CREDENTIAL: '' },
    exitCode: 4,
    message: 'There is no credential in SIMULATION_SERVICE_CREDENTIAL.',
  },
  {
    what: 'a credential that is no token',
    env: { SIMULATION_SERVICE_CREDENTIAL: `${token} ${token}` },
    exitCode: 4,
    message: 'The credential is no token or key (whitespace).',
  },
  {
    what: 'a credential that is refused',
    before: at('listProjects', reply(401, { message: `${token} is unknown` })),
    exitCode: 4,
    message:
      /^The projects could not be listed\. 127\.0\.0\.1:\d+ responded with status 401: “\[secret\] is unknown”\./,
  },
  {
    what: 'a service that is not there',
    before: ({ emulator }) => emulator.stop(),
    exitCode: 4,
    message: /^The projects could not be listed\. 127\.0\.0\.1:\d+ refused the connection\./,
  },
  {
    what: 'a model that is refused',
    before: at('createModel', reply(422, { message: `no ${token}` })),
    exitCode: 1,
    message:
      /^The model could not be created\. 127\.0\.0\.1:\d+ responded with status 422: “no \[secret\]”\./,
  },
  {
    what: 'a file that is refused',
    before: at('uploadFile', reply(403)),
    exitCode: 1,
    message:
      /could not be uploaded\. 127\.0\.0\.1:\d+ responded with status 403\. The upload URL was rejected or has expired\./,
  },
  {
    what: 'a response that is lost',
    before: at('createSimulation', loseResponse),
    exitCode: 3,
    message:
      /It is not certain whether the simulation was created\. Before you create it again, check whether it exists on the service: project “Nightly”/,
  },
  {
    what: 'records that cannot be written',
    before: async ({ home }) => {
      const folder = path.dirname(stateOf(home));
      await rm(folder, { recursive: true, force: true });
      await mkdir(path.dirname(folder), { recursive: true });
      await writeFile(folder, '');
    },
    exitCode: 4,
    message: /^The list of launches cannot be read at the moment \(ENOTDIR\)\./,
  },
];

describe('A fault of a command', () => {
  afterEach(async () => {
    await stopWorlds();
    await removeTempTrees();
  });

  for (const { what, world: options, before, args, env, exitCode, message } of faults)
    it(`${what} ends with ${exitCode}`, async () => {
      const world = await makeWorld(options);
      const plan =
        args === undefined ? (await world.run('plan', 'mesh', '--service', 'test')).document['plan'] : '';
      await before?.(world);
      const given = args ?? ['launch', 'mesh', '--service', 'test', '--plan', String(plan)];
      const home = { ...homeVariables(world.home), SIMULATION_SERVICE_CREDENTIAL: token, ...env };
      const ended = await startCommand(given, { cwd: world.root, env: home }).ended;
      const [first] = (ended.document['messages'] ?? []) as readonly string[];
      assert.equal(ended.exitCode, exitCode, ended.output);
      if (typeof message === 'string') assert.equal(first, message);
      else assert.match(first ?? '', message);
      assert.ok(!ended.output.includes(token), ended.output);
      if (exitCode === 4)
        assert.deepEqual(world.describeService(), { projects: [], models: [], simulations: 0 });
    });

  needs('signals').it('is cancelled by Ctrl+C, and goes on', async () => {
    const world = await makeWorld();
    const { document } = await world.run('plan', 'mesh', '--service', 'test');
    const { child, ended } = world.start(
      'launch',
      'mesh',
      '--service',
      'test',
      '--plan',
      String(document['plan']),
    );
    world.emulator.setIntercept(({ operation }) => {
      if (operation !== 'uploadFile') return undefined;
      child.kill('SIGINT');
      return stall('beforeBody');
    });
    const cancelled = await ended;
    assert.equal(cancelled.exitCode, 2, cancelled.output);
    assert.match(
      String(cancelled.document['messages']),
      /^Cancelled\. Uploaded files of model mdl_\w+: 0 of 2\.$/,
    );
    world.emulator.setIntercept(undefined);
    const resumed = await world.run('resume', String(cancelled.document['launch']), '--service', 'test');
    assert.equal(resumed.exitCode, 0, resumed.output);
    assert.equal(world.emulator.simulations.length, 1);
  });
});
