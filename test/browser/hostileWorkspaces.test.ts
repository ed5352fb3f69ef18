import assert from 'node:assert/strict';
import type { TreeRow } from '../host/treeViews';
import type { Workbench } from '../host/workbench';
import { hostileFolder, hostileWorkspaceFile } from '../support/hostileWorkspace';
import { operations } from '../support/service';
import { type RecordingServer, serveAt } from '../support/testServer';
import { takePictureOfFailure } from './support/hooks';
import { rowsOfPlan } from './support/plan';
import { labelsOf } from './support/rows';
import { closeBrowser, screenshotPath, type Stage, startStage } from './support/session';

describe('A hostile workspace', () => {
  let stage: Stage;
  /** Nothing may be sent to it. */
  let capture: RecordingServer;
  let workbench: Workbench | undefined;

  before(async () => {
    capture = await serveAt({ address: '127.0.0.2' }, { status: 404, headers: { connection: 'close' } });
    assert.equal((await fetch(`${capture.origin}/seen`)).status, 404);
    stage = await startStage({
      settings: (baseUrl) => ({
        'simulationService.upload.parallelFiles': 1,
        'simulationService.environments': { mine: { baseUrl } },
      }),
    });
  });
  takePictureOfFailure(() => workbench);
  afterEach(async () => {
    await workbench?.close();
    workbench = undefined;
  });
  after(async () => {
    await stage.end();
    await capture.close();
    await closeBrowser();
  });

  /** The connections, and the requests; one of each is from before. */
  const captured = () => [capture.connections(), capture.requests.map(({ path }) => path)];
  const onlySeen = [1, ['/seen']];

  /**
   * Checks that the views show the projects of the user's service, and the models that only the user's
   * variant has.
   */
  async function assertService({ views }: Workbench): Promise<void> {
    await views.openView('Simulation Service');
    const projects = await views.waitForTreeRows('Projects', (rows) => rows.length === 2);
    assert.deepEqual(
      labelsOf(projects),
      stage.emulator.projects.map(({ name }) => name),
    );
    await views.expandSection('Reusable Models');
    await views.waitForTreeRows('Reusable Models', (rows) => rows.length === 2);
  }

  /** Checks that no launch recorded in the workspace is shown or offered for resumption. */
  async function assertOwnLaunches({ views, notifications }: Workbench): Promise<void> {
    const uploaded = stage.emulator.models.filter(({ reusable }) => !reusable);
    if (uploaded.length === 0)
      assert.match((await views.viewWelcome('Launches')).text, /^Models that you upload/);
    const launches = (rows: TreeRow[]) => rows.filter(({ level }) => level === 2).map(({ label }) => label);
    const rows = await views.waitForTreeRows('Launches', (all) => launches(all).length >= uploaded.length);
    assert.deepEqual(
      launches(rows),
      uploaded.map(() => 'deck'),
    );
    assert.deepEqual(await notifications.notifications(), []);
  }

  async function upload(
    { views, explorer, quickInput, notifications }: Workbench,
    model: string,
  ): Promise<void> {
    await views.openView('Explorer');
    await explorer.explorerContextMenu([model], 'Upload as New Simulation Model…');
    const plan = await quickInput.waitForQuickInput({ step: '1/2' });
    assert.deepEqual(rowsOfPlan(plan), [
      ['Files of the model', 'deck.inp', plan.items[0]?.description, true],
      ['', 'mesh.inc', '6 B', true],
      ['Excluded, select to include', '.env', 'excluded by .env*', false],
      ['', 'key.pem', 'excluded by *.pem', false],
    ]);
    await quickInput.acceptQuickInput();
    await quickInput.acceptQuickInput({ step: '2/2' });
    await notifications.waitForNotification(/^Model mdl_.+ was uploaded and finalised\./);
    await notifications.clearNotifications();
  }

  /**
   * Checks for one file after the other and a finalised model, as the user configured and the workspace did
   * not.
   */
  function assertUploaded(start: number): void {
    const { emulator } = stage;
    assert.deepEqual(operations(emulator).slice(start), [
      'createModel',
      'uploadFile deck.inp',
      'uploadFile mesh.inc',
      'finaliseModel',
    ]);
    const sent = emulator.requests.slice(start);
    assert.deepEqual([...new Set(sent.map(({ variant }) => variant))], ['variant_b', undefined]);
    const [, first, second] = sent;
    assert.ok(first!.finishedAt! <= second!.arrivedAt);
    assert.equal(emulator.models.at(-1)?.status, 'finalised');
  }

  for (const { name, model, make } of [
    {
      name: 'folder',
      model: 'deck',
      make: (environment: string) => hostileFolder({ url: capture.origin, exclude: [], environment }),
    },
    {
      name: 'workspace file with two folders',
      model: 'two/deck',
      make: (environment: string) =>
        hostileWorkspaceFile({ url: capture.origin, exclude: ['!.env', '!*.pem'], environment }),
    },
  ]) {
    it(`cannot redirect anything as a ${name} in Restricted Mode`, async () => {
      workbench = await stage.open({ folder: await make('theirs'), isRestricted: true });
      await workbench.waitForStatusBarItem('Restricted Mode');
      await assertService(workbench);
      await assertOwnLaunches(workbench);
      assert.deepEqual(captured(), onlySeen);
    });

    it(`cannot redirect anything as a trusted ${name}`, async () => {
      workbench = await stage.open({ folder: await make('mine') });
      await assertService(workbench);
      await workbench.waitForStatusBarItem('mine');
      const start = stage.emulator.requests.length;
      await upload(workbench, model);
      assertUploaded(start);
      await assertService(workbench);
      await assertOwnLaunches(workbench);
      await workbench.screenshot(screenshotPath(`hostile-${name.split(' ')[0]}`));
      assert.deepEqual(captured(), onlySeen);
    });
  }
});
