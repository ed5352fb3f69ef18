import assert from 'node:assert/strict';
import { decodeUploadUrls } from '../../../src/client/decodeUploadUrls';
import { failure } from './testClient';

const context = { operation: 'createModel', host: 'api.test', status: 201 } as const;
const a = 'https://files.test/a?sig=A';
const b = 'https://files.test/b?sig=B';
const ftp = 'ftp://files.test/a';
const self = 'https://api.test/models/1';

function decode(json: unknown, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(decodeUploadUrls(JSON.parse(JSON.stringify(json)), names, context));
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
  'a container beside places of another kind': {
    files: [
      { name: 'a', url: a, place: 's3://bucket/a' },
      { name: 'b', url: b, place: 's3://bucket/b' },
    ],
    places: ['s3://bucket/a', 's3://bucket/b'],
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
      { name: 'a', url: a, other: self },
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
};

const forOne: Record<string, unknown> = {
  'a field': { model_id: 'm', upload_url: a },
  'a string': a,
  'a list of one': { uploads: [{ method: 'PUT', href: a }] },
  'a field beside other links': { upload_url: a, _links: { self: { href: self } } },
  'a list of one beside other links': { upload_urls: [a], status: self },
  'a field beside a place of another kind': { url: a, place: 's3://bucket/a' },
  'an upload URL beside a list of one place of another kind': { upload_url: a, places: ['s3://bucket/a'] },
};

const unusableForOne: Record<string, unknown> = {
  'two URLs': { x: a, y: b },
  'the name of another file': { files: [{ name: 'other', url: a }] },
  'an upload URL beside a list of one link': { upload_url: a, links: [{ href: self }] },
  'an upload URL of another scheme beside a list of one link': { upload_url: ftp, links: [self] },
  'two URLs of another scheme': { x: ftp, y: 's3://bucket/b' },
};

describe('Upload URLs', () => {
  for (const [name, json] of Object.entries(forTwo)) {
    it(`are found in ${name}`, () => assert.deepEqual(decode(json, ['a', 'b']), { a, b }));
    it(`are found in ${name}, wrapped`, () => {
      assert.deepEqual(decode({ ok: true, data: [{ more: json }] }, ['a', 'b']), { a, b });
    });
  }

  for (const [name, json] of Object.entries(unusableForTwo)) {
    it(`are refused with ${name}`, async () => {
      const error = await failure(Promise.resolve().then(() => decode(json, ['a', 'b'])));
      assert.deepEqual([error.kind, error.reason], ['answer', 'uploadUrls']);
    });
  }

  for (const [name, json] of Object.entries(forOne)) {
    it(`are found for a single file in ${name}`, () => assert.deepEqual(decode(json, ['a']), { a }));
  }

  for (const [name, json] of Object.entries(unusableForOne)) {
    it(`are refused for a single file with ${name}`, async () => {
      const error = await failure(Promise.resolve().then(() => decode(json, ['a'])));
      assert.deepEqual([error.kind, error.reason], ['answer', 'uploadUrls']);
      assert.doesNotMatch(JSON.stringify(error), /CANARY|sig=/);
    });
  }

  it('are found for names that objects have by nature', () => {
    const names = ['__proto__', 'constructor', 'toString', 'model_id', 'length', '0'];
    const urls = names.map((name, index) => [name, `https://files.test/${index}`] as const);
    const map = `{${urls.map(([name, url]) => `"${name}":"${url}"`).join()}}`;
    const list = JSON.stringify(urls.map(([name, url]) => ({ name, url })).reverse());
    for (const text of [map, list]) {
      assert.deepEqual(new Map(decodeUploadUrls(JSON.parse(text), names, context)), new Map(urls));
    }
  });

  it('are not taken from what all objects have by nature', () => {
    assert.throws(() => decodeUploadUrls({ files: {} }, ['constructor', '__proto__'], context));
  });

  it('are found although nothing may be sent to them, so that this can be said', () => {
    assert.deepEqual(decode({ urls: [a, ftp] }, ['a', 'b']), { a, b: ftp });
    assert.deepEqual(decode({ a: 'file:///a', b: 'https:///b' }, ['a', 'b']), {
      a: 'file:///a',
      b: 'https:///b',
    });
    assert.deepEqual(decode({ upload_url: ftp, _links: { self } }, ['a']), { a: ftp });
    assert.deepEqual(decode({ files: [{ name: 'a', url: ftp }] }, ['a']), { a: ftp });
  });

  it('are given back exactly as they came', () => {
    const url = "https://Files.TEST:443/a b/'ü'?sig=%2b+'{}`&x";
    assert.deepEqual(decode([url], ['f']), { f: url });
  });

  it('are found for 10,000 files in time that grows with their number', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `dir/${index}.dat`);
    const files = names
      .map((name, index) => ({ name, target: { url: `https://files.test/${index}` } }))
      .reverse();
    const start = performance.now();
    assert.equal(decodeUploadUrls({ data: { model: { files } } }, names, context).size, 10_000);
    assert.ok(performance.now() - start < 2000);
  });

  it('name only keys when they are refused, and no key that looks like a URL', async () => {
    const json = { model_id: 'CANARY', files: [{ name: 'CANARY', [a]: 1, 'x?sig=CANARY': 1 }] };
    const error = await failure(Promise.resolve().then(() => decode(json, ['a'])));
    assert.deepEqual(error.keys, [
      'model_id',
      'files',
      'files[]',
      'files[].name',
      'files[].[URL]',
      'files[].x?[query]',
    ]);
    assert.doesNotMatch(JSON.stringify(error), /CANARY|sig=[A-Z]/);
  });
});
