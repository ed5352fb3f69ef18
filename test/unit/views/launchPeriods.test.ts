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
      for (const [border, after, before] of [
        [at(11, 20), 'today', 'yesterday'],
        [at(11, 19), 'yesterday', 'lastWeek'],
        [at(11, 13), 'lastWeek', 'lastMonth'],
        [at(10, 21), 'lastMonth', 'older'],
      ] as const)
        assert.deepEqual([findPeriod(border, now), findPeriod(border - 1, now)], [after, before], zone);
    }
  });

  it('counts days of 23 and 25 hours as days', () => {
    process.env['TZ'] = 'Europe/Berlin';
    // Clocks go forward on 29 March 2026 and back on 25 October 2026.
    for (const [month, day, hours] of [
      [3, 29, 23],
      [10, 25, 25],
    ] as const) {
      const midnight = at(month, day);
      const next = at(month, day + 1);
      const now = at(month, day + 1, 12);
      assert.equal(next - midnight, hours * hourMs, 'this computer knows the time changes');
      const periods = [next, midnight, midnight - 1].map((time) => findPeriod(time, now));
      assert.deepEqual(periods, ['today', 'yesterday', 'lastWeek']);
      assert.equal(getMidnight(now, 1), midnight);
    }
  });

  it('is today for a time in the future, which a wrong clock leaves behind', () =>
    assert.equal(findPeriod(at(11, 25), at(11, 20)), 'today'));
});

describe('The time of a launch', () => {
  const now = at(11, 20, 12);
  /** Languages differ in the spaces that they use. */
  const read = (time: number, language: string) => formatWhen(time, now, language).replace(/\s/gu, ' ');

  it('is the time of day for today and yesterday', () => {
    assert.equal(read(at(11, 20, 9, 5), 'de'), '09:05');
    assert.equal(read(at(11, 19, 16, 34), 'de'), '16:34');
    assert.equal(read(at(11, 19, 16, 34), 'en'), '4:34 PM');
  });

  it('is the date for earlier days, with the year if it is another', () => {
    const lastYear = new Date(2025, 11, 24).getTime();
    assert.equal(read(at(11, 18, 23, 59), 'en'), 'Nov 18');
    assert.equal(read(lastYear, 'en'), 'Dec 24, 2025');
    assert.equal(read(at(11, 18), 'de'), '18. Nov.');
    assert.equal(read(lastYear, 'de'), '24. Dez. 2025');
  });

  it('is the date for days to come, which a wrong clock leaves behind', () => {
    assert.equal(read(at(11, 20, 23, 59), 'de'), '23:59');
    assert.equal(read(at(11, 21), 'de'), '21. Nov.');
    assert.equal(read(new Date(2031, 10, 20, 12).getTime(), 'en'), 'Nov 20, 2031');
  });
});
