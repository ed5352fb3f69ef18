import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { decodeCreated, decodeSimulation } from '../../../src/client/response/decodeCreated';
import { decodeJson } from '../../../src/client/response/decodeJson';
import { decodeList } from '../../../src/client/response/decodeList';
import { isIdentifier } from '../../../src/client/response/identifier';
import { countPauses } from '../../support/pauses';
import { failureOf } from '../../support/rejections';

const context = { operation: 'listProjects', host: 'api.test', status: 200 } as const;

const decode = (bytes: Buffer, moreValues?: number): Promise<unknown> =>
  decodeJson(bytes, context, moreValues);

async function reasonOf(run: () => unknown): Promise<unknown> {
  return (await failureOf(Promise.resolve().then(run))).reason;
}

describe('An identifier', () => {
  for (const value of ['a', 'ä/b c', 'x'.repeat(256), 0, -1, 2 ** 53 - 1, 2n ** 64n - 1n, 'https://x']) {
    it(`can be ${String(value).slice(0, 20)}`, () => assert.ok(isIdentifier(value)));
  }
  for (const value of [
    '',
    'x'.repeat(257),
    'a\u0000',
    'a\u3164',
    '.',
    '..',
    1.5,
    2 ** 53,
    NaN,
    null,
    true,
    {},
    ['a'],
  ]) {
    it(`cannot be ${JSON.stringify(value).slice(0, 20)}`, () => assert.ok(!isIdentifier(value)));
  }
});

describe('A list', () => {
  const one = [{ project_id: 'p', name: 'P' }];
  const decoded = { items: [{ id: 'p', name: 'P', fields: one[0] }], skipped: 0 };

  for (const [name, json] of Object.entries({
    'the root': one,
    'a field': { projects: one },
    'a deep field': { data: { page: { items: one, total: 1 } } },
    'an array in an array': [one],
    'a field beside empty and other arrays': { tags: ['x'], errors: [], projects: one },
  })) {
    it(`is found at ${name}`, async () =>
      assert.deepEqual(await decodeList(json, 'project_id', context), decoded));
  }

  it('is not looked for inside its own elements', async () => {
    const project = { project_id: 1, children: [{ project_id: 2 }] };
    const { items } = await decodeList([project], 'project_id', context);
    assert.deepEqual(items, [{ id: 1, name: '1', fields: project }]);
  });

  for (const json of [[], { items: [] }, { a: [], b: { c: [] } }]) {
    it(`is empty in ${JSON.stringify(json)}`, async () => {
      assert.deepEqual(await decodeList(json, 'project_id', context), { items: [], skipped: 0 });
    });
  }

  for (const json of [null, 'x', {}, { project_id: 1 }, [1], [{ ref: 1 }], [[]], [{ project_id: null }]]) {
    it(`is not found in ${JSON.stringify(json)}`, async () => {
      assert.equal(await reasonOf(() => decodeList(json, 'project_id', context)), 'noList');
    });
  }

  it('is rejected when there are two', async () => {
    const two = { mine: one, all: one };
    assert.equal(await reasonOf(() => decodeList(two, 'project_id', context)), 'ambiguousList');
  });

  it('keeps the valid entries and counts the others', async () => {
    const invalid = [
      ...['', 2 ** 53, 'p\u202e'].map((project_id) => ({ project_id })),
      { name: 'x' },
      null,
      5,
    ];
    const { items, skipped } = await decodeList([...invalid, ...one], 'project_id', context);
    assert.deepEqual([items, skipped], [decoded.items, 6]);
  });

  for (const [field, value, name] of [
    ...['name', 'display_name', 'displayName', 'title', 'label', 'project_name', 'model_name'].map(
      (field) => [field, 'N', 'N'] as const,
    ),
    ['name', ' ', '12'],
    ['name', 5, '12'],
    ['name', 'a\u202eb', 'a\\u{202e}b'],
    ['name', 'x'.repeat(201), 'x'.repeat(199) + '…'],
    ['other', 'N', '12'],
  ] as const) {
    it(`shows ${JSON.stringify({ [field]: value })} as ${name}`, async () => {
      const { items } = await decodeList([{ project_id: 12, [field]: value }], 'project_id', context);
      assert.equal(items[0]?.name, name);
    });
  }

  it('keeps a field named __proto__ as a field', async () => {
    const json = JSON.parse('[{"project_id":1,"__proto__":{"name":"x"}}]') as unknown;
    const { items } = await decodeList(json, 'project_id', context);
    assert.deepEqual([items[0]?.name, Object.keys(items[0]!.fields)], ['1', ['project_id', '__proto__']]);
  });
});

describe('A long list', () => {
  it('is found and read while other work goes on, every thousand elements', async () => {
    const elements = Array.from({ length: 8000 }, (_, index) => ({ id: index, name: 'a' }));
    const { value, count } = await countPauses(() => decodeList({ items: elements }, 'project_id', context));
    assert.equal(value.items.length, 8000);
    assert.ok(count >= 3 * 7, `${count} pauses`);
  });
});

describe('A created identifier', () => {
  for (const [json, id] of [
    [{ project_id: 'p' }, 'p'],
    [{ data: { project_id: 3 } }, 3],
    [[{ project_id: 'p' }], 'p'],
    [{ project_id: 'p', parent: { project_id: 'q' } }, 'p'],
    [{ a: { project_id: 'p' }, b: { project_id: 'p' } }, 'p'],
    [{ operation: { project_id: 'p' } }, 'p'],
  ] as const) {
    it(`is ${id} in ${JSON.stringify(json)}`, () => {
      assert.equal(decodeCreated(json, 'project_id', context).id, id);
    });
  }

  for (const json of [
    {},
    null,
    [],
    'p',
    { ref: 'p' },
    { project_id: null },
    { project_id: {} },
    { project_id: '', data: { project_id: 'p' } },
    { a: { project_id: 'p' }, b: { project_id: 'q' } },
    { owner: { project_id: 'p' } },
  ]) {
    it(`is not found in ${JSON.stringify(json)}`, async () => {
      assert.equal(await reasonOf(() => decodeCreated(json, 'project_id', context)), 'noIdentifier');
    });
  }

  it('is not read from inherited properties', async () => {
    assert.equal(await reasonOf(() => decodeCreated({}, 'constructor', context)), 'noIdentifier');
  });
});

describe('The identifier of a created simulation', () => {
  for (const [json, id] of [
    [{ simulation_id: 's' }, 's'],
    [{ data: { simulation_id: 's' }, project: { id: 'p' } }, 's'],
    [{ id: 's', project: { id: 'p' } }, 's'],
    [{ simulation: { id: 's' } }, 's'],
    [{ data: { id: 7 } }, 7],
    [{ Result: { id: 's' } }, 's'],
    [{ job: { id: 's' } }, 's'],
    [{ owner: { id: 'o' } }, undefined],
    [{ data: { project: { id: 'p' } } }, undefined],
    [{ simulation: { id: 's' }, project: { id: 'p' } }, 's'],
    [{ project_id: 'p', model_id: 'm' }, undefined],
    [[{ id: 'x' }], undefined],
    ['s', undefined],
  ] as const) {
    it(`is ${id ?? 'unknown'} in ${JSON.stringify(json)}`, () => {
      assert.equal(decodeSimulation(json, context).id, id);
    });
  }
});

describe('The JSON of a response', () => {
  it('may begin with a byte order mark', async () => {
    assert.deepEqual(await decode(Buffer.from('\ufeff{"a":"ü"}')), { a: 'ü' });
  });

  for (const [name, bytes] of [
    ['nothing', Buffer.of()],
    ['a cut text', Buffer.from('{"a":')],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['invalid UTF-8 behind valid JSON', Buffer.from([0x5b, 0x5d, 0xff])],
    ['two byte order marks', Buffer.from('\ufeff\ufeff[]')],
    ['a byte order mark inside', Buffer.from('[\ufeff1]')],
    ['a long integer as a key', Buffer.from('{18446744073709551615:1}')],
    ['a long integer as a second key', Buffer.from('{"a":1, 18446744073709551615 :1}')],
    ['a long integer without a comma', Buffer.from('[18446744073709551615 18446744073709551615]')],
    ['an open string behind a long integer', Buffer.from('[18446744073709551615,"]')],
  ] as const) {
    it(`cannot be ${name}`, async () => assert.equal(await reasonOf(() => decode(bytes)), 'notJson'));
  }

  it('may have a million values and no more, unless more are expected', async () => {
    const list = (length: number): Buffer => Buffer.from(JSON.stringify(new Array(length).fill(0)));
    assert.equal(((await decode(list(999_998))) as unknown[]).length, 999_998);
    assert.equal(await reasonOf(() => decode(list(1_000_000))), 'tooLarge');
    assert.ok(await decode(list(1_000_000), 10));
    const empty = Buffer.from(`[${'{},'.repeat(520_000)}0]`);
    assert.equal(await reasonOf(() => decode(empty)), 'tooLarge');
  });

  it('is not judged by brackets and commas in its strings', async () => {
    const texts = ['[{,'.repeat(100_000), '\\"[[,,', '"'.repeat(40) + '['.repeat(40), '\\'];
    assert.deepEqual(await decode(Buffer.from(JSON.stringify(texts))), texts);
  });

  it('may be 32 levels deep and no deeper', async () => {
    const nested = (depth: number): Buffer => Buffer.from('['.repeat(depth) + ']'.repeat(depth));
    assert.ok(Array.isArray(await decode(nested(32))));
    assert.equal(await reasonOf(() => decode(nested(33))), 'tooDeep');
    assert.equal(await reasonOf(() => decode(nested(200_000))), 'tooDeep');
  });

  it('keeps all digits of its integers, beside texts that contain some', async () => {
    const texts = ['1844674407370955161, x', '\\', ':-1844674407370955161 ]', '"', ' 1844674407370955161'];
    const json = `{"ids":[9007199254740993 , -18446744073709551615,9007199254740991],"texts":${JSON.stringify(texts)}}`;
    const ids = [9007199254740993n, -18446744073709551615n, 9007199254740991];
    // As texts, because reports of tests cannot represent these values.
    assert.equal(inspect(await decode(Buffer.from(json))), inspect({ ids, texts }));
  });

  it('is decoded with pauses between the passes over it', async () => {
    const integers = Buffer.from(`[${Array(10).fill('18446744073709551615').join()}]`);
    const { value, count } = await countPauses(() => decode(integers));
    assert.deepEqual(new Set(value as unknown[]), new Set([18446744073709551615n]));
    // After its limits, its characters, the look for long integers, and their marks.
    assert.equal(count, 4);
  });

  it('is decoded with a pause after each thousand objects with long integers', async () => {
    const rows = Array.from({ length: 4500 }, (_, index) => ({ id: 9007199254740993n + BigInt(index) }));
    const json = Buffer.from(`[${rows.map(({ id }) => `{"id":${id}}`).join()}]`);
    const { value, count } = await countPauses(() => decode(json));
    assert.equal(inspect(value, { maxArrayLength: null }), inspect(rows, { maxArrayLength: null }));
    assert.equal(count, 4 + 4);
  });
});
