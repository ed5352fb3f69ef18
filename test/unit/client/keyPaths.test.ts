import assert from 'node:assert/strict';
import { listKeyPaths } from '../../../src/client/response/keyPaths';

const words = [
  ...[
    'id',
    'model_id',
    'uploadUrls',
    'upload-urls',
    '_links',
    'x',
    'X',
    'HTTPStatus',
    'sha256',
    'utf8Text',
    'is_ok_at',
  ],
  ...[
    'uploadUrlV2Signed',
    'createdAt2024',
    'content_type',
    'CONTENT_TYPE',
    'internationalization',
    'x_amz_id_2',
  ],
];

const others = [
  ...[
    '',
    'a.inp',
    'mesh/a',
    'a b',
    'ü',
    '7',
    '7up',
    'https://f.test/a?sig=x',
    'x?sig=y',
    'a\u202eb',
    'n'.repeat(41),
  ],
  ...[
    'aGVsbG8gd29ybGQ',
    'dGhpc2lzYXNlY3JldA',
    'x7Kq9Zp2',
    'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    'd41d8cd98f00b204',
  ],
  ...[
    'eyJhbGciOiJIUzI1NiJ9',
    'AKIAIOSFODNNEXAMPLE',
    'qkzjvbnmwpxrtlsd',
    'tok_12345',
    'tok-12-34-56',
    'abcdefghijklmnopqrstuvw',
  ],
];

describe('The keys of a response', () => {
  for (const key of words) {
    it(`are shown when they are words, such as ${key}`, () => {
      assert.deepEqual(listKeyPaths({ [key]: [{ [key]: 1 }] }), [key, `${key}[]`, `${key}[].${key}`]);
    });
  }

  for (const key of others) {
    it(`are hidden when they may be secrets, such as ${JSON.stringify(key).slice(0, 30)}`, () => {
      assert.deepEqual(listKeyPaths({ data: { [key]: { url: 1 } } }), [
        'data',
        'data.[key]',
        'data.[key].url',
      ]);
    });
  }
});
