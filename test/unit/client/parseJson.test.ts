import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { parseExactJson } from '../../../src/client/core/exactJson';
import { parseJsonInSteps } from '../../../src/client/core/parseJson';
import { Random } from '../../simulation/random';
import { countSteps, finishSteps } from '../../support/steps';

class LimitError extends Error {}

const createError = (reason: string) => new LimitError(reason);
const limits = { maxValues: 1_000_000, maxDepth: 32, createError };
/** A member that ends a piece. */
const long = `"${'x'.repeat(2 ** 20)}"`;

/** The value as a text, or the class of the error. Strings are cut, because they are long here. */
function outcomeOf(parse: () => unknown): string {
  try {
    return inspect(parse(), { depth: null, maxArrayLength: null, maxStringLength: 40 });
  } catch (error) {
    return (error as Error).constructor.name;
  }
}

function parseInPieces(json: string): string {
  return outcomeOf(() => finishSteps(parseJsonInSteps(Buffer.from(json), limits)));
}

/** The members that are valid in an array, and the same in an object. */
const array = (members: string) => `[${members}]`;
const object = (members: string) => `{${members.replaceAll('#', '"k":')}}`;

describe('A long JSON text', () => {
  for (const json of [
    `[${long}]`,
    `[${long},1]`,
    `[ ${long} , 1 , {"a":[]} ] `,
    `\t[${long},${long},[${long},18446744073709551615]]\r\n`,
    `[[${long},2],3]`,
    `[1,[${long},2]]`,
    `[[[${long},2]]]`,
    `[{"a":[${long},2],"b":1},{"a":[1,${long}]}]`,
    `{"a":${long},"b":{"c":${long},"d":"ü"},"e":[],"a":2}`,
    `{"2":${long},"b":1,"1":[${long},1],"__proto__":[${long},1],"\\u00e9\\"":[${long},1]}`,
    `{ "a" : [${long},1] , "b" : 1 }`,
    `{"a":{"__proto__":${long},"b":1}}`,
    `[${'1,'.repeat(2 ** 19)}2]`,
    `[${'"\\\\",'.repeat(2 ** 18)}"\\"]"]`,
    long,
  ])
    it(`is read as a short one: ${shorten(json)}`, () =>
      assert.equal(
        parseInPieces(json),
        outcomeOf(() => parseExactJson(json)),
      ));

  for (const json of [
    ...[`[${long},]`, `[${long},,1]`, `[,${long}]`, `[${long},1`, `[${long},1}`, `[${long} 1,1]`],
    ...[`[${long},1]]`, `1 [${long},1]`, `\u00a0[${long},1]`, `[1 [${long},1]]`, `[1,,[${long},1]]`],
    ...[`[,[${long},1]]`, `[[${long},1],]`, `[[${long},1] [],1]`, `[[${long},1] [${long},1]]`],
    ...[`[[${long},1},1]`, `["a":[${long},1]]`, `{"a":[${long},1],}`, `{"a":[${long},1]`],
    ...[`{"a":1[${long},1]}`, `{"a"[${long},1]}`, `{:[${long},1]}`, `{[${long},1]}`, `{"a":"b":[${long},1]}`],
    ...[`{"a":[${long},1]"b":1}`, `{"a":${long},"b"}`, `{"a":${long},]`, `[${long},{]`, `][${long},1]`],
    ...[`\ufeff\ufeff[${long},1]`, `[${long},\ufeff1]`],
  ])
    it(`is refused as a short one: ${shorten(json)}`, () => assert.equal(parseInPieces(json), 'SyntaxError'));

  it('may be broken anywhere', () => {
    const random = new Random(1);
    const parts = ['[', ']', '{', '}', ',', ':', '"a"', '"', '\\', ' ', '1', 'null', '[]', '{}', long];
    const counts = { value: 0, SyntaxError: 0 };
    for (let round = 0; round < 60; round++) {
      const member = () => random.pick([long, '1', '[]', `[${long},2]`, `{"b":[${long},3]}`]);
      const make = random.pick([array, object]);
      const whole = make(Array.from({ length: 5 }, () => `#${member()}`).join(',')).replaceAll('#', '');
      const places = [...whole.matchAll(/[[\]{},:]/g)].map(({ index }) => index);
      const at = random.pick(places);
      const json = `${whole.slice(0, at)}${random.pick(parts)}${whole.slice(at + random.below(2))}`;
      const expected = outcomeOf(() => parseExactJson(json));
      assert.equal(parseInPieces(json), expected, shorten(json));
      counts[expected === 'SyntaxError' ? expected : 'value']++;
    }
    assert.ok(counts.value > 5 && counts.SyntaxError > 5, inspect(counts));
  });

  it('is decoded as UTF-8 in each of its pieces', () => {
    /** @param text with \xff for a byte that is no UTF-8 */
    const parse = (text: string) => {
      const bytes = Buffer.from(text, 'latin1');
      return outcomeOf(() => finishSteps(parseJsonInSteps(bytes, limits)));
    };
    const whole = outcomeOf(() => parseExactJson(`[${long},"ü"]`));
    assert.equal(parseInPieces(`\ufeff[${long},"ü"]`), whole);
    assert.equal(parse(`[${long},"\xff"]`), 'TypeError');
    assert.equal(parse(`[${long},"\xc3",\xbc]`), 'TypeError');
    assert.equal(parse(`[${long},1]\xff`), 'TypeError');
  });

  it('is not parsed beyond the limits, which count all of its pieces', () => {
    const list = Buffer.from(`[${long},[${'0,'.repeat(30)}${long}]]`);
    const parse = (maxValues: number, maxDepth: number) =>
      outcomeOf(() => finishSteps(parseJsonInSteps(list, { maxValues, maxDepth, createError })));
    assert.notEqual(parse(34, 2), LimitError.name);
    assert.equal(parse(33, 2), LimitError.name);
    assert.equal(parse(34, 1), LimitError.name);
  });

  it('is parsed piece by piece, so that a mistake in one comes before a limit that is exceeded behind it', () => {
    const tooDeep = '['.repeat(40);
    assert.equal(parseInPieces(`[x,${tooDeep}`), LimitError.name);
    assert.equal(parseInPieces(`[x,${long},${tooDeep}`), 'SyntaxError');
    assert.equal(parseInPieces(`{"a":[x,${long},${tooDeep}`), 'SyntaxError');
  });

  it('is parsed in steps of about a MiB, wherever its members stand', () => {
    const members = Array(10).fill(long).join();
    for (const json of [
      `[${members}]`,
      `{"a":{"b":[${members}]}}`,
      `[[${members.replaceAll(',', '],[')}]]`,
    ]) {
      const { count } = countSteps(parseJsonInSteps(Buffer.from(json), limits));
      assert.ok(count > json.length / 2 ** 21 && count < json.length / 2 ** 19, `${count} ${shorten(json)}`);
    }
  });
});

function shorten(json: string): string {
  return json.replaceAll(long, 'long').replace(/(.{60}).*/, '$1…');
}
