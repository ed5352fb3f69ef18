import assert from 'node:assert/strict';
import { back, runSteps, type Step, type StepAnswer } from '../../../src/ui/multiStep';

interface State {
  readonly answers: readonly string[];
}

/** Answers from a script, and records the position of each question. */
function scripted(script: readonly StepAnswer<string>[]) {
  const asked: string[] = [];
  let next = 0;
  const step =
    (name: string): Step<State> =>
    (state, { step: number, totalSteps }) => {
      asked.push(`${name} ${number}/${totalSteps}`);
      const answer = script[next++];
      return Promise.resolve(
        answer === undefined || answer === back ? answer : { answers: [...state.answers, answer] },
      );
    };
  return { asked, step };
}

describe('A flow of steps', () => {
  it('goes back and asks again', async () => {
    const { asked, step } = scripted(['one', back, 'other', 'two']);
    assert.deepEqual(await runSteps({ answers: [] }, () => [step('a'), step('b')]), {
      answers: ['other', 'two'],
    });
    assert.deepEqual(asked, ['a 1/2', 'b 2/2', 'a 1/2', 'b 2/2']);
  });

  it('decides by an answer which steps follow', async () => {
    const { asked, step } = scripted(['new', 'name']);
    const state = await runSteps({ answers: [] as string[] }, ({ answers }: State) =>
      answers[0] === 'new' ? [step('a'), step('b')] : [step('a')],
    );
    assert.deepEqual(state, { answers: ['new', 'name'] });
    assert.deepEqual(asked, ['a 1/1', 'b 2/2']);
  });

  it('returns nothing when a step is dismissed', async () => {
    const { asked, step } = scripted(['one', undefined]);
    assert.equal(await runSteps({ answers: [] }, () => [step('a'), step('b'), step('c')]), undefined);
    assert.deepEqual(asked, ['a 1/3', 'b 2/3']);
  });
});
