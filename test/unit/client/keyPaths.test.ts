import assert from 'node:assert/strict';
import { listKeyPaths } from '../../../src/client/response/keyPaths';

const words = [
  'id',
  'model_id',
  'uploadUrls',
  'upload-urls',
  '_links',
  'x',
  'HTTPStatus',
  'sha256',
  'utf8Text',
  'uploadUrlV2Signed',
  'createdAt2024',
  'CONTENT_TYPE',
  'internationalization',
  'x_amz_id_2',
];

const others = [
  '',
  'a.inp',
  'a b',
  'ü',
  '7',
  '7up',
  'https://f.test/a?sig=x',
  'a\u202eb',
  'n'.repeat(41),
  'dGhpc2lzYXNlY3JldA',
  'x7Kq9Zp2',
  'f47ac10b-58cc-4372-a567-0e02b2c3d479',
  'd41d8cd98f00b204',
  'AKIAIOSFODNNEXAMPLE',
  'qkzjvbnmwpxrtlsd',
  'tok_12345',
  'tok-12-34-56',
  'abcdefghijklmnopqrstuvw',
];

describe('The keys of a response', () => {
  const pointersOf = (json: unknown) => listKeyPaths(json).map(({ pointer }) => pointer);

  for (const key of words) {
    it(`are shown when they are words, such as ${key}`, () => {
      assert.deepEqual(pointersOf({ [key]: [{ [key]: 1 }] }), [`/${key}`, `/${key}/0`, `/${key}/0/${key}`]);
    });
  }

  for (const key of others) {
    it(`are hidden when they may be secrets, such as ${JSON.stringify(key).slice(0, 30)}`, () => {
      assert.deepEqual(pointersOf({ data: { [key]: { url: 1 } } }), [
        '/data',
        '/data/[key]',
        '/data/[key]/url',
      ]);
    });
  }

  it('have the types of their values', () => {
    const json = { a: [{ url: 'https://f/a?sig=x', name: 'x' }, { size: 1 }], b: null, c: true };
    assert.deepEqual(listKeyPaths(json), [
      { pointer: '/a', type: 'array of 2' },
      { pointer: '/b', type: 'null' },
      { pointer: '/c', type: 'boolean', sample: 'true' },
      { pointer: '/a/0', type: 'object' },
      { pointer: '/a/0/url', type: 'URL', sample: 'https://f/…' },
      { pointer: '/a/0/name', type: 'text' },
      { pointer: '/a/0/size', type: 'number', sample: '1' },
    ]);
  });

  it('have samples of numbers, and of URLs their servers, but never a text, which may be a secret', () => {
    const sampleOf = (value: unknown) => listKeyPaths({ value })[0]?.sample;
    const shown: readonly (readonly [unknown, string])[] = [
      [-0.5, '-0.5'],
      [12345678901234567890n, '12345678901234567890'],
      [false, 'false'],
      ['https://me:canary@f.example:8443/canary?sig=canary', 'https://f.example:8443/…'],
      ['s3://bucket/canary', 's3://bucket/…'],
    ];
    for (const [value, sample] of shown) assert.equal(sampleOf(value), sample);
    const hidden = [
      null,
      {},
      [],
      'word',
      '12',
      'https://',
      ...others.filter((text) => !text.includes('://')),
    ];
    for (const value of hidden) assert.equal(sampleOf(value), undefined);
  });
});
