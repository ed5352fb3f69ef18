import assert from 'node:assert/strict';
import { ResponseError } from '../../../src/client/core/errors';
import { decodeCreated, decodeSimulation } from '../../../src/client/response/decodeCreated';
import { decodeList, type ListPointers } from '../../../src/client/response/decodeList';
import { decodeUploadUrls, type UploadUrlPointers } from '../../../src/client/response/decodeUploadUrls';
import { describeServiceError } from '../../../src/messages/serviceErrors';

const context = { operation: 'createModel', host: 'api.test', status: 201 } as const;

/** The decoded value, or the reason of the error and the keys with the types of their values. */
async function outcome(decode: () => unknown): Promise<unknown> {
  try {
    return await decode();
  } catch (error) {
    assert.ok(error instanceof ResponseError);
    return [error.reason, error.keys.map(({ pointer, type }) => `${pointer}: ${type}`)];
  }
}

describe('A list with pointers', () => {
  it('is said to be missing at the pointer that leads to none', async () => {
    const error = await decodeList({ out: { rows: [{ id: 1 }] } }, 'project_id', context, {
      list: '/out/row',
    }).catch((reason: unknown) => reason);
    assert.ok(error instanceof ResponseError);
    assert.match(describeServiceError(error), /The response from api\.test has no list at \/out\/row\./);
  });

  const a = { uid: 1, caption: 'A', name: 'other' };
  const b = { uid: 2, meta: { project_id: 9 } };
  const json = { mine: [a, b], shared: [{ uid: 3 }], none: [], project_id: 5 };

  const listed = (pointers: ListPointers, from: unknown = json): Promise<unknown> =>
    outcome(async () => {
      const { items, skipped } = await decodeList(from, 'project_id', context, pointers);
      return [...items.map(({ id, name, fields }) => [id, name, fields]), skipped];
    });
  const allKeys = [
    '/mine: array of 2',
    '/shared: array of 1',
    '/none: array of 0',
    '/project_id: number',
    '/mine/0: object',
    '/shared/0: object',
    '/mine/0/uid: number',
    '/mine/0/caption: text',
    '/mine/0/name: text',
    '/mine/0/meta: object',
    '/shared/0/uid: number',
    '/mine/0/meta/project_id: number',
  ];

  for (const [pointers, expected] of [
    [{ list: '/mine', id: '/uid' }, [[1, 'other', a], [2, '2', b], 0]],
    [{ list: '/mine', id: '/uid', name: '/caption' }, [[1, 'A', a], [2, '2', b], 0]],
    [{ list: '/mine', id: '/meta/project_id' }, [[9, '9', b], 1]],
    [{ id: '/meta/project_id' }, [[9, '9', b], 1]],
    [{ list: '/none', id: '/uid', name: '/caption' }, [0]],
    [{ id: '/uid' }, ['ambiguousList', allKeys]],
    [{ list: '/mine' }, ['noList', allKeys]],
    [{ list: '/mine', id: '/name' }, [['other', 'other', a], 1]],
    [{ list: '/mine', id: '/x' }, ['noList', allKeys]],
    [{ list: '/yours', id: '/uid' }, ['noList', allKeys]],
    [{ list: '/project_id', id: '/uid' }, ['noList', allKeys]],
    [{ list: '', id: '/uid' }, ['noList', allKeys]],
    [{ list: '/mine', id: '/uid', name: '/uid' }, ['noName', allKeys]],
    [{ list: '/mine', id: '/uid', name: '/title' }, ['noName', allKeys]],
  ] as const) {
    it(`${JSON.stringify(pointers)} is ${JSON.stringify(expected).slice(0, 60)}`, async () => {
      assert.deepEqual(await listed(pointers), expected);
    });
  }

  it('may contain nothing but identifiers', async () => {
    const ids = [['p1', 'p1', {}], [2, '2', {}], 1];
    assert.deepEqual(await listed({ list: '/ids', id: '' }, { ids: ['p1', 2, true] }), ids);
  });

  it('makes hidden characters of names visible', async () => {
    const project = { i: 1, n: 'a\u202eb' };
    assert.deepEqual(await listed({ id: '/i', name: '/n' }, [project]), [[1, 'a\\u{202e}b', project], 0]);
  });
});

describe('A pointer that is right for the list but wrong for its elements', () => {
  const textOf = async (json: unknown, pointers: ListPointers): Promise<string> => {
    try {
      await decodeList(json, 'project_id', { ...context, operation: 'listProjects' }, pointers);
    } catch (error) {
      assert.ok(error instanceof ResponseError);
      return describeServiceError(error);
    }
    return '';
  };
  const items = [1, 2, 3].map((uuid) => ({ uuid, data: { ref: uuid } }));
  const json = { result: { items } };

  for (const [id, place, fromElement] of [
    ['/result/items/0/uuid', '/result/items/0/uuid', '/uuid'],
    ['/result/items/2/uuid', '/result/items/0/uuid', '/uuid'],
    ['/result/items/0/uid', '/result/items/0/uid', '/uid'],
    ['/items/uuid', '/result/items/0/items/uuid', '/uuid'],
    ['/ref', '/result/items/0/ref', '/data/ref'],
  ] as const) {
    it(`${id} is explained`, async () => {
      const text =
        'The projects could not be listed. The list at /result/items has 3 entries, but no ID at ' +
        `${place}. The pointer starts at the element: ${fromElement}`;
      assert.equal(await textOf(json, { list: '/result/items', id }), text);
      if (id.startsWith('/result')) assert.equal(await textOf(json, { id }), text);
    });
  }

  it('is explained by the keys if it begins at the element', async () => {
    assert.equal(
      await textOf(json, { list: '/result/items', id: '/uid' }),
      'The projects could not be listed. The list at /result/items has 3 entries, but no ID at ' +
        '/result/items/0/uid. If the value is there, use the setting simulationService.responses (projects, ' +
        'projectId) to specify where it is. Keys in the response: /result, /result/items, /result/items/0, ' +
        '/result/items/0/uuid, /result/items/0/data, /result/items/0/data/ref.',
    );
  });

  it('is explained for names as well', async () => {
    const named = [{ id: 1, caption: 'A' }];
    for (const [pointers, list, place, has] of [
      [
        { list: '/result/items', name: '/result/items/0/caption' },
        '/result/items',
        '/result/items/0',
        '2 entries',
      ],
      [{ name: '/result/items/0/caption' }, '/result/items', '/result/items/0', '2 entries'],
      [{ name: '/0/caption' }, '""', '/0', '1 entry'],
    ] as const) {
      const body = list === '""' ? named : { result: { items: [...named, { id: 2, caption: 'B' }] } };
      assert.equal(
        await textOf(body, pointers),
        `The projects could not be listed. The list at ${list} has ${has}, but no name at ${place}/caption. ` +
          'The pointer starts at the element: /caption',
      );
    }
  });

  it('is explained for a list of one, and for one that is the whole response', async () => {
    assert.equal(
      await textOf([{ uuid: 1 }], { list: '', id: '/0/uuid' }),
      'The projects could not be listed. The list at "" has 1 entry, but no ID at /0/uuid. ' +
        'The pointer starts at the element: /uuid',
    );
  });
});

describe('A created identifier with a pointer', () => {
  const json = { project_id: 'general', data: { uid: 'exact', ids: [7], bad: '' } };
  const keys = [
    '/project_id: text',
    '/data: object',
    '/data/uid: text',
    '/data/ids: array of 1',
    '/data/bad: text',
    '/data/ids/0: number',
  ];

  for (const [pointer, id, fields] of [
    ['/data/uid', 'exact', json.data],
    ['/data/ids/0', 7, {}],
    ['/project_id', 'general', json],
  ] as const) {
    it(`${pointer} is ${id}`, () => {
      assert.deepEqual(decodeCreated(json, 'project_id', context, pointer), { id, fields });
      assert.deepEqual(decodeSimulation(json, context, pointer), { id, fields });
    });
  }

  const created = (pointer: string) => outcome(() => decodeCreated(json, 'project_id', context, pointer));
  const simulation = (response: unknown, status = 201) =>
    outcome(() => decodeSimulation(response, { ...context, status }, '/uid'));

  for (const pointer of ['/uid', '/data', '/data/bad', '/data/ids/1', '']) {
    it(`${JSON.stringify(pointer)} is an error, whatever the general rules find`, async () => {
      assert.deepEqual(await created(pointer), ['noIdentifier', keys]);
    });
  }

  it('is not found for a simulation either, which was created nevertheless', async () => {
    const fields = { simulation_id: 1, state: 'queued' };
    const response = '/simulation_id: 1\n/state: "queued"';
    assert.deepEqual(await simulation(fields), { fields, response });
    assert.deepEqual(await simulation(undefined), { fields: {}, response: '' });
  });

  it('is an error for a simulation too, if the status does not say that it was created', async () => {
    assert.deepEqual(await simulation({ simulation_id: 1 }, 200), [
      'noIdentifier',
      ['/simulation_id: number'],
    ]);
    assert.deepEqual(await simulation(undefined, 200), ['noIdentifier', []]);
  });
});

describe('Upload URLs with pointers', () => {
  const urls = ['https://f/1', 'https://f/2'];
  const names = ['a', 'b'];
  const found = (json: unknown, pointers: UploadUrlPointers, of = names): Promise<unknown> =>
    outcome(async () => {
      const files = of.map((name, index) => ({ name, size: 101 + index }));
      return [...(await decodeUploadUrls(json, files, context, pointers))];
    });
  const inOrder = [
    ['a', urls[0]],
    ['b', urls[1]],
  ];

  /** An entry for each file, in another order than the request. */
  const entries = (make: (name: string, url: string) => object) => [make('b', urls[1]!), make('a', urls[0]!)];

  for (const [what, json, pointers] of [
    [
      'an array of objects, by name',
      entries((artifact, put) => ({ artifact, put, get: `${put}/g` })),
      { name: '/artifact', url: '/put' },
    ],
    [
      'an array of objects, by a name anywhere in them',
      entries((path, put) => ({ meta: { path }, put, get: `${put}/g` })),
      { url: '/put' },
    ],
    ['an array with names and one URL each', entries((n, url) => ({ n, url })), { name: '/n' }],
    ['an object by name', { b: { put: urls[1], get: 'x://g' }, a: { put: urls[0] } }, { url: '/put' }],
    ['an array of URLs', urls, { url: '' }],
    [
      'objects with another upload URL',
      entries((name, mine) => ({ name, mine, upload_url: `${mine}/g` })),
      { url: '/mine' },
    ],
    ['an array of URLs, whatever it is called', urls, {}],
    ['an array of objects with one URL each', urls.map((url) => ({ url })), {}],
    ['an array of objects without names', urls.map((u) => ({ u })), { url: '/u' }],
    [
      'an array of objects, by number',
      entries((id, put) => ({ part: id === 'a' ? '1' : '2', put })),
      { name: '/part', url: '/put' },
    ],
  ] as const) {
    it(`are read from ${what}`, async () => {
      const decoded = await found({ data: { links: json } }, { container: '/data/links', ...pointers });
      assert.deepEqual((decoded as string[][]).sort(), inOrder);
    });
  }

  it('are read from the selected one of two containers', async () => {
    const json = { one: urls, two: ['https://g/1', 'https://g/2'] };
    assert.deepEqual(await found(json, {}), [
      'uploadUrls',
      ['/one: array of 2', '/two: array of 2', '/one/0: URL', '/two/0: URL'],
    ]);
    assert.deepEqual(await found(json, { container: '/one' }), inOrder);
  });

  it('can be a single string for a single file', async () => {
    const json = { put: urls[0], get: 'https://g/1' };
    assert.deepEqual(await found(json, { container: '/put' }, ['a']), [['a', urls[0]]]);
  });

  for (const [what, json, pointers] of [
    ['nothing', {}, {}],
    ['a string for two files', { x: urls[0] }, {}],
    ['too few', { x: [{ u: urls[0] }] }, { url: '/u' }],
    ['names elsewhere in another order', { n: ['b', 'a'], x: urls }, {}],
    ['URLs that end with other names', { x: ['https://f/b', 'https://f/2'] }, {}],
    ['a list of other names', { n: ['b', 'c'], x: urls }, { name: '/n' }],
    ['objects in which no key calls the URL one', { x: urls.map((u) => ({ u })) }, {}],
    ['sizes', { x: urls.map((u, index) => ({ u, n: 101 + index })) }, { url: '/u', name: '/n' }],
    ['a wrong pointer', { x: urls.map((u) => ({ u })) }, { url: '/v' }],
    ['no URL at the pointer', { x: urls.map(() => ({ u: 5 })) }, { url: '/u' }],
    ['a name in one of two', { x: [{ u: urls[0], n: 'b' }, { u: urls[1] }] }, { url: '/u' }],
    ['a number twice', { x: urls.map((u) => ({ u, part: 1 })) }, { url: '/u', name: '/part' }],
    ['keys of other files', { x: { c: { u: urls[0] }, d: { u: urls[1] } } }, { url: '/u' }],
    ['the wrong depth', { x: { y: urls.map((u) => ({ u })) } }, { url: '/u' }],
  ] as const) {
    it(`are an error with ${what}, whatever the general rules find`, async () => {
      assert.deepEqual(((await found(json, { container: '/x', ...pointers })) as unknown[])[0], 'uploadUrls');
    });
  }

  it('are an error without a container in which the URL is', async () => {
    assert.deepEqual(
      ((await found({ x: urls.map((u) => ({ u })) }, { url: '/u' })) as unknown[])[0],
      'uploadUrls',
    );
  });
});
