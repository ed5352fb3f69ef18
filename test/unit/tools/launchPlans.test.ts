import assert from 'node:assert/strict';
import { LaunchPlans, maxPlanAgeMs } from '../../../src/tools/launchPlans';
import { FakeClock } from '../../support/fakeClock';

const never = new AbortController().signal;

describe('The plans of agents', () => {
  it('can be taken once', () => {
    const plans = new LaunchPlans<string>(new FakeClock());
    const [one, two] = [plans.add('one'), plans.add('two')];
    assert.notEqual(one, two);
    assert.deepEqual([plans.take(one), plans.take(one), plans.take(two)], ['one', undefined, 'two']);
  });

  it('expire after ten minutes', async () => {
    const clock = new FakeClock();
    const plans = new LaunchPlans<string>(clock);
    const [early, late] = [plans.add('early'), plans.add('late')];
    await clock.wait(maxPlanAgeMs, never);
    assert.equal(plans.take(early), 'early');
    await clock.wait(1, never);
    assert.equal(plans.take(late), undefined);
    assert.equal(maxPlanAgeMs, 600_000);
  });

  it('give way to newer ones', () => {
    const plans = new LaunchPlans<number>(new FakeClock());
    const ids = Array.from({ length: 60 }, (_, index) => plans.add(index));
    const kept = ids.map((id) => plans.take(id)).filter((plan) => plan !== undefined);
    const newest = Array.from({ length: 50 }, (_, index) => index + 10);
    assert.deepEqual(kept, newest);
  });
});
