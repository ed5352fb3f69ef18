import assert from 'node:assert/strict';
import { getUrlExpiry } from '../../../src/client/url/urlExpiry';

const halfPastNine = Date.UTC(2026, 10, 21, 9, 30);

const known: Readonly<Record<string, number>> = {
  'X-Amz-Date=20261121T093000Z&X-Amz-Expires=900': halfPastNine + 900_000,
  'x-amz-expires=900&x-amz-date=20261121T093000Z': halfPastNine + 900_000,
  'X-Goog-Date=20261121T093000Z&X-Goog-Expires=0': halfPastNine,
  'X-Some-Vendor-Date=20261121T093000Z&X-Some-Vendor-Expires=60': halfPastNine + 60_000,
  'X-Amz-Date=20261121T093000Z&X-Amz-Expires=60&Expires=1': halfPastNine + 60_000,
  'X-Amz-Date=2026-11-21&X-Amz-Expires=900': Date.UTC(2026, 10, 21) + 900_000,
  'Expires=1795253400': 1_795_253_400_000,
  'expires=1795253400&signature=x': 1_795_253_400_000,
  'se=2026-11-21T09%3A30%3A00Z': halfPastNine,
  'se=2026-11-21T09:30:00.5Z': halfPastNine + 500,
  'se=2026-11-21T09:30Z': halfPastNine,
  'se=2026-11-21': Date.UTC(2026, 10, 21),
  'Expires=1420070401': 1_420_070_401_000,
  'Expires=900&se=2026-11-21': Date.UTC(2026, 10, 21),
};

const unknown: readonly string[] = [
  '',
  'sig=1795253400',
  'X-Amz-Date=20261121T093000Z',
  'X-Amz-Expires=900',
  'X-Amz-Date=20261121T093000Z&X-Goog-Expires=900',
  'X-Amz-Date=20261121T093000Z&X-Amz-Expires=-1',
  'Expires=',
  'Expires=1e9',
  'Expires=900',
  'Expires=1420070400',
  'Expires=9999999999999999',
  'Expires=Sat%2C%2021%20Nov%202026',
  'X-Amz-Date=19700101T000000Z&X-Amz-Expires=60',
  'se=1970-01-01',
  'se=1',
  'se=tomorrow',
  'se=2026-11-21T09:30:00',
  'se=2026-13-01',
];

describe('The expiry of an upload URL', () => {
  for (const [query, time] of Object.entries(known)) {
    it(`is read from ${query}`, () => assert.equal(getUrlExpiry(`https://f.test/a?${query}`), time));
  }

  for (const query of unknown) {
    it(`is not guessed from "${query}"`, () =>
      assert.equal(getUrlExpiry(`https://f.test/a?${query}`), undefined));
  }

  for (const [made, expiry] of [
    [halfPastNine - 1, halfPastNine],
    [halfPastNine, undefined],
    [halfPastNine + 60_000, undefined],
  ] as const) {
    it(`is ${expiry === undefined ? 'unknown' : 'known'} when the URL was issued ${made - halfPastNine} ms after it`, () => {
      const signed = 'X-Amz-Date=20261121T092900Z&X-Amz-Expires=60';
      for (const query of ['Expires=1795253400', 'se=2026-11-21T09:30Z', signed])
        assert.equal(getUrlExpiry(`https://f.test/a?${query}`, made), expiry);
    });
  }

  for (const text of ['', '/a?Expires=1795253400', 'nonsense']) {
    it(`is unknown for "${text}", which is no URL`, () => assert.equal(getUrlExpiry(text), undefined));
  }
});
