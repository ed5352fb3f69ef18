import assert from 'node:assert/strict';
import { keepResponse, readKeptResponse } from '../../../src/client/response/keptResponse';

const keep = (json: unknown, hide = (text: string) => text) => keepResponse(json, hide).split('\n');

describe('What is kept of a response without an identifier', () => {
  it('is each value with its place', () => {
    const json = {
      state: 'queued',
      run: { ref: 'sim-42', number: 12345678901234567890n, at: null },
      steps: [{ no: 1 }],
    };
    assert.deepEqual(keep(json), [
      '/state: "queued"',
      '/run/ref: "sim-42"',
      '/run/number: 12345678901234567890',
      '/run/at: null',
      '/steps/0/no: 1',
    ]);
    assert.deepEqual(keep('sim-42'), [': "sim-42"']);
  });

  it('is without secrets, paths of URLs and long texts', () => {
    const json = {
      access_token: 'canary',
      apiKey: { value: 'canary' },
      accesstoken: 'canary',
      results: 'https://files.example/canary?sig=canary',
      note: 'canary'.repeat(20),
      'canary-7Kq9Zp2x': 1,
      word: 'of the account',
    };
    const lines = keep(json, (text) => text.replace('of the account', '[secret]'));
    assert.deepEqual(lines, [
      '/access_token: [secret]',
      '/accesstoken: [secret]',
      '/results: https://files.example/…',
      '/note: …',
      '/[key]: 1',
      '/word: "[secret]"',
      '/apiKey/value: [secret]',
    ]);
  });

  it('is limited', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [`k${index % 7}_${index}`, index]),
    );
    assert.equal(keep(wide).length, 40);
    assert.equal(keep([wide, wide]).length, 40);
    const list = Array.from({ length: 100_000 }, (_, a) => ({ a }));
    assert.deepEqual(keep({ list, b: 1 }), ['/b: 1', '/list/0/a: 0', '/list/1/a: 1', '/list/2/a: 2']);
  });

  it('is read again without what was left out', () => {
    const json = {
      run: { ref: 'sim-42', number: 12345678901234567890n, ok: true },
      steps: [{ no: 1 }],
      access_token: 'canary',
      note: 'canary'.repeat(20),
      'canary-7Kq9Zp2x': 1,
      word: 'of the account',
    };
    const kept = keepResponse(json, (text) => text.replace('of the account', '[secret]'));
    assert.deepEqual(readKeptResponse(kept), {
      run: { ref: 'sim-42', number: 12345678901234567890n, ok: true },
      steps: { 0: { no: 1 } },
    });
    assert.deepEqual(readKeptResponse('no line\n/a: 1\n/a/b: 2\n/__proto__/x: 3'), {
      a: 1,
      ['__proto__']: { x: 3 },
    });
    assert.equal('x' in {}, false);
  });
});
