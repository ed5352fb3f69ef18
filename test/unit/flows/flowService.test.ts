import assert from 'node:assert/strict';
import { FlowService } from '../../../src/flows/flowService';
import type { DraftStep, LaunchDraft } from '../../../src/flows/launchDraft';
import { OtherServiceError } from '../../../src/launch/errors';
import type { AccountName } from '../../../src/secrets/accountName';
import type { ConnectedService } from '../../../src/session/service';
import { back, runSteps } from '../../../src/ui/multiStep';

const first = { key: 'first' } as ConnectedService;
const second = { key: 'second' } as ConnectedService;
const draft: LaunchDraft = { service: first, goal: 'simulation', finalise: true, model: 'files' };
const jane: AccountName = { text: 'basic jane', isPassing: false };
const refuse = () => Promise.reject(new OtherServiceError('first'));

/** A flow in a window where the second service is selected by now. */
const flowAtFirst = () =>
  new FlowService(first, {
    service: () => Promise.resolve(second),
    accountOf: () => Promise.resolve(jane),
    requireSelected: refuse,
  });

describe('The service of a flow', () => {
  it('is the selected one after a failure, and stays it when the user goes back', async () => {
    const flow = flowAtFirst();
    const seen: string[] = [];
    const answers: (() => Promise<typeof back | undefined>)[] = [
      () => Promise.resolve(undefined),
      () => flow.retake(draft).then(() => back),
      () => Promise.resolve(undefined),
      () => Promise.resolve(undefined),
    ];
    const step: DraftStep = async (state) => {
      seen.push(state.service.key);
      return (await answers.shift()!()) ?? state;
    };
    const end = await runSteps(draft, () => [flow.bind(step), flow.bind(step)]);
    assert.deepEqual(seen, ['first', 'first', 'second', 'second']);
    assert.equal(end?.service, second);
  });

  it('gets the account of a user who signs in during the flow, and keeps it', async () => {
    const flow = flowAtFirst();
    await flow.noteSignIn();
    assert.deepEqual(flow.current, { ...first, account: jane });
    const { current } = flow;
    await flow.noteSignIn();
    assert.equal(flow.current, current);
  });

  for (const [name, bound] of [
    ['a project', { project: { id: 'p', name: 'Study' } }],
    ['a new project, which is told from those of that service', { project: { newName: 'Study' } }],
    ['a model', { model: { id: 'm', name: 'deck' } }],
    ['a model of the same files', { same: { id: 'm', name: 'deck', finalisedAt: 0 } }],
  ] as const) {
    it(`stays the first one when the user has chosen ${name} there`, async () => {
      const flow = flowAtFirst();
      await assert.rejects(flow.retake({ ...draft, ...bound }), OtherServiceError);
      assert.equal(flow.current, first);
    });
  }
});
