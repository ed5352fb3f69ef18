import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closeBrowser, type Session, startSession } from '../browser/support/session';
import { type ExtensionTestOptions, runExtensionTests } from '../host/extensionTests';
import { installVscode } from '../host/installVscode';
import { repositoryRoot } from '../host/testDataFolder';
import { vscodeVersions } from '../host/vscodeVersions';
import { waitFor } from '../host/waitFor';
import { networkEnvironment } from '../support/networkEnvironment';
import { packagePath } from '../support/package';
import { figuresVariable, type HostFigures, type HostPauses, pauseInputs } from './hostFigures';
import { type Measurement, oncePerRound } from './measurement';
import type { Job, Site } from './site';

const works: readonly (Omit<Job, 'to'> & { readonly name: string })[] = [
  { name: '2000 files of 64 KiB', files: [{ count: 2000, size: 64 * 1024 }], parallelFiles: 'auto' },
  { name: '10000 files of 4 KiB', files: [{ count: 10_000, size: 4096 }], parallelFiles: 'auto' },
  { name: 'one file of 2 GiB', files: [{ count: 1, size: 2 ** 31 }], parallelFiles: 'auto' },
  { name: '8 files of 512 MiB, 64 at once', files: [{ count: 8, size: 2 ** 29 }], parallelFiles: 64 },
];

const figures: readonly (Pick<Measurement, 'unit' | 'target'> & {
  readonly title: string;
  readonly figure: keyof HostFigures;
})[] = [
  { title: 'whole launch', figure: 'seconds', unit: 's', target: {} },
  { title: 'event loop delay (p99)', figure: 'p99', unit: 'ms', target: { figure: 20 } },
  { title: 'event loop delay (max)', figure: 'max', unit: 'ms', target: {} },
  { title: 'memory', figure: 'memoryMb', unit: 'MB', target: { figure: 64 } },
];

/**
 * Cost of whole launches at full speed, with hashes, journal and progress, for the process in which all extensions of
 * a window run.
 */
export function planExtensionHost(site: Site): Measurement[] {
  return works.flatMap(({ name, ...work }) => {
    const run = oncePerRound(() => uploadInVscode(site, { ...work, to: { protocol: 'http' } }));
    return figures.map(({ title, figure, unit, target }) => ({
      name: `extension host, ${title}: ${name}`,
      unit,
      target,
      ours: async (round: number) => (await run(round))[figure],
    }));
  });
}

/** The longest time for which an input at the limits of the software blocks all extensions of a window. */
export function planPauses(site: Site): Measurement[] {
  const run = oncePerRound(async () => {
    const folder = await site.folder([{ count: 1, size: 4096 }]);
    return await measureInHost<HostPauses>(site, 'hostPauses', { folder, machineSettings: {} });
  });
  return (Object.keys(pauseInputs) as (keyof HostPauses)[]).map((input) => ({
    name: `longest pause: ${pauseInputs[input]}`,
    unit: 'ms',
    target: { figure: 300 },
    ours: async (round) => (await run(round))[input],
  }));
}

/** How much the extension costs a window in which it is not used, and the size of the published file. */
export function planStartUp(): Measurement[] {
  return [
    {
      name: 'activation, over an empty extension',
      unit: 'ms',
      target: { figure: 12 },
      ours: measureActivation,
    },
    {
      name: 'package',
      unit: 'kB',
      target: { figure: 400 },
      ours: () => Promise.resolve(statSync(packagePath()).size / 1000),
    },
  ];
}

/** Opens a window with this extension and an empty one. @returns how much longer this one takes to activate; ms */
async function measureActivation(): Promise<number> {
  const session = await startSession({ vsix: [emptyExtension()] });
  try {
    return await readDifference(session);
  } finally {
    await session.end();
    await closeBrowser();
  }
}

/** The difference of the times that VS Code reports. */
async function readDifference({ workbench }: Session): Promise<number> {
  // High enough to show all rows; the fastest extension is listed last.
  await workbench.page.setViewportSize({ width: 1280, height: 3000 });
  await workbench.runCommand('Developer: Show Running Extensions');
  const rows = workbench.page.locator('.runtime-extensions-editor .monaco-list-row');
  const timeOf = async (name: string): Promise<number | undefined> => {
    const texts = await rows.allInnerTexts();
    const text = texts.find((one) => one.includes(name));
    const [, ms] = /: (\d+)ms/.exec(text ?? '') ?? [];
    return ms === undefined ? undefined : Number(ms);
  };
  const { difference } = await waitFor(
    'both extensions to run',
    async () => {
      const ours = await timeOf('Simulation Service');
      const empty = await timeOf('Empty');
      return ours !== undefined && empty !== undefined && { difference: ours - empty };
    },
    { state: async () => JSON.stringify(await rows.allInnerTexts()) },
  );
  return difference;
}

/** Uploads the files of a job in the extension host of a real VS Code, by the command of the extension. */
async function uploadInVscode(site: Site, job: Job): Promise<HostFigures> {
  return await site.sending(job, async () =>
    measureInHost<HostFigures>(site, 'hostUploader', {
      folder: await site.folder(job.files),
      machineSettings: {
        'simulationService.baseUrl': await site.origin(job.to),
        'simulationService.upload.parallelFiles': job.parallelFiles,
      },
    }),
  );
}

/** @param script the name of the script that measures inside the extension host */
async function measureInHost<T>(
  site: Site,
  script: string,
  options: Pick<ExtensionTestOptions, 'folder' | 'machineSettings'>,
): Promise<T> {
  const figures = site.file('figures.json');
  let log = '';
  const exitCode = await runExtensionTests({
    installed: await installVscode(vscodeVersions[0], () => undefined),
    extensionPath: repositoryRoot(),
    testsPath: path.join(__dirname, `${script}.js`),
    ...options,
    env: { ...(await networkEnvironment()), [figuresVariable]: figures },
    write: (text) => (log += text),
  });
  if (exitCode !== 0) throw new Error(`the extension host has failed: ${log}`);
  return JSON.parse(readFileSync(figures, 'utf8')) as T;
}

let empty: string | undefined;

/** The package of an extension that does nothing, with the same activation events as ours. */
function emptyExtension(): string {
  if (empty !== undefined) return empty;
  const folder = mkdtempSync(path.join(tmpdir(), 'simulation-service-empty-'));
  const manifest = {
    name: 'empty',
    displayName: 'Empty',
    publisher: 'simulation-service-bench',
    version: '1.0.0',
    engines: { vscode: '^1.106.0' },
    activationEvents: ['onStartupFinished'],
    main: './extension.js',
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'extension.js'), 'exports.activate = () => undefined;');
  const vsce = createRequire(__filename).resolve('@vscode/vsce/vsce');
  const options = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--skip-license',
    '--out',
    'empty.vsix',
  ];
  execFileSync(process.execPath, [vsce, 'package', ...options], { cwd: folder, stdio: 'ignore' });
  empty = path.join(folder, 'empty.vsix');
  return empty;
}
