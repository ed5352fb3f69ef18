import assert from 'node:assert/strict';
import { directRoute } from '../../../src/client/http/route';
import { parseLaunchRequest } from '../../../src/request/launchRequest';
import { prepareLaunch } from '../../../src/request/prepareLaunch';
import { inOneFolder } from '../../../src/request/requestFolders';
import { AccountSecrets } from '../../../src/secrets/accountSecrets';
import { parseEnvironments } from '../../../src/session/environments';
import { joinExclude } from '../../../src/session/excludeSetting';
import { toPreparingService } from '../../../src/session/preparingService';
import { ServiceClients } from '../../../src/session/serviceClients';
import { ServiceConnection } from '../../../src/session/serviceConnection';
import { makeWorld, meshTask, stopWorlds, type World } from '../../support/commandLine';
import { keyring } from '../../support/keyring';
import { contributedSettings } from '../../support/manifest';
import { removeTempTrees } from '../../support/tempTree';

const ignore = () => undefined;
const { signal } = new AbortController();

/** The differences between the services, and between the tasks. */
const cases: readonly (readonly [service: object, task: object])[] = [
  [{}, {}],
  [{ variant: 'variant_a' }, {}],
  [{ authentication: 'basic', variant: 'variant_b' }, { files: ['wing.inp'] }],
  [
    { requestHeaders: { 'X-Tenant': 'a' } },
    { simulate: false, project: undefined, createProject: undefined },
  ],
  [{ pathPrefix: '/variant_b/v7' }, { project: 'Wing box static loads' }],
  [{ requests: { createModel: { title: '{name}', files: [{ name: '{file.name}' }] } } }, {}],
  [{ uploadHeaders: { 'X-Kind': 'mesh' } }, { files: ['*.inc'] }],
  [
    {
      requests: {
        createProject: { name: '{name}', cost: '{prompt.cost}', $prompts: { cost: { type: 'text' } } },
      },
    },
    { answers: { cost: 'k1' } },
  ],
  [{ responses: { createdModelId: '/model_id' } }, { exclude: ['*.inp', '.vscode/', '*.json'] }],
  [{ protected: true, authentication: 'apiKey', apiKeyHeader: 'X-Key' }, { environment: 'test' }],
];

/** The hash of a task in a window whose settings have the service as an environment. */
async function hashInWindow({ emulator, root }: World, service: object, task: object): Promise<string> {
  const environments = parseEnvironments({ test: { baseUrl: emulator.baseUrl, ...service } });
  const secrets = new AccountSecrets(keyring());
  const clients = new ServiceClients({
    secrets,
    signIn: () => Promise.resolve(undefined),
    createRouting: () => directRoute,
    clientOptions: { log: ignore },
  });
  const connection = new ServiceConnection(
    {
      environments,
      environment: 'test',
      baseUrl: '',
      variant: 'variant_b',
      allowInsecureHttp: false,
      authentication: { scheme: 'bearer' },
      mapping: {},
      finaliseAfterUpload: true,
    },
    { changed: { event: ignore as never, fire: ignore }, secrets, clients },
  );
  const { type: _, label: __, ...given } = { ...meshTask, ...task };
  const request = parseLaunchRequest(JSON.parse(JSON.stringify(given)));
  assert.ok(!('length' in request), JSON.stringify(request));
  const exclude = joinExclude({
    builtIn: contributedSettings['simulationService.upload.exclude']?.default,
    user: undefined,
    workspace: [],
  });
  const snapshot = connection.serviceAt(connection.address());
  const client = clients.launchClient(snapshot, { cancelled: signal });
  const prepared = await prepareLaunch(request, {
    folders: inOneFolder({ root, exclude }),
    service: toPreparingService(snapshot, client, { signal }),
    signal,
  });
  return prepared.hash;
}

describe('The plan of the command line', () => {
  afterEach(async () => {
    await stopWorlds();
    await removeTempTrees();
  });

  for (const [index, [service, task]] of cases.entries())
    it(`has the hash that a window has for task ${index + 1}`, async () => {
      const world = await makeWorld({ service, tasks: [{ ...meshTask, ...task }] });
      const { document, output } = await world.run('plan', 'mesh', '--service', 'test');
      assert.equal(document['plan'], await hashInWindow(world, service, task), output);
    });
});
