import assert from 'node:assert/strict';
import { operations } from '../support/service';
import { useSession } from './support/hooks';
import { labelsOf } from './support/rows';
import { screenshotPath } from './support/session';

const settings = {
  'simulationService.requests.createModel': {
    name: '{name}',
    total: '{total}',
    files: [{ name: '{file.name}', size: '{file.size}' }],
  },
  'simulationService.requests.createSimulation': {
    $prompts: {
      cores: { label: 'Number of cores', type: 'number', default: 8 },
      queue: { label: 'Queue', type: 'choice', choices: ['short', 'long'], default: 'short' },
      note: { label: 'Note', type: 'text' },
    },
    project_id: '{project_id}',
    model_id: '{model_id}',
    title: 'run of {name}',
    resources: { cores: '{prompt.cores}', queue: '{prompt.queue}' },
    note: '{prompt.note}',
  },
};

describe('Request bodies', () => {
  const session = useSession({ settings });

  const waitForText = (...parts: readonly string[]) => session.workbench.waitForEditorText(...parts);

  it('can be previewed from the plan, which comes back when they are closed', async () => {
    const { explorer, quickInput } = session.workbench;
    await explorer.expandFolder('cantilever');
    await explorer.explorerContextMenu(['loads.inc'], 'Upload and Create Simulation…');
    const plan = await quickInput.waitForQuickInput({ step: '1/7' });
    assert.ok(plan.buttons.includes('Show Request Bodies'), JSON.stringify(plan.buttons));
    await quickInput.quickInputButton('Show Request Bodies');
    await waitForText('"createProject": {', '"name": "{name}"', '"createModel": {', '"name": "loads.inc"');
    await waitForText('"finaliseModel": null', '"title": "run of {name}"', '"cores": "{prompt.cores}"');
    assert.equal(await quickInput.isOpen(), false);
    await session.workbench.screenshot(screenshotPath('request-bodies'));
    await session.workbench.runCommand('View: Close Editor');
    const again = await quickInput.waitForQuickInput({ step: '1/7', hasItems: true });
    assert.deepEqual([again.isBusy, again.items], [false, plan.items]);
    assert.deepEqual(operations(session.emulator), []);
  });

  it('prompt for their values and are previewed with the answers so far', async () => {
    const { quickInput } = session.workbench;
    await quickInput.acceptQuickInput();
    await quickInput.acceptQuickInput({ step: '2/7' });
    await quickInput.pick('New project…', { step: '3/7', hasItems: true });
    await quickInput.enterInQuickInput('Wing', { step: '4/7' });

    const cores = await quickInput.waitForQuickInput({ step: '5/7' });
    assert.deepEqual([cores.value, cores.message.startsWith('Number of cores')], ['8', true]);
    await quickInput.typeInQuickInput('twelve');
    await quickInput.waitForQuickInput({ message: /Enter a number/ });
    await quickInput.enterInQuickInput('12');

    const queue = await quickInput.waitForQuickInput({ step: '6/7', hasItems: true });
    assert.deepEqual([queue.placeholder, labelsOf(queue.items)], ['Queue', ['short', 'long']]);
    await quickInput.pick('long');
    await quickInput.waitForQuickInput({ step: '7/7' });
    await quickInput.quickInputButton('Show Request Bodies');
    await waitForText('"name": "Wing"', '"title": "run of loads"', '"cores": 12', '"queue": "long"');
    await waitForText('"note": "{prompt.note}"', '"project_id": "{project_id}"');
    await session.workbench.runCommand('View: Close Editor');
    await quickInput.waitForQuickInput({ step: '7/7' });
  });

  it('are sent as they were previewed', async () => {
    const { quickInput, notifications } = session.workbench;
    await quickInput.enterInQuickInput('$& {name}');
    await notifications.waitForNotification(/^Simulation sim_.+ was created/);
    const { project_id, model_id } = session.emulator.simulations[0]!;
    assert.deepEqual(session.emulator.requests.at(-1)?.body, {
      project_id,
      model_id,
      title: 'run of loads',
      resources: { cores: 12, queue: 'long' },
      note: '$& {name}',
    });
  });
});
