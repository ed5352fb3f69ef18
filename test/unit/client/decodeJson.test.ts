import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { ResponseError } from '../../../src/client/core/errors';
import { parseExactJson } from '../../../src/client/core/exactJson';
import { decodeJson } from '../../../src/client/response/decodeJson';
import { Random } from '../../simulation/random';
import { countSteps, finishSteps } from '../../support/steps';

const context = { operation: 'listProjects', host: 'api.test', status: 200 } as const;
/** A member that ends a piece. */
const long = `"${'x'.repeat(2 ** 20)}"`;
/** As long, but no member. */
const blank = ' '.repeat(2 ** 20);

/** The value as a text, or the reason of the error. Strings are cut, because they are long here. */
function outcomeOf(parse: () => unknown): string {
  try {
    return inspect(parse(), { depth: null, maxArrayLength: null, maxStringLength: 40 });
  } catch (error) {
    if (error instanceof SyntaxError) return 'notJson';
    assert.ok(error instanceof ResponseError);
    return error.reason;
  }
}

function decode(json: string | Buffer, moreValues?: number): string {
  return outcomeOf(() => finishSteps(decodeJson(Buffer.from(json), context, moreValues)));
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
    `[[]${blank},{},1]`,
    `[[${long},2],3]`,
    `[1,[${long},2]]`,
    `[[[${long},2]]]`,
    `[{"a":[${long},2],"b":1},{"a":[1,${long}]}]`,
    `{"a":${long},"b":{"c":${long},"d":"ü"},"e":[],"a":2}`,
    `{"2":${long},"b":1,"1":[${long},1],"__proto__":[${long},1],"\\u00e9\\"":[${long},1]}`,
    `{ "a" : [${long},1] , "b" : 1 }`,
    `{"a":{"__proto__":${long},"b":1}}`,
    `{"__proto__":{"__proto__":${long},"b":1,"c":${long},"d":[${long},5]}}`,
    `{"a":[${long},1],"a":[${long},7]}`,
    `{"2":[${long},1],"1":2,"2":5}`,
    `{"":[${long},1],"":{"x":${long},"y":1}}`,
    `[${'1,'.repeat(2 ** 19)}2]`,
    `[${'"\\\\",'.repeat(2 ** 18)}"\\"]"]`,
    long,
  ])
    it(`is read as a short one: ${shorten(json)}`, () =>
      assert.equal(
        decode(json),
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
    ...[`[${blank},1]`, `{"a":{${blank},"b":1}}`, `[[[${blank},1]],2]`],
  ])
    it(`is refused as a short one: ${shorten(json)}`, () => assert.equal(decode(json), 'notJson'));

  it('may be broken anywhere', () => {
    const random = new Random(1);
    const parts = ['[', ']', '{', '}', ',', ':', '"a"', '"', '\\', ' ', '1', 'null', '[]', '{}', long];
    const counts = { value: 0, notJson: 0 };
    for (let round = 0; round < 60; round++) {
      const member = () => random.pick([long, '1', '[]', `[${long},2]`, `{"b":[${long},3]}`]);
      const make = random.pick([array, object]);
      const whole = make(Array.from({ length: 5 }, () => `#${member()}`).join(',')).replaceAll('#', '');
      const places = [...whole.matchAll(/[[\]{},:]/g)].map(({ index }) => index);
      const at = random.pick(places);
      const json = `${whole.slice(0, at)}${random.pick(parts)}${whole.slice(at + random.below(2))}`;
      const expected = outcomeOf(() => parseExactJson(json));
      assert.equal(decode(json), expected, shorten(json));
      counts[expected === 'notJson' ? expected : 'value']++;
    }
    assert.ok(counts.value > 5 && counts.notJson > 5, inspect(counts));
  });

  it('is decoded as UTF-8 in each of its pieces', () => {
    /** @param text with \xff for a byte that is no UTF-8 */
    const decodeBytes = (text: string) => decode(Buffer.from(text, 'latin1'));
    const whole = outcomeOf(() => parseExactJson(`[${long},"ü"]`));
    assert.equal(decode(`\ufeff[${long},"ü"]`), whole);
    assert.equal(decodeBytes(`[${long},"\xff"]`), 'notJson');
    assert.equal(decodeBytes(`[${long},"\xc3",\xbc]`), 'notJson');
    assert.equal(decodeBytes(`[${long},1]\xff`), 'notJson');
  });

  it('is not parsed beyond the limits, which count all of its pieces', () => {
    const list = `[${long},[${'0,'.repeat(30)}${long}]]`;
    const decodeUpTo = (maxValues: number) => decode(list, maxValues - 1_000_000);
    assert.notEqual(decodeUpTo(34), 'tooLarge');
    assert.equal(decodeUpTo(33), 'tooLarge');
    const nest = (depth: number) => `[${long},${'['.repeat(depth - 1)}${long},1${']'.repeat(depth)}`;
    assert.notEqual(decode(nest(32)), 'tooDeep');
    assert.equal(decode(nest(33)), 'tooDeep');
  });

  it('is parsed piece by piece, so that a mistake in one comes before a limit that is exceeded behind it', () => {
    const tooDeep = '['.repeat(40);
    assert.equal(decode(`[x,${tooDeep}`), 'tooDeep');
    assert.equal(decode(`[x,${long},${tooDeep}`), 'notJson');
    assert.equal(decode(`{"a":[x,${long},${tooDeep}`), 'notJson');
  });

  it('is parsed in steps of about a MiB, wherever its members stand', () => {
    const members = Array(10).fill(long).join();
    for (const json of [
      `[${members}]`,
      `{"a":{"b":[${members}]}}`,
      `[[${members.replaceAll(',', '],[')}]]`,
    ]) {
      const { count } = countSteps(decodeJson(Buffer.from(json), context));
      assert.ok(count > json.length / 2 ** 21 && count < json.length / 2 ** 19, `${count} ${shorten(json)}`);
    }
  });
});

function shorten(json: string): string {
  return json
    .replaceAll(long, 'long')
    .replaceAll(blank, 'blank')
    .replace(/(.{60}).*/, '$1…');
}
