import assert from 'node:assert/strict';
import { parseToolInput, ToolInputError } from '../../../src/tools/toolInput';

const shape = { name: 'text', names: 'texts', max: 'count' } as const;

describe('The input of a tool', () => {
  it('has the properties of its shape', () => {
    const input = { name: 'a', names: ['b'], max: 3 };
    assert.deepEqual(parseToolInput(input, shape), input);
    for (const empty of [undefined, null, {}]) assert.deepEqual(parseToolInput(empty, shape), {});
  });

  const wrong: readonly (readonly [unknown, string | undefined])[] = [
    ...['text', 7, true, [], ['name']].map((value) => [value, undefined] as const),
    ...[{ other: 1 }, JSON.parse('{"__proto__":1}') as object].map((value) => [value, undefined] as const),
    ...['', 7, null, {}, ['a'], 'x'.repeat(4097)].map((name) => [{ name }, 'name'] as const),
    ...[[], ['', 'a'], [7], 'a', { 0: 'a' }].map((names) => [{ names }, 'names'] as const),
    ...[0, -1, 1.5, '3', NaN, 2 ** 60].map((max) => [{ max }, 'max'] as const),
  ];
  for (const [input, property] of wrong)
    it(`is not ${JSON.stringify(input).slice(0, 40)}`, () =>
      assert.throws(
        () => parseToolInput(input, shape),
        (error) => error instanceof ToolInputError && error.property === property,
      ));

  it('has what is required', () =>
    assert.throws(
      () => parseToolInput({ max: 1 }, shape, ['name']),
      (error) => error instanceof ToolInputError && error.property === 'name',
    ));
});
