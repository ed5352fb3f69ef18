import assert from 'node:assert/strict';
import type { ModelFile } from '../../../src/client/core/types';
import { decodeUploadUrls } from '../../../src/client/response/decodeUploadUrls';
import { growthOf, maxGrowth } from '../../support/growth';
import { failureOf } from '../../support/rejections';
import { finishSteps } from '../../support/steps';

const context = { operation: 'createModel', host: 'api.test', status: 201 } as const;
const a = 'https://files.test/a?sig=A';
const b = 'https://files.test/b?sig=B';
const ftp = 'ftp://files.test/x';
const self = 'https://api.test/models/1';
const c = 'https://files.test/c?sig=C';
const userUrl = 'https://people.test/7?view=short';

/** Files of 101, 102 bytes and so on, unless sizes are given. */
function named(names: readonly string[], sizes: readonly number[] = []): ModelFile[] {
  return names.map((name, index) => ({ name, size: sizes[index] ?? 101 + index }));
}

function decode(json: unknown, names: readonly string[], sizes?: readonly number[]): Record<string, string> {
  const files = named(names, sizes);
  return Object.fromEntries(finishSteps(decodeUploadUrls(JSON.parse(JSON.stringify(json)), files, context)));
}

async function assertRefused(json: unknown, names: readonly string[], sizes?: readonly number[]) {
  const error = await failureOf(Promise.resolve().then(() => decode(json, names, sizes)));
  assert.deepEqual([error.kind, error.reason], ['response', 'uploadUrls']);
  assert.doesNotMatch(JSON.stringify(error), /CANARY|sig=/);
}

const forTwo: Record<string, unknown> = {
  'an array of URLs': { urls: [a, b] },
  'an array of URLs at the root': [a, b],
  'an array of objects with the names, in any order': {
    model_id: 'm',
    files: [
      { name: 'b', size: 2, upload: { method: 'PUT', url: b } },
      { name: 'a', size: 1, upload: { method: 'PUT', url: a } },
    ],
  },
  'an array of objects with the URL before the name': [
    { url: b, name: 'b' },
    { url: a, name: 'a' },
  ],
  'an object from name to URL': { data: { model: { upload_urls: { b, a } } } },
  'an object from name to objects': {
    files: { a: { url: a, expires: 'soon' }, b: { url: b, expires: 'soon' } },
  },
  'an array of objects without names': {
    files: [
      { put: a, part: 1 },
      { put: b, part: 2 },
    ],
  },
  'a container beside other links': {
    self,
    _links: { docs: self },
    files: [
      { n: 'a', u: a },
      { n: 'b', u: b },
    ],
  },
  'two containers that agree': { list: [a, b], map: { a, b } },
  'objects with links to resources of the service': [
    { name: 'b', self: `${self}/files/2`, upload_url: b, owned_by: 'https://people.test/1?x=1' },
    { name: 'a', self: `${self}/files/1`, upload_url: a, owned_by: 'https://people.test/1?x=1' },
  ],
  'objects that mark one of two links as the upload URL': [
    { name: 'b', download_url: 'https://cdn.test/b?x=1', put_url: b },
    { name: 'a', download_url: 'https://cdn.test/a?x=1', put_url: a },
  ],
  'a container beside other addresses': {
    files: [
      { name: 'a', url: a, place: 's3://bucket/a' },
      { name: 'b', url: b, place: 's3://bucket/b' },
    ],
    places: ['s3://bucket/a', 's3://bucket/b'],
  },
};

const forTwoBesideOthers: Record<string, unknown> = {
  'links for GET and for PUT': {
    upload_urls: { a: { get: 'https://cdn.test/a', put: a }, b: { get: 'https://cdn.test/b', put: b } },
  },
  'entries for GET and for PUT': {
    a: { get: { url: 'https://cdn.test/a' }, put: { url: a } },
    b: { get: { url: 'https://cdn.test/b' }, put: { url: b } },
  },
  'containers for each purpose': {
    download_urls: { a: 'https://cdn.test/a', b: 'https://cdn.test/b' },
    upload_urls: { a, b },
  },
};

const unusableForTwo: Record<string, unknown> = {
  'no URL': { model_id: 'm' },
  null: null,
  'fewer URLs': { urls: [a] },
  'more URLs': { urls: [a, b, self] },
  'a foreign name': {
    files: [
      { name: 'a', url: a },
      { name: 'c', url: b },
    ],
  },
  'a foreign name in a map': { files: { a, b, c: self } },
  'one name twice': {
    files: [
      { name: 'a', url: a },
      { name: 'a', url: b },
    ],
  },
  'one URL twice': { urls: [a, a] },
  'one URL twice in a map': { files: { a, b: a } },
  'two URLs for one file': {
    files: [
      { name: 'a', url: a, other: userUrl },
      { name: 'b', url: b },
    ],
  },
  'two names in one element': {
    files: [
      { x: 'a', y: 'b', url: a },
      { x: 'b', url: b },
    ],
  },
  'a relative URL': { urls: [a, '/b?sig=B'] },
  'a data URL': { urls: [a, 'data:,b'] },
  'a URL without a scheme': { urls: [a, '//files.test/b'] },
  'two containers that differ': { files: { a, b }, mirror: { a: b, b: a } },
  'names without URLs': { files: [{ name: 'a' }, { name: 'b' }] },
  'loose fields': { a_url: a, b_url: b },
  'only links to resources of the service': [
    { name: 'a', url: `${self}/files/1` },
    { name: 'b', url: `${self}/files/2` },
  ],
  'only links to themselves': [
    { name: 'a', self: a },
    { name: 'b', _links: { self: { href: b } } },
  ],
  'links for downloads': { download_urls: { a, b } },
  'links for deletion': { delete_urls: { a, b } },
  thumbnails: { thumbnails: { a, b } },
  'previews in a list': { previews: [a, b] },
  'pictures of the uploaded files': { uploads: { avatars: [a, b] } },
  'links for downloads in a wrapper': { downloads: { data: { files: { a, b } } } },
  'keys for downloads': ['a', 'b'].map((name) => ({ name, download_url: `https://files.test/${name}` })),
  'keys with an unknown meaning': ['a', 'b'].map((name) => ({
    name,
    avatarUrl: `https://files.test/${name}`,
  })),
  'keys for deletion': ['a', 'b'].map((name) => ({ name, deleteUrl: `https://files.test/${name}` })),
  'another method': ['a', 'b'].map((name) => ({ name, method: 'GET', url: `https://files.test/${name}` })),
  'another method in small letters': {
    a: { http_method: 'delete', url: a },
    b: { http_method: 'delete', url: b },
  },
  'links for GET only': { upload_urls: { a: { get: a }, b: { get: b } } },
  'nested links for GET only': { uploads: { a: { get: { url: a } }, b: { get: { url: b } } } },
  'a map of downloads beside one of previews': { downloads: { a }, previews: { b } },
  'names that contradict the keys of their entries': {
    upload_urls: { a: { name: 'b', url: a }, b: { name: 'a', url: b } },
  },
  'only links to users': { a: { assigned_to: a }, b: { assigned_to: b } },
};

const forOne: Record<string, unknown> = {
  'a field': { model_id: 'm', upload_url: a },
  'a string': a,
  'a list of one': { uploads: [{ method: 'PUT', href: a }] },
  'a field beside other links': { upload_url: a, _links: { self: { href: self } } },
  'a list of one beside other links': { upload_urls: [a], status: self },
  'a field beside another address': { url: a, place: 's3://bucket/a' },
  'an upload URL beside a list of another address': { upload_url: a, places: ['s3://bucket/a'] },
  'an upload URL beside a list of one link': { upload_url: a, links: [{ href: self }] },
  'an upload URL beside a link to a user': { uploadURL: a, assigned_to: userUrl, uploaded_by: userUrl },
  'a signed URL': { data: { 'pre-signed-url': a } },
  'a URL for PUT': { putUrl: a, get_url: userUrl },
  'the only link': { model_id: 1, url: a },
  'the only link, in a list': { model_id: 1, links: [{ method: 'PUT', href: a }] },
  'the entry of a file': { files: [{ size: 1, url: a }], _links: { self: { href: self } }, owner: userUrl },
  'a map from its name': { files: { a }, owner: userUrl },
  'a link with its purpose': {
    links: [
      { rel: 'self', href: self },
      { rel: 'upload', href: a },
    ],
  },
};

const unusableForOne: Record<string, unknown> = {
  'two URLs': { x: a, y: b },
  'the name of another file': { files: [{ name: 'other', url: a }] },
  'two upload URLs': { upload_url: a, uploads: [{ href: b }] },
  'the URL of an assigned user': { model_id: 'm', assigned_to: userUrl },
  'the URL of the uploading user': { uploaded_by: userUrl },
  'the URL of the approving user': { data: { signed_off_by: userUrl } },
  'the URL of the signing user alone': { signed_by: { url: userUrl } },
  'the URL of a user under uploadedAt, in camel case': { uploadedAt: userUrl, assignedTo: a },
  'the address of the model': { model_id: 'm', self: a },
  'the address of the model among links': { _links: { self: { href: a } } },
  'the address of the model, marked as such': { links: [{ rel: 'self', href: a }] },
  'the address of the model under a plain key': { model_id: 'm', url: self },
  'the address of the file at the service': { entries: [{ url: self }] },
  'a link under an unrelated key': { portal: a },
  'a link to the state of the upload': { upload: { status_url: a } },
  'a link with another one': { url: a, help: userUrl },
  'a map from the name of another file': { upload_urls: { other: a } },
  'two URLs of another scheme': { x: ftp, y: 's3://bucket/b' },
};

describe('Upload URLs', () => {
  for (const [name, json] of Object.entries(forTwo)) {
    it(`are found in ${name}`, () => assert.deepEqual(decode(json, ['a', 'b']), { a, b }));
    it(`are found in ${name}, wrapped`, () => {
      assert.deepEqual(decode({ ok: true, data: [{ more: json }] }, ['a', 'b']), { a, b });
    });
  }

  for (const [name, json] of Object.entries(forTwoBesideOthers)) {
    it(`are distinguished from other URLs in ${name}`, () =>
      assert.deepEqual(decode(json, ['a', 'b']), { a, b }));
  }

  for (const [what, paths] of Object.entries({
    'in another letter case': ['u/B.INP', 'u/A.INP'],
    'with something before them': ['u/17-b.inp', 'u/18-a.inp'],
    'with something around them': ['u/x_b_1', 'u/y_a_2'],
    'encoded twice': ['u%252Fb.inp', 'u%252Fa.inp'],
    'without their ending': ['u/b', 'u/a'],
    'as numbers from 1': ['files/2', 'files/1'],
    'as numbers from 0': ['part-1.bin', 'part-0.bin'],
    'as numbers before the end': ['files/2/content', 'files/1/content'],
  })) {
    it(`are not assigned by order when they refer to other files ${what}`, async () => {
      const upload_urls = paths.map((path) => `https://files.test/${path}?sig=x`);
      await assertRefused({ upload_urls }, ['a.inp', 'b.inp']);
      const urls = [...upload_urls].reverse();
      assert.deepEqual(Object.values(decode({ upload_urls: urls }, ['a.inp', 'b.inp'])), urls);
    });
  }

  for (const [what, paths] of Object.entries({
    'unknown words': ['u/x7', 'u/f3'],
    'a name that occurs in all': ['u/a-x7', 'u/a-f3'],
    'numbers that are no positions': ['u/17', 'u/4'],
    'a number that is the same in all': ['v2/x7', 'v2/f3'],
  })) {
    it(`are assigned by order when they contain ${what}`, () => {
      const urls = paths.map((path) => `https://files.test/${path}?sig=x`);
      assert.deepEqual(Object.values(decode({ urls }, ['b.inp', 'a.inp'])), urls);
    });
  }

  for (const place of [
    ...['files/{name}/content?sig=x', 'root:/{name}:/content', "Files('{name}')/$value", 'up;name={name}/x'],
    ...['up?{name}&sig=x', 'up?sig=x&name=%22{name}%22', 'up?file[{name}]=1', 'up?next=/store?name={name}'],
    'up?disposition=attachment%3B%20filename%3D%22{name}%22&sig=x',
    'up?meta=%7B%22name%22%3A%22{name}%22%7D&sig=x',
    ...['up?index={index}', 'up?partNumber={position}&sig=x', 'up?file=file{position}', 'up?size={size}'],
    ...['up/{position}/put', 'up/{position}/{token}', 'up?sig={token}&part={index}'],
  ]) {
    it(`are not assigned by order when ${place} refers to other files`, async () => {
      const names = ['a.txt', 'b.txt', 'c.txt'];
      const urls = names.map((name, index) => {
        const values = { name, index, position: index + 1, size: 101 + index, token: `x${index * 7}f` };
        const filled = Object.entries(values).reduce(
          (text, [key, value]) => text.replace(`{${key}}`, String(value)),
          place,
        );
        return `https://files.test/${filled}`;
      });
      assert.deepEqual(Object.values(decode({ upload_urls: urls }, names)), urls);
      const [first = '', ...others] = urls;
      await assertRefused({ upload_urls: [...others, first] }, names);
    });
  }

  it('are not assigned by order when numbers may be positions or sizes, and are neither', async () => {
    const names = ['a', 'b', 'c'];
    const upload_urls = [2, 3, 1].map((position) => `https://files.test/${position}/put?sig=x`);
    await assertRefused({ upload_urls }, names, [3, 1, 2]);
    await assertRefused({ upload_urls }, names, [1, 2, 3]);
  });

  for (const [what, json] of Object.entries({
    'identifiers of files': {
      files: [7, 8, 9].map((id, index) => ({ id, name: 'abc'[index] })),
      uploads: [8, 9, 7].map((file_id) => ({ file_id, upload_url: `https://files.test/x${file_id}?sig=x` })),
    },
    'positions of URLs': {
      files: [2, 0, 1].map((url_index, index) => ({ name: 'abc'[index], url_index })),
      upload_urls: ['x', 'y', 'z'].map((path) => `https://files.test/${path}?sig=x`),
    },
  })) {
    it(`are not assigned by parallel arrays that have ${what} in another order`, async () => {
      await assertRefused(json, ['a', 'b', 'c']);
    });
  }

  it('are assigned by names of their own beside an array in another order', () => {
    const json = {
      order: ['a', 'b'],
      files: [
        { name: 'b', url: b },
        { name: 'a', url: a },
      ],
    };
    assert.deepEqual(decode(json, ['a', 'b']), { a, b });
  });

  it('are assigned by parallel arrays whose identifiers are in the same order', () => {
    const urls = [7, 8, 9].map((id) => `https://files.test/x${id}?sig=x`);
    const json = {
      files: [7, 8, 9].map((id, index) => ({ id, name: 'abc'[index], size: 101 + index })),
      uploads: [7, 8, 9].map((file_id, index) => ({
        file_id,
        token: `t${index * 3}`,
        upload_url: urls[index],
      })),
    };
    assert.deepEqual(Object.values(decode(json, ['a', 'b', 'c'])), urls);
  });

  it('are not assigned by order when a parameter is another name without an extension', async () => {
    const upload_urls = ['b', 'a'].map((name) => `https://files.test/up?name=${name}&sig=x`);
    await assertRefused({ upload_urls }, ['a', 'b']);
  });

  it('are assigned by order when numbers in them stand for no file or for several', () => {
    const urls = ['v3/x7', 'v3/f3', 'v2/k1'].map((path) => `https://files.test/${path}?sig=x`);
    assert.deepEqual(Object.values(decode({ urls }, ['a.inp', 'b.inp', 'c.inp'])), urls);
  });

  it('are assigned by order when tokens have parts that are short names', () => {
    const urls = ['a', 'c', 'b'].map((part) => `https://files.test/up?sig=x7.${part}.f%2B${part}%3D`);
    assert.deepEqual(Object.values(decode({ urls }, ['a', 'b', 'c'])), urls);
  });

  it('are assigned by numbers that are positions, although a file is named like another position', () => {
    const urls = ['https://files.test/m/0?sig=x', 'https://files.test/m/1?sig=x'];
    assert.deepEqual(Object.values(decode({ urls }, ['1.dat', '0.dat'])), urls);
  });

  for (const [name, json] of Object.entries(unusableForTwo)) {
    it(`are rejected with ${name}`, async () => {
      await assertRefused(json, ['a', 'b']);
    });
  }

  for (const [name, json] of Object.entries(forOne)) {
    it(`are found for a single file in ${name}`, () => assert.deepEqual(decode(json, ['a']), { a }));
  }

  for (const [name, json] of Object.entries(unusableForOne)) {
    it(`are rejected for a single file with ${name}`, async () => {
      await assertRefused(json, ['a']);
    });
  }

  const [first, second, third] = ['a.inp', 'b.inp', 'c.inp'] as const;
  const inTurn = { [first]: a, [second]: b, [third]: c };
  const three = [first, second, third];

  for (const [what, json] of Object.entries({
    'numbers from 1': [
      { file: 2, upload_url: b },
      { file: 3, upload_url: c },
      { file: 1, upload_url: a },
    ],
    'numbers from 0': [
      { index: 2, url: c },
      { index: 0, url: a },
      { index: 1, url: b },
    ],
    'numbers as strings': [
      { no: '3', url: c },
      { no: '1', url: a },
      { no: '2', url: b },
    ],
    'nested numbers': [
      { file: { index: 2 }, upload: { url: b, method: 'PUT', expires: 3600 } },
      { file: { index: 1 }, upload: { url: a, method: 'PUT', expires: 3600 } },
      { file: { index: 3 }, upload: { url: c, method: 'PUT', expires: 3600 } },
    ],
    'numbers as keys': { '3': { url: c }, '1': { url: a }, '2': { url: b } },
    sizes: [
      { size: 103, url: c },
      { size: 101, url: a },
      { size: 102, url: b },
    ],
    'numbers and sizes that agree': [
      { part: 3, bytes: 103, url: c },
      { part: 1, bytes: 101, url: a },
      { part: 2, bytes: 102, url: b },
    ],
    'names as the only key': [{ [third]: c }, { [first]: { url: a } }, { [second]: b }],
    'names in an array beside them': { files: [third, first, second], urls: [c, a, b] },
    'numbers in an array beside them': { order: [3, 1, 2], urls: [c, a, b] },
    'names, beside anything else': [
      { name: third, url: c, id: 'x', part: 1 },
      { name: first, url: a, id: 'y', part: 2 },
      { name: second, url: b, id: 'z', part: 3 },
    ],
  })) {
    it(`are assigned by ${what}`, () => {
      assert.deepEqual(decode({ uploads: json }, three), inTurn);
      assert.deepEqual(decode(json, three), inTurn);
    });
  }

  for (const [what, json, sizes] of [
    ['numbers with a gap', [1, 2, 4].map((part, index) => ({ part, url: [a, b, c][index] }))],
    ['a number twice', [1, 1, 2].map((part, index) => ({ part, url: [a, b, c][index] }))],
    ['numbers that begin at two', [2, 3, 4].map((part, index) => ({ part, url: [a, b, c][index] }))],
    ['the same number everywhere', [a, b, c].map((url) => ({ part: 1, url }))],
    ['the same size everywhere', [a, b, c].map((url) => ({ size: 102, url }))],
    ['a number that is missing once', [{ part: 1, url: a }, { part: 2, url: b }, { url: c }]],
    [
      'contradictory numbers',
      [
        { file: 1, part: 2, url: a },
        { file: 2, part: 1, url: b },
        { file: 3, part: 3, url: c },
      ],
    ],
    [
      'numbers that contradict sizes',
      [
        { file: 1, size: 102, url: a },
        { file: 2, size: 101, url: b },
        { file: 3, size: 103, url: c },
      ],
    ],
    [
      'numbers that may be positions or sizes',
      [2, 1, 3].map((n, index) => ({ n, url: [a, b, c][index] })),
      [3, 2, 1],
    ],
    ['a size of two files', [5, 5, 7].map((size, index) => ({ size, url: [a, b, c][index] })), [7, 5, 5]],
    ['sizes of other files', [103, 102, 7].map((size, index) => ({ size, url: [a, b, c][index] }))],
    ['unknown strings', ['x', 'y', 'z'].map((id, index) => ({ id, url: [a, b, c][index] }))],
    ['names in another folder', three.map((name, index) => ({ name: `m/${name}`, url: [a, b, c][index] }))],
    [
      'names in another folder beside numbers',
      three.map((name, index) => ({ name: `m/${name}`, part: index + 1, url: [a, b, c][index] })),
    ],
    ['other links', [a, b, c].map((url, index) => ({ url, other: `${userUrl}&${index}` }))],
    ['keys that differ', [{ x: a }, { y: b }, { z: c }]],
    ['strings in an array beside them', { ids: ['x', 'y', 'z'], urls: [a, b, c] }],
    ['unknown keys', { x: a, y: b, z: c }],
    ['their names in another order elsewhere', { model: { files: [second, first, third] }, urls: [a, b, c] }],
    ['other names in them', ['c', 'b', 'a'].map((name) => `https://files.test/m/${name}.inp?sig=x`)],
    [
      'other names in their queries',
      ['b', 'a', 'c'].map((name) => `https://files.test/put?key=m%2F${name}.inp`),
    ],
  ] as const) {
    it(`are not assigned by order with ${what}`, async () => {
      await assertRefused({ uploads: json }, three, sizes);
      await assertRefused(json, three, sizes);
    });
  }

  it('are assigned by order where nothing could indicate another one', () => {
    const same = { method: 'PUT', expires: 3600, headers: { 'x-acl': 'private' }, retry: null };
    assert.deepEqual(
      decode(
        [a, b, c].map((url) => ({ url, ...same })),
        three,
      ),
      inTurn,
    );
    const urls = three.map((name) => `https://files.test/m/${name}?sig=x`);
    assert.deepEqual(Object.values(decode({ files: three, upload: { urls } }, three)), urls);
  });

  it('are found for names that come back in another Unicode form', () => {
    const [composed, decomposed] = ['caf\u00e9.inp', 'cafe\u0301.inp'];
    assert.deepEqual(decode({ [composed]: a, 'b.inp': b }, [decomposed, 'b.inp']), {
      [decomposed]: a,
      'b.inp': b,
    });
    const list = [
      { name: 'b.inp', url: b },
      { name: decomposed, url: a },
    ];
    assert.deepEqual(decode(list, [composed, 'b.inp']), { [composed]: a, 'b.inp': b });
    assert.deepEqual(decode({ files: [{ name: composed, url: a }] }, [decomposed]), { [decomposed]: a });
  });

  it('are not found for names that differ by their Unicode form only and come back in a third one', async () => {
    const names = ['\u1e69', '\u0073\u0323\u0307'];
    assert.deepEqual(decode({ [names[1]!]: b, [names[0]!]: a }, names), { [names[0]!]: a, [names[1]!]: b });
    await assertRefused({ '\u0073\u0307\u0323': a, [names[1]!]: b }, names);
    await assertRefused({ '\u0073\u0307\u0323': a, [names[0]!]: b }, names);
  });

  it('are found for names that are properties of every object', () => {
    const names = ['__proto__', 'constructor', 'toString', 'model_id', 'length', '0'];
    const urls = names.map((name, index) => [name, `https://files.test/${index}`] as const);
    const map = `{${urls.map(([name, url]) => `"${name}":"${url}"`).join()}}`;
    const list = JSON.stringify(urls.map(([name, url]) => ({ name, url })).reverse());
    for (const text of [map, list]) {
      assert.deepEqual(
        new Map(finishSteps(decodeUploadUrls(JSON.parse(text), named(names), context))),
        new Map(urls),
      );
    }
  });

  it('may be addresses of the service itself if their purpose is stated', () => {
    assert.deepEqual(decode({ model_id: 'm', upload_url: self }, ['a']), { a: self });
    assert.deepEqual(decode({ files: [{ name: 'a', url: self }] }, ['a']), { a: self });
    assert.deepEqual(decode({ files: [{ url: a, info: self }] }, ['a']), { a });
    const urls = [`${self}/1`, `${self}/2`];
    assert.deepEqual(Object.values(decode({ upload_urls: urls }, ['a', 'b'])), urls);
  });

  it('are not read from inherited properties', () => {
    assert.throws(() =>
      finishSteps(decodeUploadUrls({ files: {} }, named(['constructor', '__proto__']), context)),
    );
  });

  it('are found although they are invalid, so that the error can say why', () => {
    assert.deepEqual(decode({ urls: [a, ftp] }, ['a', 'b']), { a, b: ftp });
    assert.deepEqual(decode({ a: 'file:///a', b: 'https:///b' }, ['a', 'b']), {
      a: 'file:///a',
      b: 'https:///b',
    });
    assert.deepEqual(decode({ upload_url: ftp, _links: { self } }, ['a']), { a: ftp });
    assert.deepEqual(decode({ files: [{ name: 'a', url: ftp }] }, ['a']), { a: ftp });
  });

  for (const again of [
    'https://FILES.test/a',
    'https://files.test/a?',
    'https://files.test/%61',
    'https://files.test:443/a',
  ]) {
    it(`are rejected when two lead to one place: ${again}`, async () => {
      await assertRefused({ f: 'https://files.test/a', g: again }, ['f', 'g']);
    });
  }

  for (const tooMany of [
    ['https://files.test/a', 'https://files.test/b', 'https://files.test/c'],
    ['f', 'g', 'h'].map((name) => ({ name, upload_url: `https://files.test/${name}` })),
  ]) {
    it(`are rejected when one is left over: ${JSON.stringify(tooMany[0])}`, async () => {
      await assertRefused({ upload_urls: tooMany }, ['f', 'g']);
    });
  }

  it('are only those that are marked as such, not other URLs beside them', () => {
    const entry = (name: string) => ({
      name,
      upload_url: `https://files.test/${name}`,
      upload: { mirror: `https://mirror.test/${name}` },
    });
    assert.deepEqual(decode([entry('f'), entry('g')], ['f', 'g']), {
      f: 'https://files.test/f',
      g: 'https://files.test/g',
    });
  });

  it('are returned exactly as they came', () => {
    const url = "https://Files.TEST:443/a b/'ü'?sig=%2b+'{}`&x";
    assert.deepEqual(decode([url], ['f']), { f: url });
  });

  it('are found for thousands of files in many short steps', () => {
    const names = Array.from({ length: 5000 }, (_, index) => `${index}.dat`);
    const steps = decodeUploadUrls(
      names.map((name) => `https://files.test/${name}`),
      named(names),
      context,
    );
    let count = 1;
    while (steps.next().done !== true) count++;
    assert.ok(count >= 80, `${count} steps`);
  });

  it('are found for 10,000 files in linear time', () => {
    const find = (count: number): void => {
      const names = Array.from({ length: count }, (_, index) => `dir/${index}.dat`);
      const files = names
        .map((name, index) => ({ name, target: { url: `https://files.test/${index}` } }))
        .reverse();
      assert.equal(
        finishSteps(decodeUploadUrls({ data: { model: { files } } }, named(names), context)).size,
        count,
      );
    };
    assert.ok(growthOf(find, 160) < maxGrowth);
  });

  it('name only keys when they are rejected, and only keys made of words', async () => {
    const json = { model_id: 'CANARY', files: [{ name: 'CANARY', [a]: 1, 'x?sig=CANARY': 1 }] };
    const error = await failureOf(Promise.resolve().then(() => decode(json, ['a'])));
    assert.deepEqual(error.keys, ['model_id', 'files', 'files[]', 'files[].name', 'files[].[key]']);
    assert.doesNotMatch(JSON.stringify(error), /CANARY|sig=[A-Z]/);
  });
});
