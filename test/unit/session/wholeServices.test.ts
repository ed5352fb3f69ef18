import assert from 'node:assert/strict';
import { directRoute } from '../../../src/client/http/route';
import { defaultMapping } from '../../../src/client/mapping/serviceMapping';
import { ServiceChangedError } from '../../../src/launch/errors';
import type { ServiceRef } from '../../../src/launch/journalEntry';
import { AccountSecrets } from '../../../src/secrets/accountSecrets';
import { parseEnvironments } from '../../../src/session/environments';
import { isPossiblySameService, toServiceRef } from '../../../src/session/service';
import { ServiceClients } from '../../../src/session/serviceClients';
import { ServiceConnection } from '../../../src/session/serviceConnection';
import { keyring } from '../../support/keyring';

const ignore = () => undefined;
const baseUrl = 'https://sim.example/api';
const address = { baseUrl: new URL(baseUrl), variant: 'variant_b' } as const;
const meshes = {
  baseUrl,
  requests: { createModel: { title: '{name}' } },
  responses: { createdModelId: '/id' },
};
const solids = { baseUrl, requests: { createModel: { label: '{name}' } }, finaliseAfterUpload: false };

/** A window whose settings can be edited. */
function openWindow(given: Readonly<Record<string, unknown>>, environment = '', plain = {}) {
  let entries = given;
  const settings = {
    baseUrl,
    variant: 'variant_b' as const,
    allowInsecureHttp: false,
    mapping: plain,
    finaliseAfterUpload: true,
    // Each read is a new value, as in VS Code.
    get environments() {
      return parseEnvironments(entries);
    },
    environment,
    authentication: { scheme: 'none' as const },
  };
  const clients = new ServiceClients({
    secrets: new AccountSecrets(keyring()),
    signIn: () => assert.fail('asked'),
    createRouting: () => directRoute,
    clientOptions: { log: ignore },
  });
  const changed = { event: () => ({ dispose: ignore }), fire: ignore };
  const connection = new ServiceConnection(settings, {
    secrets: new AccountSecrets(keyring()),
    changed,
    clients,
  });
  const edit = (next: Readonly<Record<string, unknown>>) => {
    entries = next;
    connection.settingsChanged();
  };
  return { connection, edit };
}

function bodyOf({ mapping }: { readonly mapping: typeof defaultMapping }): unknown {
  return mapping.templates.createModel?.body;
}

describe('An environment that describes its service', () => {
  it('is a whole one: the plain settings for requests and responses do not hold there', () => {
    const plain = {
      pathPrefix: '/plain',
      requestHeaders: { 'X-Plain': '1' },
      responses: { modelName: '/n' },
    };
    const { connection } = openWindow({ meshes }, 'meshes', plain);
    const { environment, mapping, finaliseAfterUpload } = connection.serviceAt(connection.address());
    assert.deepEqual(
      { environment, mapping, finaliseAfterUpload },
      {
        environment: 'meshes',
        mapping: {
          ...defaultMapping,
          templates: { createModel: { body: { title: '{name}' }, prompts: [] } },
          responses: { createdModelId: '/id' },
          environment: 'meshes',
        },
        finaliseAfterUpload: true,
      },
    );
  });

  it('takes the plain settings where it says nothing of requests and responses', () => {
    const { connection } = openWindow({ old: { baseUrl } }, 'old', { responses: { modelName: '/n' } });
    assert.deepEqual(connection.serviceAt(connection.address()).mapping.responses, { modelName: '/n' });
  });

  it('is another service than one with other bodies at the same address', () => {
    const { connection } = openWindow({ meshes, solids }, 'solids');
    const [first, second] = ['meshes', 'solids'].map((environment) =>
      connection.serviceAt({ ...address, environment }),
    );
    assert.ok(first && second);
    assert.deepEqual(
      [first, second].map((service) => [service.environment, bodyOf(service), service.finaliseAfterUpload]),
      [
        ['meshes', { title: '{name}' }, true],
        ['solids', { label: '{name}' }, false],
      ],
    );
    assert.notEqual(first.key, second.key);
    // What is created is in one place all the same.
    assert.equal(first.place, second.place);
    const client = connection.clients.createClient(second);
    const here = { ...second, client, account: undefined };
    assert.equal(isPossiblySameService(toServiceRef(first, undefined), here), false);
    assert.equal(isPossiblySameService(toServiceRef(second, undefined), here), true);
  });
});

describe('A launch', () => {
  const begin = (given: Readonly<Record<string, unknown>>, name: string) => {
    const { connection, edit } = openWindow(given, name);
    const ref = toServiceRef(connection.serviceAt(connection.address()), undefined);
    const now = () => connection.serviceOf(ref);
    return { ref, edit, now };
  };

  it('goes on with the description that it was made with while another one is selected', () => {
    const { ref } = begin({ meshes, solids }, 'meshes');
    const { connection } = openWindow({ solids, meshes }, 'solids');
    assert.deepEqual(bodyOf(connection.serviceOf(ref)), { title: '{name}' });
  });

  it('goes on with it when that has another name, or its name belongs to another one', () => {
    const { edit, now } = begin({ meshes, solids }, 'meshes');
    edit({ solids, shells: meshes });
    assert.deepEqual([now().environment, bodyOf(now())], ['shells', { title: '{name}' }]);
    edit({ meshes: solids, solids: meshes });
    assert.deepEqual([now().environment, bodyOf(now())], ['solids', { title: '{name}' }]);
  });

  it('goes on with the one of its name when the description is gone', () => {
    const { edit, now } = begin({ meshes, solids }, 'meshes');
    edit({ solids, meshes: { ...meshes, requests: { createModel: { heading: '{name}' } } } });
    assert.deepEqual([now().environment, bodyOf(now())], ['meshes', { heading: '{name}' }]);
  });

  it('of the plain settings keeps these beside an environment at the same address', () => {
    const { ref } = begin({}, '');
    const { connection } = openWindow({ meshes }, 'meshes');
    assert.deepEqual([ref.environment, bodyOf(connection.serviceOf(ref))], ['', undefined]);
  });

  it('without a name, from before, takes the environment of its address', () => {
    const { ref } = begin({ meshes }, 'meshes');
    const { environment: _, descriptionFingerprint: __, ...old } = ref;
    const { connection } = openWindow({ solids }, 'solids');
    assert.equal(connection.serviceOf(old satisfies ServiceRef).environment, 'solids');
  });

  it('is not sent with other headers or another prefix than it began with', () => {
    const { edit, now } = begin({ meshes }, 'meshes');
    edit({ meshes: { ...meshes, pathPrefix: '/v9' } });
    assert.throws(now, ServiceChangedError);
  });

  it('is not kept from its service by another entry that is invalid', () => {
    const { edit, now } = begin({ meshes, solids }, 'meshes');
    edit({ broken: { baseUrl, requests: { createModel: 5 } }, shells: meshes });
    assert.equal(now().environment, 'shells');
  });
});

describe('The description in an environment', () => {
  it('names the field that is invalid', () => {
    const invalidField = (entry: object) =>
      parseEnvironments({ one: { baseUrl, ...entry } }).map(
        (one) => 'invalidField' in one && one.invalidField,
      );
    assert.deepEqual(invalidField({ requests: [] }), ['requests']);
    assert.deepEqual(invalidField({ requests: { createJob: {} } }), ['requests.createJob']);
    assert.deepEqual(invalidField({ finaliseAfterUpload: 'no' }), ['finaliseAfterUpload']);
    assert.deepEqual(invalidField({ request: {} }), ['request']);
    assert.deepEqual(invalidField(meshes), [false]);
  });

  it('is named with the environment when a setting in it cannot be used', () => {
    const { connection } = openWindow({ one: { baseUrl, responses: { modelName: 'name' } } }, 'one');
    assert.throws(() => connection.serviceAt(connection.address()), {
      name: 'MappingError',
      setting: 'responses',
      reason: 'pointer',
      entry: 'modelName',
      environment: 'one',
    });
  });
});
