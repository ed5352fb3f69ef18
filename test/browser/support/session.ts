import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../host/browser';
import { type InstalledVscode, installVscode } from '../../host/installVscode';
import { installWindows } from '../../host/installWindows';
import { pathFor } from '../../host/nodeProgram';
import { repositoryRoot } from '../../host/testDataFolder';
import { startVscodeServer, type VscodeServer } from '../../host/vscodeServer';
import { oldestVscode, vscodeVersions } from '../../host/vscodeVersions';
import { waitFor } from '../../host/waitFor';
import {
  openWorkbench,
  type Workbench,
  type WorkbenchOptions,
  type WorkbenchParts,
} from '../../host/workbench';
import { packagePath } from '../../support/package';
import { copyOfSample, type SampleWorkspace } from '../../support/sampleWorkspace';
import { type RecordingEmulator, startRecordingEmulator } from '../../support/service';
import { removeTempTrees } from '../../support/tempTree';

export type MachineSettings = Readonly<Record<string, unknown>>;

interface StageOptions {
  readonly variant?: 'variant_a' | 'variant_b';
  /** No service is configured. */
  readonly unconfigured?: boolean;
  /** Further machine settings; the settings that name the service are derived from its base URL. */
  readonly settings?: MachineSettings | ((baseUrl: string) => MachineSettings);
  readonly vsix?: readonly string[];
  /**
   * Prepares the workspace before VS Code opens it.
   * @param pathThere the path by which VS Code knows a file
   */
  readonly prepare?: (folder: string, pathThere: (file: string) => string) => Promise<void> | void;
}

/** The folder is the sample workspace by default. */
interface WindowOptions extends Partial<Omit<WorkbenchOptions, 'theme'>> {
  readonly theme?: 'light' | 'dark' | 'highContrast';
  /** Workspaces are untrusted until the user trusts them. Otherwise all are trusted. */
  readonly isRestricted?: boolean;
  readonly userSettings?: Readonly<Record<string, unknown>>;
}

export interface SessionOptions extends StageOptions, WindowOptions {
  /** Changes the installed extension before the window opens, given its folder. */
  readonly changeExtension?: (folder: string) => Promise<void>;
}

/** The packaged extension in a VS Code server without an open window, a workspace and a service. */
export interface Stage {
  readonly server: VscodeServer;
  readonly emulator: RecordingEmulator;
  readonly workspace: SampleWorkspace;
  /** Replaces the additional machine settings; resolves when the open windows have them. */
  configure(settings: MachineSettings): Promise<void>;
  /** Opens a window with the initial user settings; resolves when the extension is active. */
  open(options?: WindowOptions): Promise<Workbench>;
  /** Closes all windows and stops everything. */
  end(): Promise<void>;
}

/** A window with the packaged extension in a real VS Code on the sample workspace, and a service. */
export interface Session extends Stage, WorkbenchParts {
  readonly workbench: Workbench;
}

/** Whether VS Code runs on Windows: the environment variable `VSCODE_SYSTEM` is `windows`. The tests do not. */
export const isOnWindows = process.env['VSCODE_SYSTEM'] === 'windows';

/** The version under test, from the environment variable `VSCODE_VERSION`; the latest by default, but on Windows. */
function version() {
  if (isOnWindows) return oldestVscode;
  const wanted = process.env['VSCODE_VERSION'];
  const found =
    wanted === undefined ? vscodeVersions[0] : vscodeVersions.find((one) => one.version === wanted);
  if (found === undefined) throw new Error(`no VS Code ${String(wanted)} to test with`);
  return found;
}

async function installTested(): Promise<InstalledVscode> {
  const ignore = () => undefined;
  return isOnWindows ? await installWindows(ignore) : await installVscode(version(), ignore);
}

let browser: Promise<Browser> | undefined;

export async function startSession(options: SessionOptions = {}): Promise<Session> {
  const stage = await startStage(options);
  await options.changeExtension?.(await installedFolder(stage));
  const workbench = await stage.open(options);
  const parts: WorkbenchParts = workbench;
  return { ...stage, ...parts, workbench };
}

export async function startStage(options: StageOptions = {}): Promise<Stage> {
  const installed = await installTested();
  const emulator = await startRecordingEmulator();
  const workspace = await copyOfSample();
  await options.prepare?.(workspace.folder, (file) => pathFor(installed.node, file));
  const machineSettings = (settings: StageOptions['settings']) => ({
    'simulationService.baseUrl': emulator.baseUrl,
    'simulationService.variant': options.variant ?? 'variant_b',
    ...(typeof settings === 'function' ? settings(emulator.baseUrl) : settings),
  });
  const server = await startVscodeServer(installed, {
    vsix: [packagePath(), ...(options.vsix ?? [])],
    ...(options.unconfigured !== true && { machineSettings: machineSettings(options.settings) }),
  });
  const windows: Workbench[] = [];
  let revision = 0;
  return {
    server,
    emulator,
    workspace,
    async configure(settings) {
      revision++;
      // A part of the titles that nobody sees. Extensions are told of settings before they can be told of a later click.
      const separator = ` -${'\u2060'.repeat(revision)} `;
      await server.setMachineSettings({ ...machineSettings(settings), 'window.titleSeparator': separator });
      const open = windows.map(({ page }) => page).filter((page) => !page.isClosed());
      await waitFor('the settings to arrive', async () => {
        const titles = await Promise.all(open.map((page) => page.title()));
        return titles.every((title) => title.includes(separator));
      });
    },
    async open(options = {}) {
      await server.setUserSettings({
        ...(options.isRestricted === true && restrictedMode),
        ...(options.theme === 'highContrast' && highContrast),
        ...options.userSettings,
      });
      browser ??= launchBrowser();
      const workbench = await openWorkbench(await browser, server, {
        ...options,
        folder: options.folder ?? workspace.folder,
        theme: options.theme === 'light' ? 'light' : 'dark',
      });
      windows.push(workbench);
      // Menus and commands of the extension appear only after VS Code has read its manifest.
      await workbench.page
        .locator('.activitybar [class*="view-extension-simulationService"]')
        .first()
        .waitFor();
      return workbench;
    },
    async end() {
      for (const workbench of windows) await workbench.close();
      await server.stop();
      await emulator.stop();
      await workspace.remove();
      await removeTempTrees();
    },
  };
}

/** Folder into which VS Code has installed the extension; waits until it exists. */
export async function installedFolder({ server }: Stage): Promise<string> {
  const extensions = path.join(server.dataDir, 'extensions');
  const name = await waitFor('the extension to be installed', () =>
    readdirSync(extensions).find((entry) => entry.startsWith('simulation-service.')),
  );
  return path.join(extensions, name);
}

/** The startup prompt is disabled, so that every workspace stays untrusted. */
const restrictedMode = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
};

const highContrast = {
  'window.autoDetectColorScheme': false,
  'workbench.colorTheme': 'Default High Contrast',
};

/** Call after all tests of a file. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** Path of a screenshot; the folder is named in CONTRIBUTING.md. */
export function screenshotPath(name: string): string {
  const system = isOnWindows ? '-windows' : '';
  return path.join(repositoryRoot(), 'out', 'screenshots', `${version().version}${system}-${name}.png`);
}

export async function writeSample(session: Session, name: string, content: string | Buffer): Promise<void> {
  await writeFile(path.join(session.workspace.folder, name), content);
}

/** The files in a folder and the folders below it whose names end like this. */
export function findFiles(folder: string, ending: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith(ending)).map((file) => path.join(folder, file));
}
