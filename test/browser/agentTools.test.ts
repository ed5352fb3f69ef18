import assert from 'node:assert/strict';
import { waitFor } from '../host/waitFor';
import { loseResponse } from '../support/emulatorFaults';
import { Agent, type ToolCall } from './support/agent';
import { bookmarkRequests, interceptOperation, resetAfterEach, useSession } from './support/hooks';
import { screenshotPath } from './support/session';
import { firstProject } from './support/upload';

/** Everything that VS Code may approve by itself. */
const approveAll = { 'chat.tools.global.autoApprove': true, 'chat.tools.autoApprove': true };

const beam = { files: ['cantilever'], model: 'Beam', project: firstProject };

const start = 'simulation_start_launch';

describe('An agent', () => {
  let agent: Agent;
  const session = useSession(async () => {
    agent = await Agent.create();
    return { vsix: [agent.vsix], userSettings: approveAll };
  });
  resetAfterEach(session);

  async function plan(): Promise<unknown> {
    const { plan_id } = await agent.call('simulation_plan_launch', beam);
    assert.equal(typeof plan_id, 'string');
    return plan_id;
  }

  /** Begins to launch, and waits for the question. */
  async function beginLaunch(plan_id?: unknown): Promise<ToolCall> {
    const call = agent.begin(start, { plan_id: plan_id ?? (await plan()) });
    await session.workbench.dialogs.dialog();
    return call;
  }

  const answer = (button: string) => session.workbench.dialogs.clickDialogButton(button);

  it('launches only after the click, whatever VS Code approves by itself', async () => {
    const { workbench, emulator } = session;
    const { changes } = bookmarkRequests(session);
    const plan_id = await plan();
    const call = await beginLaunch(plan_id);
    const { message, detail, buttons } = await workbench.dialogs.dialog();
    await workbench.screenshot(screenshotPath('agent-question'));
    assert.equal(
      message,
      `Upload and simulate at ${new URL(emulator.baseUrl).host}? An agent asks for this.`,
    );
    assert.equal(detail, `Project: ${firstProject}\nModel: Beam\nFiles: 6, 8.8 kB`);
    assert.deepEqual([...buttons].sort(), ['Cancel', 'Launch', 'Review Files…']);
    assert.deepEqual([changes(), call.hasEnded()], [[], false]);
    // A second question at the same time would be answered by the click for the first.
    const { status, problems } = await agent.call(start, { plan_id });
    assert.deepEqual([status, problems], ['declined', [{ kind: 'questionOpen' }]]);
    await answer('Launch');
    const result = await call.result();
    const { model_id, simulation_id, project_id } = emulator.simulations.at(-1)!;
    const { launch, ...others } = result;
    assert.deepEqual(others, {
      status: 'launched',
      from_service: { project_id, model_id, simulation_id },
    });
    assert.deepEqual(
      changes().filter((name) => !name.startsWith('uploadFile')),
      ['createModel', 'finaliseModel', 'createSimulation'],
    );
    const known = await agent.call('simulation_get_launch', { launch });
    assert.deepEqual([known['status'], known['state'], known['files_uploaded']], ['ok', 'launched', 6]);
    assert.equal((await agent.call(start, { plan_id }))['status'], 'expired');
  });

  it('that was stopped while the question stood launches nothing, whatever is clicked then', async () => {
    const { changes } = bookmarkRequests(session);
    const call = await beginLaunch();
    call.cancel();
    // VS Code does not wait for the dialog.
    await call.result();
    await answer('Launch');
    await session.workbench.notifications.waitForNotification(
      /^Something that you were asked about has changed/,
    );
    const again = await beginLaunch();
    await answer('Cancel');
    await again.result();
    assert.deepEqual(changes(), []);
  });

  it('learns that an outcome is unknown, and never to repeat it', async () => {
    interceptOperation(session.emulator, 'createSimulation', loseResponse);
    const call = await beginLaunch();
    await answer('Launch');
    // The user is asked for the outcome, as after any launch.
    const { status, next, launch } = await call.result();
    assert.equal(status, 'unknown');
    assert.match(String(next), /^Do not launch this again\./);
    const known = await agent.call('simulation_get_launch', { launch });
    assert.deepEqual([known['state'], known['next']], ['unknown', next]);
  });

  it('may not ask again after five times no', async () => {
    const { workbench } = session;
    const { changes } = bookmarkRequests(session);
    for (let count = 0; count < 5; count++) {
      const call = await beginLaunch();
      await answer('Cancel');
      assert.equal((await call.result())['problems'], undefined);
    }
    const { status, problems } = await agent.call(start, { plan_id: await plan() });
    assert.deepEqual([status, problems], ['declined', [{ kind: 'declinedTooOften' }]]);
    await waitFor('no dialog', async () => !(await workbench.dialogs.isOpen()));
    assert.deepEqual(changes(), []);
  });
});
