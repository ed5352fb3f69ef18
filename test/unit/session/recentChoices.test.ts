import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { defaultMapping } from '../../../src/client/mapping/serviceMapping';
import { accountNameOf } from '../../../src/secrets/accountName';
import { RecentChoices } from '../../../src/session/recentChoices';
import type { ConnectedService } from '../../../src/session/service';

function serviceAt(origin: string, secret?: string, scheme: 'basic' | 'bearer' = 'basic'): ConnectedService {
  return {
    baseUrl: new URL(origin),
    variant: 'variant_b',
    environment: '',
    mapping: defaultMapping,
    account: accountNameOf({ scheme: secret === undefined ? 'none' : scheme }, secret),
  } as ConnectedService;
}

const service = serviceAt('http://one.example');
const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 7, 8n].map((id) => ({ id, name: `Project ${id}` }));

/** The choices of a window, and those of the next one. */
function open() {
  const values = new Map<string, string>();
  const storage = {
    // As VS Code keeps it: as JSON.
    get: (key: string): unknown => JSON.parse(values.get(key) ?? 'null'),
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, JSON.stringify(value))),
  } as unknown as vscode.Memento;
  let changes = 0;
  const changed = { event: () => ({ dispose: () => undefined }), fire: () => (changes += 1) };
  const reopen = () => new RecentChoices(storage, changed);
  return { choices: reopen(), reopen, countChanges: () => changes };
}

function idsOf(choices: RecentChoices, at = service) {
  const { pinned, used, others } = choices.rank('project', at, items);
  return [pinned, used, others].map((entries) => entries.map(({ id }) => id));
}

describe('The order in which entries are offered', () => {
  const all = items.map(({ id }) => id);

  it('is that of the list until one is used, and without a service', async () => {
    const { choices } = open();
    assert.deepEqual(idsOf(choices), [[], [], all]);
    await choices.remember('project', service, 'c');
    assert.deepEqual(choices.rank('project', undefined, items), { pinned: [], used: [], others: items });
  });

  it('begins with those that were used last, five of them, the last one first', async () => {
    const { choices, reopen, countChanges } = open();
    for (const id of ['a', 'b', 7, 8n, 'c', 'd', 8n]) await choices.remember('project', service, id);
    assert.deepEqual(idsOf(reopen()), [[], [8n, 'd', 'c', 7, 'b'], ['a', 'e', 'f', 'g']]);
    assert.equal(reopen().last('project', service), 8n);
    assert.equal(countChanges(), 7);
    await choices.remember('project', service, 8n);
    await choices.rememberNewProject(service, 'New');
    assert.equal(countChanges(), 7);
  });

  it('has those that are pinned above them, once, in the order in which they were pinned', async () => {
    const { choices, reopen, countChanges } = open();
    await choices.remember('project', service, 'c');
    await choices.remember('project', service, 'd');
    for (const id of ['g', 'c', 8n, 'g']) await choices.setPinned('project', service, id, true);
    assert.deepEqual(idsOf(reopen()), [['c', 8n, 'g'], ['d'], ['a', 'b', 'e', 'f', 7]]);
    await choices.setPinned('project', service, 'c', false);
    assert.deepEqual(idsOf(reopen()), [
      [8n, 'g'],
      ['d', 'c'],
      ['a', 'b', 'e', 'f', 7],
    ]);
    assert.equal(countChanges(), 7);
  });

  it('passes over entries that are no longer in the list', async () => {
    const { choices } = open();
    await choices.remember('project', service, 'gone');
    await choices.setPinned('project', service, 'gone too', true);
    assert.deepEqual(idsOf(choices), [[], [], all]);
  });

  it('is another one for models, for another service and for another account', async () => {
    const { choices } = open();
    const first = serviceAt('http://one.example', 'ann:secret');
    const second = serviceAt('http://one.example', 'ben:secret');
    await choices.setPinned('model', service, 'a', true);
    await choices.setPinned('project', serviceAt('http://two.example'), 'a', true);
    await choices.setPinned('project', first, 'b', true);
    assert.deepEqual(idsOf(choices), [[], [], all]);
    assert.deepEqual(idsOf(choices, second)[0], []);
    await choices.remember('project', second, 'c');
    assert.deepEqual(idsOf(choices, first)[0], ['b']);
    await choices.remember('project', service, 'd');
    assert.deepEqual(choices.rank('model', service, items).pinned, [items[0]]);
  });

  it('stays with a new token, which may be of the same account, but Enter selects nothing then', async () => {
    const { choices } = open();
    const [before, now] = ['token-1', 'token-2'].map((token) =>
      serviceAt('http://one.example', token, 'bearer'),
    ) as [ConnectedService, ConnectedService];
    await choices.setPinned('project', before, 'b', true);
    await choices.remember('project', before, 'a');
    assert.deepEqual(idsOf(choices, now).slice(0, 2), [['b'], ['a']]);
    assert.deepEqual([choices.last('project', before), choices.last('project', now)], ['a', undefined]);
    assert.equal(choices.isLastProject({ id: 'a', name: 'A' }, now), false);
    await choices.rememberNewProject(before, 'New');
    const created = { id: 'n', name: 'New' };
    assert.deepEqual(
      [before, now].map((at) => choices.isLastProject(created, at)),
      [true, false],
    );
    await choices.remember('project', now, 'c');
    assert.deepEqual(idsOf(choices, now).slice(0, 2), [['b'], ['c', 'a']]);
  });

  it('does not take the project used before for one that was just created', async () => {
    const { choices } = open();
    await choices.setPinned('project', service, 'b', true);
    await choices.remember('project', service, 'a');
    await choices.rememberNewProject(service, 'Project c');
    const last = items.filter((item) => choices.isLastProject(item, service));
    assert.deepEqual([last.map(({ id }) => id), choices.last('project', service)], [['c'], undefined]);
    assert.deepEqual(idsOf(choices).slice(0, 2), [['b'], ['a']]);
    await choices.remember('project', service, 'c');
    assert.deepEqual(idsOf(choices).slice(0, 2), [['b'], ['c', 'a']]);
  });

  it('keeps what is pinned, however many services were used since', async () => {
    const { choices } = open();
    await choices.setPinned('project', service, 'b', true);
    const other = serviceAt('http://other.example');
    await choices.remember('project', other, 'a');
    for (let port = 1; port <= 41; port++)
      await choices.remember('project', serviceAt(`http://127.0.0.1:${port}`), 'x');
    assert.deepEqual(idsOf(choices)[0], ['b']);
    assert.equal(choices.last('project', other), undefined);
  });
});
