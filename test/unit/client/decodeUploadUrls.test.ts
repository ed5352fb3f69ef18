import assert from 'node:assert/strict';
import type { ModelFile } from '../../../src/client/core/types';
import { decodeUploadUrls } from '../../../src/client/response/decodeUploadUrls';
import { failureOf } from '../../support/rejections';

const context = { operation: 'createModel', host: 'api.test', status: 201 } as const;
const a = 'https://files.test/a?sig=A';
const b = 'https://files.test/b?sig=B';
const ftp = 'ftp://files.test/x';
const self = 'https://api.test/models/1';
const c = 'https://files.test/c?sig=C';
const userUrl = 'https://people.test/7?view=short';

function named(names: readonly string[]): ModelFile[] {
  return names.map((name, index) => ({ name, size: 101 + index }));
}

async function decode(json: unknown, names: readonly string[]): Promise<Record<string, string>> {
  const files = named(names);
  return Object.fromEntries(await decodeUploadUrls(JSON.parse(JSON.stringify(json)), files, context));
}

async function assertRefused(json: unknown, names: readonly string[], reason = 'uploadUrls') {
  const error = await failureOf(Promise.resolve().then(() => decode(json, names)));
  assert.deepEqual([error.kind, error.reason], ['response', reason]);
  assert.doesNotMatch(JSON.stringify(error), /CANARY|sig=/);
}

/** An entry for each of the two files. */
const both = (make: (name: string, url: string, other: { name: string; url: string }) => object) => [
  make('a', a, { name: 'b', url: b }),
  make('b', b, { name: 'a', url: a }),
];

/** The same, as the values of their names. */
const byName = (make: (url: string) => unknown) => ({ a: make(a), b: make(b) });

/** The shapes of plausible services are in a suite of their own. */
const forTwo: Record<string, unknown> = {
  'upload URLs beside other plain ones': {
    files: both((name, upload_url) => ({ name, location: `${userUrl}&of=${name}`, upload_url })),
  },
  'two containers that agree': { list: [a, b], files: { a, b } },
  'a container for each purpose': { download_urls: byName((url) => `${url}&g`), upload_urls: { a, b } },
  'objects with an unrelated link': {
    files: [{ name: 'a', url: a, avatar: userUrl }, ...both((name, url) => ({ name, url })).slice(1)],
  },
};

const unusableForTwo: Record<string, unknown> = {
  null: null,
  'numbers as keys': { '1': { url: userUrl }, '2': { url: c } },
  'more URLs': { urls: [a, b, c] },
  'a foreign name': { files: both((name, url) => ({ name: name.replace('b', 'c'), url })) },
  'one name twice': { files: both((_, url) => ({ name: 'a', url })) },
  'two URLs for one file': {
    files: [{ name: 'a', url: a, link: userUrl }, ...both((name, url) => ({ name, url })).slice(1)],
  },
  'two names in one element': {
    files: both((name, _, other) => ({ name, path: other.name, url: `https://files.test/1?sig=${name}` })),
  },
  'the name of another file only': both((name, _, other) => ({
    id: 1,
    next: other.name,
    upload_url: `https://files.test/1?sig=${name}`,
  })),
  'URLs that end with the names of other files, in a list': both((name, _, other) => ({
    name,
    upload_url: other.url,
  })),
  'the name of one file, and URLs that end with both in another order': { name: 'a', urls: [b, a] },
  'a URL without a scheme': { urls: [a, '//files.test/b'] },
  'two containers that differ': { files: { a, b }, data: { a: `${a}&2`, b } },
  'loose fields': { a_url: a, b_url: b },
  'pictures of the uploaded files': { uploads: { avatars: [a, b] } },
  'links for downloads in a wrapper': { downloads: { data: { files: { a, b } } } },
  'another method': both((name, url) => ({ name, method: 'GET', url })),
  'another method in small letters': byName((url) => ({ http_method: 'delete', url })),
  'names that contradict the keys of their entries': {
    upload_urls: { a: { name: 'b', url: a }, b: { name: 'a', url: b } },
  },
  'links to the next files, which end with their names': both((name, _, other) => ({
    upload_url: `https://files.test/1?sig=${name}`,
    next_url: other.url,
  })),
  'links to other resources, which end with the names of other files': both((name, _, other) => ({
    upload_url: `https://files.test/1?sig=${name}`,
    self: { href: other.url },
  })),
};

const forOne: Record<string, unknown> = {
  'a field': { model_id: 'm', upload_url: a },
  'a string': a,
  'a list of one': { uploads: [{ method: 'PUT', href: a }] },
  'an upload URL beside a list of another address': { upload_url: a, places: ['s3://bucket/a'] },
  'a signed URL': { data: { 'pre-signed-url': a } },
  'an entry with its name beside other links': {
    created: { files: [{ name: 'a', url: a }], portal: userUrl },
    links: [{ title: 'Help', url: userUrl }],
  },
  'an object with its name': { model_id: 'm', file: 'a', upload_url: a },
  'the entry of a file': { files: [{ size: 1, url: a }], _links: { self: { href: self } }, owner: userUrl },
  'a map from its name': { files: { a }, owner: userUrl },
};

const unusableForOne: Record<string, unknown> = {
  'the name of another file': { files: [{ name: 'other', url: a }] },
  'a name that only contains its name': { files: [{ name: 'x-a', url: a }] },
  'two upload URLs': { upload_url: a, uploads: [{ href: b }] },
  'the URL of the uploading user': { uploaded_by: userUrl },
  'the URL of the approving user': { data: { signed_off_by: userUrl } },
  'the URL of the signing user alone': { signed_by: { url: userUrl } },
  'the address of the model, marked as such': { links: [{ rel: 'self', href: a }] },
  'a link to the state of the upload': { upload: { status_url: a } },
  'a map from the name of another file': { upload_urls: { other: a } },
};

describe('Upload URLs', () => {
  for (const [name, json] of Object.entries(forTwo)) {
    it(`are found in ${name}`, async () => assert.deepEqual(await decode(json, ['a', 'b']), { a, b }));
  }

  it('are assigned by names in another folder', async () => {
    const names = ['a.inp', 'mesh/a.inp', 'mesh/b c.inp'];
    const urls = names.map((name) => `https://files.test/m-1/${encodeURI(name)}?sig=x`);
    const expected = Object.fromEntries(names.map((name, index) => [name, urls[index]]));
    assert.deepEqual(await decode({ upload_urls: [...urls].reverse() }, names), expected);
    const keys = names.map((name) => ({ key: `m-1/${name}`, url: expected[name] }));
    assert.deepEqual(await decode({ objects: keys }, names), expected);
  });

  for (const [name, json] of Object.entries({
    'links to resources of the service': both((name) => ({ name, url: `${self}/files/${name}` })),
    'such links with states of files that are there': both((name) => ({
      name,
      status: 'uploaded',
      url: `${self}/files/${name}`,
    })),
  }))
    it(`are rejected with nothing but ${name}`, () => assertRefused(json, ['a', 'b'], 'ownUploadUrls'));

  for (const [name, json] of Object.entries({
    'the address of the model under a plain key': { model_id: 'm', url: self },
    'the address of a model that is not finalised': {
      model_id: 'm',
      name: 'a',
      status: 'pending',
      url: self,
    },
    'the address of the file at the service': { entries: [{ url: self }] },
    'the address of a thing that is pending, in a list': { data: [{ id: 7, status: 'pending', url: self }] },
  }))
    it(`are rejected for a single file with ${name}`, () => assertRefused(json, ['a'], 'ownUploadUrls'));

  for (const [name, beside] of Object.entries<object>({
    'a state': { size: 9, status: 'pending' },
    'another state': { state: 'awaiting_upload' },
    'the state of the upload': { upload_status: 'not_uploaded' },
    'headers, though there are none': { headers: {} },
    headers: { requiredHeaders: { 'x-ms-blob-type': 'BlockBlob' } },
  }))
    it(`are addresses of the service in entries that await their files, by ${name}`, async () => {
      const urls = { a: `${self}/files/1`, b: `${self}/files/2` };
      const files = [
        { name: 'b', ...beside, url: urls.b },
        { name: 'a', ...beside, url: urls.a },
      ];
      assert.deepEqual(await decode({ model_id: 'm', files }, ['a', 'b']), urls);
      assert.deepEqual(await decode({ files: files.slice(1) }, ['a']), { a: urls.a });
      const map = { a: { ...beside, url: urls.a }, b: { ...beside, url: urls.b } };
      assert.deepEqual(await decode({ files: map }, ['a', 'b']), urls);
      // Another URL could be meant as well, or is the signed one.
      const withLinks = files.map((file) => ({ ...file, owner: { url: userUrl } }));
      await assertRefused({ files: withLinks }, ['a', 'b'], 'ownUploadUrls');
      const signed = files.map((file) => ({ ...file, link: file.name === 'a' ? a : b }));
      assert.deepEqual(await decode({ files: signed }, ['a', 'b']), { a, b });
      await assertRefused({ files: files.map((file) => ({ ...file, name: 'a' })) }, ['a', 'b']);
      await assertRefused({ files: files.map((file) => ({ ...file, url: urls.a })) }, ['a', 'b']);
    });

  it('are rejected with the reason where the files are to be sent as forms', async () => {
    for (const [method, fields] of [
      ['method', 'fields'],
      ['http_method', 'form_fields'],
    ] as const) {
      const form = { [method]: 'POST', [fields]: { key: 'm/1', policy: 'CANARY' } };
      const files = both((name, url) => ({ name, url, ...form }));
      await assertRefused({ files }, ['a', 'b'], 'uploadForm');
      await assertRefused({ files: files.slice(0, 1) }, ['a'], 'uploadForm');
    }
    // The link of a form beside upload URLs.
    const forms = { feedback: { url: userUrl, method: 'POST', fields: { text: '' } } };
    assert.deepEqual(await decode({ ...forms, upload_urls: { a, b } }, ['a', 'b']), { a, b });
  });

  it('are not assigned by names that only end alike', async () => {
    await assertRefused({ files: { 'x-a.inp': a, 'b.inp': b } }, ['a.inp', 'b.inp']);
    await assertRefused({ urls: ['https://f.test/b.inp', 'https://f.test/x-a.inp'] }, ['a.inp', 'b.inp']);
  });

  it('are assigned by names, although other files are named like numbers in the URLs', async () => {
    const json = { '1': 'https://files.test/0?sig=x', '0': 'https://files.test/1?sig=x' };
    assert.deepEqual(await decode({ upload_urls: json }, ['0', '1']), json);
  });

  for (const [name, json] of Object.entries(unusableForTwo)) {
    it(`are rejected with ${name}`, () => assertRefused(json, ['a', 'b']));
  }

  for (const [name, json] of Object.entries(forOne)) {
    it(`are found for a single file in ${name}`, async () =>
      assert.deepEqual(await decode(json, ['a']), { a }));
  }

  for (const [name, json] of Object.entries(unusableForOne)) {
    it(`are rejected for a single file with ${name}`, () => assertRefused(json, ['a']));
  }

  it('are found for names that come back in another Unicode form', async () => {
    const composed = 'caf\u00e9.inp';
    const decomposed = 'cafe\u0301.inp';
    const found = { [decomposed]: a, 'b.inp': b };
    assert.deepEqual(await decode({ [composed]: a, 'b.inp': b }, [decomposed, 'b.inp']), found);
    const list = Object.entries(found).map(([name, url]) => ({ name, url }));
    assert.deepEqual(await decode(list, [composed, 'b.inp']), { [composed]: a, 'b.inp': b });
    assert.deepEqual(await decode({ files: [{ name: composed, url: a }] }, [decomposed]), {
      [decomposed]: a,
    });
  });

  it('are not found for names that differ by their Unicode form only', async () => {
    const names = ['\u1e69', '\u0073\u0323\u0307'];
    await assertRefused({ [names[1]!]: b, [names[0]!]: a }, names);
  });

  it('are found for names that are properties of every object', async () => {
    const names = ['__proto__', 'constructor', 'model_id', 'length', '0'];
    const urls = names.map((name, index) => [name, `https://files.test/${index}`] as const);
    const map = `{${urls.map(([name, url]) => `"${name}":"${url}"`).join()}}`;
    const list = JSON.stringify(urls.map(([name, url]) => ({ name, url })).reverse());
    for (const text of [map, list]) {
      const found = await decodeUploadUrls(JSON.parse(text), named(names), context);
      assert.deepEqual(new Map(found), new Map(urls));
    }
  });

  it('may be addresses of the service itself if their purpose is stated', async () => {
    assert.deepEqual(await decode({ model_id: 'm', upload_url: self }, ['a']), { a: self });
    assert.deepEqual(await decode({ files: [{ url: a, link: self }] }, ['a']), { a });
  });

  it('are found for files that are named like fields of their entries', async () => {
    const names = ['owner', 'points'];
    const urls = Object.fromEntries(names.map((name) => [name, `https://files.test/${name}?sig=x`]));
    const list = names.map((name) => ({ name, owner: 'me', points: 5, url: urls[name] }));
    assert.deepEqual(await decode({ files: list }, names), urls);
  });

  it('are not read from inherited properties', async () => {
    await assert.rejects(decode({ files: {} }, ['constructor', '__proto__']));
  });

  it('are found although they are invalid, so that the error can say why', async () => {
    assert.deepEqual(await decode({ files: { a, b: ftp } }, ['a', 'b']), { a, b: ftp });
    const invalid = { a: 'file:///a', b: 'https:///b' };
    assert.deepEqual(await decode(invalid, ['a', 'b']), invalid);
    assert.deepEqual(await decode({ upload_url: ftp, _links: { self } }, ['a']), { a: ftp });
    assert.deepEqual(await decode({ files: [{ name: 'a', url: ftp }] }, ['a']), { a: ftp });
  });

  for (const again of ['https://FILES.test/a', 'https://files.test/a?', 'https://files.test:443/a']) {
    it(`are rejected when two lead to one place: ${again}`, async () => {
      await assertRefused({ f: 'https://files.test/a', g: again }, ['f', 'g']);
    });
  }

  it('are returned exactly as they came', async () => {
    const url = "https://Files.TEST:443/a b/'ü'?sig=%2b+'{}`&x";
    assert.deepEqual(await decode({ upload_urls: [url] }, ['f']), { f: url });
  });
});

describe('Names that a service percent-encodes', () => {
  const names = ['My wing.inp', 'sub one/Größe 5%.inc', 'sub one/wing.inp'];
  const urls = names.map((_, index) => `https://files.test/${index}?sig=${index}`);
  const right = Object.fromEntries(names.map((name, index) => [name, urls[index]]));
  const encoders: Readonly<Record<string, (name: string) => string>> = {
    'as one segment': encodeURIComponent,
    'each segment': (name) => name.split('/').map(encodeURIComponent).join('/'),
    'with small digits': (name) => encodeURIComponent(name).replace(/%../g, (escape) => escape.toLowerCase()),
    'behind the identifier of the model': (name) => encodeURIComponent(`models/7/${name}`),
  };
  for (const [how, encode] of Object.entries(encoders)) {
    it(`are those of the files, encoded ${how}`, async () => {
      const entries = names.map((name, index) => ({ name: encode(name), url: urls[index] })).reverse();
      assert.deepEqual(await decode({ files: entries }, names), right);
      const map = Object.fromEntries(entries.map(({ name, url }) => [name, url]));
      assert.deepEqual(await decode({ upload_urls: map }, names), right);
    });
  }

  it('are not decoded where a file has the name as it is', async () => {
    const files = [
      { name: 'a%20b', url: a },
      { name: 'a b', url: b },
      { name: 'c%2Fa b', url: c },
    ];
    const expected = { 'a%20b': a, 'a b': b, 'c%2Fa b': c };
    assert.deepEqual(await decode({ files }, ['a%20b', 'a b', 'c%2Fa b']), expected);
  });

  it('are refused where two files could be meant', async () => {
    const files = [
      { name: 'a%2520b', url: a },
      { name: 'a%20b', url: b },
    ];
    await assertRefused({ files }, ['a%20b', 'a b']);
  });

  it('are refused where characters were changed for others', async () => {
    const files = [
      { name: 'My+wing.inp', url: a },
      { name: 'b', url: b },
    ];
    await assertRefused({ files }, ['My wing.inp', 'b']);
  });
});
