import assert from 'node:assert/strict';
import { findPeriod, formatWhen, getMidnight } from '../../../src/views/launchPeriods';

const hourMs = 3_600_000;

/** Local time. */
const at = (...time: readonly [month: number, day: number, hour?: number, minute?: number]) => {
  const [month, day, hour = 0, minute = 0] = time;
  return new Date(2026, month - 1, day, hour, minute).getTime();
};

describe('The period of a launch', () => {
  const { TZ } = process.env;
  afterEach(() => {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  });

  it('changes at local midnight', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'Pacific/Auckland', 'America/Los_Angeles']) {
      process.env['TZ'] = zone;
      const now = at(11, 20, 0, 1);
      const borders = [at(11, 20), at(11, 19), at(11, 13), at(10, 21)];
      assert.deepEqual(
        borders.map((border) => [findPeriod(border, now), findPeriod(border - 1, now)]),
        [
          ['today', 'yesterday'],
          ['yesterday', 'lastWeek'],
          ['lastWeek', 'lastMonth'],
          ['lastMonth', 'older'],
        ],
        zone,
      );
    }
  });

  it('counts days of 23 and 25 hours as days', () => {
    process.env['TZ'] = 'Europe/Berlin';
    // Clocks go forward on 29 March 2026 and back on 25 October 2026.
    assert.deepEqual(
      [at(3, 30) - at(3, 29), at(10, 26) - at(10, 25)],
      [23 * hourMs, 25 * hourMs],
      'this computer knows the time changes',
    );
    const changes = [3, 10].map((month) => {
      const day = month === 3 ? 29 : 25;
      const now = at(month, day + 1, 12);
      return [
        findPeriod(at(month, day + 1), now),
        findPeriod(at(month, day), now),
        findPeriod(at(month, day) - 1, now),
        getMidnight(now, 1) === at(month, day),
      ];
    });
    assert.deepEqual(changes, [
      ['today', 'yesterday', 'lastWeek', true],
      ['today', 'yesterday', 'lastWeek', true],
    ]);
  });

  it('is today for a time in the future, which a wrong clock leaves behind', () =>
    assert.equal(findPeriod(at(11, 25), at(11, 20)), 'today'));
});

describe('The time of a launch', () => {
  const now = at(11, 20, 12);
  /** Languages differ in the spaces that they use. */
  const read = (text: string) => text.replace(/\s/gu, ' ');

  it('is the time of day for today and yesterday', () => {
    assert.deepEqual(
      [at(11, 20, 9, 5), at(11, 19, 16, 34)].map((time) => formatWhen(time, now, 'de')),
      ['09:05', '16:34'],
    );
    assert.equal(read(formatWhen(at(11, 19, 16, 34), now, 'en')), '4:34 PM');
  });

  it('is the date for earlier days, with the year if it is another', () => {
    const lastYear = new Date(2025, 11, 24).getTime();
    assert.deepEqual(
      [at(11, 18, 23, 59), lastYear].map((time) => formatWhen(time, now, 'en')),
      ['Nov 18', 'Dec 24, 2025'],
    );
    assert.deepEqual(
      [at(11, 18), lastYear].map((time) => read(formatWhen(time, now, 'de'))),
      ['18. Nov.', '24. Dez. 2025'],
    );
  });
});
