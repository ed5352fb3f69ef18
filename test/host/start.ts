import { once } from 'node:events';
import type { RecordedRequest } from '../../src/emulator/emulator';
import { packagePath } from '../support/package';
import { copyOfSample } from '../support/sampleWorkspace';
import { type RecordingEmulator, startRecordingEmulator } from '../support/service';
import { launchBrowser } from './browser';
import { installVscode } from './installVscode';
import { startVscodeServer } from './vscodeServer';
import { vscodeVersions } from './vscodeVersions';
import { waitFor } from './waitFor';
import { openWorkbench, type Workbench } from './workbench';

/**
 * Demonstrates the main workflow: a real VS Code with the built extension uploads a model to a local
 * emulator, finalises it and creates a simulation. VS Code then stays open until Ctrl+C.
 */
async function main(): Promise<void> {
  const staysOpen = process.stdin.isTTY && !process.argv.includes('--exit');
  const [latest] = vscodeVersions;
  const installed = await installVscode(latest, console.log);
  const workspace = await copyOfSample();
  const emulator = await startRecordingEmulator({ log: () => follow() });
  const follow = createFollower(emulator);
  console.log(`Emulator of the service: ${emulator.baseUrl}, its file server: ${emulator.fileServerUrl}`);
  const server = await startVscodeServer(installed, {
    vsix: [packagePath()],
    machineSettings: { 'simulationService.baseUrl': emulator.baseUrl },
  });
  try {
    const address = server.url(workspace.folder);
    console.log(`VS Code ${latest.version}: ${address}\n`);
    const browser = await launchBrowser();
    try {
      await uploadAndSimulate(await openWorkbench(browser, server, workspace));
    } finally {
      await browser.close();
    }
    if (emulator.simulations.length !== 1) throw new Error(`no simulation was created at ${address}`);
    if (staysOpen) {
      console.log(`\nGo on by hand: ${address}\nRight-click files in the Explorer. Ctrl+C ends everything.`);
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    }
  } finally {
    await server.stop();
    await emulator.stop();
    await workspace.remove();
  }
}

/** Clicks through the commands like a user, with Enter at every step. */
async function uploadAndSimulate({ explorer, notifications, quickInput }: Workbench): Promise<void> {
  await waitFor('the extension to add to the menu of the Explorer', async () =>
    (await explorer.explorerContextMenuItems(['cantilever'])).includes('Upload and Create Simulation…'),
  );
  console.log('Right-click on “cantilever”, “Upload and Create Simulation…”');
  await explorer.explorerContextMenu(['cantilever'], 'Upload and Create Simulation…');
  for (const step of ['1/4', '2/4', '3/4', '4/4']) {
    const hasItems = step === '1/4' || step === '3/4';
    const { items, value } = await quickInput.waitForQuickInput({ step, hasItems });
    console.log(`Step ${step}: ${value === '' ? items.map(({ label }) => label).join(', ') : value}`);
    await quickInput.acceptQuickInput();
  }
  const done = await notifications.waitForNotification(/^Simulation .+ was created/);
  console.log(`\n${done.message}`);
}

/** Returns a function that prints each request that has ended since its last call. */
function createFollower(emulator: RecordingEmulator): () => void {
  const told = new Set<RecordedRequest>();
  return () => {
    for (const request of emulator.requests) {
      if (request.finishedAt === undefined || told.has(request)) continue;
      told.add(request);
      console.log(stepOf(request, emulator));
    }
  };
}

function stepOf(request: RecordedRequest, emulator: RecordingEmulator): string {
  const { operation, status = 'no response', fileName = '', bytesReceived } = request;
  const ids = {
    createProject: emulator.projects.at(-1)?.project_id,
    createModel: emulator.models.at(-1)?.model_id,
    finaliseModel: emulator.models.at(-1)?.model_id,
    createSimulation: emulator.simulations.at(-1)?.simulation_id,
    listProjects: emulator.projects.map(({ project_id }) => project_id).join(', '),
    listReusableModels: '',
    readSimulation: '',
    uploadFile: `${fileName}, ${bytesReceived} bytes`,
  };
  const what =
    operation === undefined ? `${request.method} ${request.path}` : `${operation}: ${ids[operation] ?? ''}`;
  return `  ${status} ${what}`;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
