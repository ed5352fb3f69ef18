import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseExactJson } from '../../../src/client/core/exactJson';
import type { ResponsePointers } from '../../../src/client/mapping/responsePointers';
import { previewPointers } from '../../../src/client/previewPointers';
import { getValueAt } from '../../../src/client/response/jsonPointer';
import {
  listElementCandidates,
  listIdCandidates,
  listListCandidates,
  listParallelLists,
  listUrlContainers,
} from '../../../src/client/response/valueCandidates';

const folder = path.resolve('test/unit/client/shapes');
const files = [
  { name: 'deck.inp', size: 1200 },
  { name: 'mesh/part.msh', size: 52_428 },
  { name: 'loads.inc', size: 310 },
];
const about = { host: 'service.example.com', status: 201 } as const;

interface Shape {
  readonly service: string;
  readonly settings: ResponsePointers | null;
  readonly response: unknown;
}

const pointersOf = (candidates: readonly { readonly pointer: string }[]) =>
  candidates.map(({ pointer }) => pointer);

describe('The values of a response that a person chooses from', () => {
  for (const file of readdirSync(folder)) {
    const { service, settings, response } = parseExactJson(
      readFileSync(path.join(folder, file), 'utf8'),
    ) as Shape;
    if (settings === null) continue;
    it(`have every pointer that this service needs, and a preview of what they read: ${service}`, async () => {
      const { createdModelId, uploadUrls, uploadUrl, uploadUrlName } = settings;
      if (createdModelId !== undefined)
        assert.ok(pointersOf(listIdCandidates(response)).includes(createdModelId), createdModelId);
      if (uploadUrls !== undefined)
        assert.ok(pointersOf(listUrlContainers(response, files.length)).includes(uploadUrls), uploadUrls);
      const container = getValueAt(response, uploadUrls ?? '');
      if (uploadUrl !== undefined)
        assert.ok(pointersOf(listElementCandidates(container, 'url')).includes(uploadUrl), uploadUrl);
      if (uploadUrlName !== undefined) {
        const names = [
          ...listElementCandidates(container, 'name'),
          ...listParallelLists(response, files.length),
        ];
        assert.ok(pointersOf(names).includes(uploadUrlName), uploadUrlName);
      }
      const read = { ...about, operation: 'createModel', json: response, files } as const;
      const urls = await previewPointers(read, settings, 'urls');
      assert.equal(urls?.kind === 'urls' && urls.count, files.length);
      assert.equal((await previewPointers(read, settings, 'id'))?.kind, 'id');
    });
  }

  const wrapped = {
    result: {
      total: 2,
      token: 'canary',
      items: [
        { uuid: 'u-1', kind: 'wing', heading: 'Wing', 'a/b~c': 'x', owner: { uuid: 'p-1' } },
        { uuid: 'u-2', kind: 'wing', heading: 'Hull', 'a/b~c': 'y', owner: { uuid: 'p-1' } },
      ],
    },
  };

  it('are the lists of a response, each with its length and the keys of its entries', () => {
    assert.deepEqual(listListCandidates({ ...wrapped, tags: [], pages: [{ rows: [1] }] }), [
      { pointer: '/pages', isSecret: false, text: '', entries: 1, keys: ['rows'] },
      {
        pointer: '/result/items',
        isSecret: false,
        text: '',
        entries: 2,
        keys: ['uuid', 'kind', 'heading', 'a/b~c', 'owner'],
      },
      { pointer: '/tags', isSecret: false, text: '', entries: 0 },
      { pointer: '/pages/0/rows', isSecret: false, text: '', entries: 1 },
    ]);
  });

  it('are the values of elements, those first that differ, with escaped pointers', () => {
    const found = listElementCandidates(wrapped.result.items, 'id');
    assert.deepEqual(
      found.map(({ pointer, text }) => [pointer, text]),
      [
        ['/uuid', 'u-1'],
        ['/heading', 'Wing'],
        ['/a~1b~0c', 'x'],
        ['/kind', 'wing'],
        ['/owner/uuid', 'p-1'],
      ],
    );
    assert.deepEqual(pointersOf(listElementCandidates(['p1', 'p2'], 'id')), ['']);
  });

  it('never show a secret: neither upload URLs, nor what stands under its key, nor a known token', () => {
    const token = `ghp_${'a1'.repeat(12)}`;
    const response = {
      id: 'm-1',
      accessToken: 'canary',
      note: `use ${token}`,
      url: 'https://f.test/c?s=canary',
    };
    assert.deepEqual(
      listIdCandidates(response).map(({ pointer, text, isSecret }) => [pointer, text, isSecret]),
      [
        ['/id', 'm-1', false],
        ['/accessToken', '[secret]', true],
        ['/note', 'use [secret]', false],
      ],
    );
    assert.deepEqual(
      listUrlContainers(response, 1).map(({ pointer, text }) => [pointer, text]),
      [
        ['', ''],
        ['/url', 'https://f.test/…'],
      ],
    );
  });

  it('have no pointers through the keys of a map, which may be names, addresses or secrets', () => {
    const response = { files: { 'https://f.test/?sig=canary': 'x', '7f3ab29c10': 'y', name: 'z' } };
    assert.deepEqual(pointersOf(listIdCandidates(response)), ['/files/name']);
  });

  it('preview what the client would read, and nothing where it reads nothing', async () => {
    const read = { ...about, operation: 'listProjects', json: wrapped } as const;
    const preview = (pointers: ResponsePointers) => previewPointers(read, pointers);
    const pointers = { projects: '/result/items', projectId: '/uuid' };
    assert.deepEqual(await preview(pointers), { kind: 'list', count: 2, names: ['u-1', 'u-2'] });
    assert.deepEqual(await preview({ ...pointers, projectName: '/heading' }), {
      kind: 'list',
      count: 2,
      names: ['Wing', 'Hull'],
    });
    assert.equal(await preview({ ...pointers, projectId: '/missing' }), undefined);
    const simulation = { ...about, operation: 'createSimulation', json: { run: { ref: 42 } } } as const;
    assert.equal(await previewPointers(simulation, {}), undefined);
    assert.deepEqual(await previewPointers(simulation, { createdSimulationId: '/run/ref' }), {
      kind: 'id',
      id: 42,
    });
  });

  it('are few and found at once in the largest response that is kept', () => {
    const entry = (index: number) =>
      Object.fromEntries([...Array(100).keys()].map((key) => [`k${key}`, index]));
    const wide = { items: [...Array(4000).keys()].map(entry) };
    let deep: unknown = { id: 'x' };
    for (let depth = 0; depth < 30; depth++) deep = { inner: deep };
    const many = Object.fromEntries([...Array(300).keys()].map((key) => [`list${key}`, [{ id: key }]]));
    const start = performance.now();
    assert.equal(listElementCandidates(wide.items, 'id').length, 64);
    assert.equal(listIdCandidates(deep).length, 0);
    assert.equal(listListCandidates(many).length, 64);
    assert.ok(performance.now() - start < 300);
  });
});
