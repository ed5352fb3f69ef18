import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { LaunchPlans, maxPlanAgeMs } from '../../../src/tools/launchPlans';

describe('The plans of agents', () => {
  afterEach(() => mock.timers.reset());

  it('can be taken once', () => {
    const plans = new LaunchPlans<string>();
    const one = plans.add('one');
    const two = plans.add('two');
    assert.notEqual(one, two);
    assert.deepEqual([plans.take(one), plans.take(one), plans.take(two)], ['one', undefined, 'two']);
  });

  it('expire after ten minutes', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const plans = new LaunchPlans<string>();
    const early = plans.add('early');
    const late = plans.add('late');
    mock.timers.tick(maxPlanAgeMs - 1);
    assert.equal(plans.take(early), 'early');
    mock.timers.tick(1);
    assert.equal(plans.take(late), undefined);
    assert.equal(maxPlanAgeMs, 600_000);
  });
});
