import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InstalledVscode } from './installVscode';
import { type NodeProgram, pathFor, uriPathFor } from './nodeProgram';
import { killMarked, markVariable, newestMarked } from './processes';
import { waitFor } from './waitFor';

type Settings = Readonly<Record<string, unknown>>;

export interface VscodeServerOptions {
  /** Added to the default user settings, or replacing them one by one. */
  readonly userSettings?: Settings;
  readonly machineSettings?: Settings;
  /**
   * Lets the page's address name an extension under development and its tests. The latest VS Code then shows
   * no notification toasts, only the notification centre.
   */
  readonly isTestDriver?: boolean;
  /** Packaged extensions that are there before a page shows anything. */
  readonly vsix?: readonly string[];
  /** Added to the environment of the server, and so of its extension hosts; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface VscodeServer {
  readonly port: number;
  readonly dataDir: string;
  /**
   * The address of the workbench on a folder, or on a `.code-workspace` file.
   * @param payload keys and values that the workbench takes from its address
   */
  url(folderOrWorkspace: string, payload?: readonly (readonly [string, string])[]): string;
  /** The address by which the workbench knows a file on this server. */
  remoteUri(file: string): string;
  log(): string;
  /** Adds further settings to the default user settings of the start, before a page is opened. */
  setUserSettings(settings: Settings): Promise<void>;
  /** Replaces the machine settings; open pages pick up the change. */
  setMachineSettings(settings: Settings): Promise<void>;
  /** The process that runs the extensions of the page opened last; undefined while there is none. Linux only. */
  extensionHostPid(): number | undefined;
  /** Ends the server with all its processes and removes its data. */
  stop(): Promise<void>;
}

const defaultUserSettings: Settings = {
  'chat.disableAIFeatures': true,
  'explorer.compactFolders': false,
  'extensions.autoCheckUpdates': false,
  // Tests decide themselves when a file is saved.
  'files.autoSave': 'off',
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'security.workspace.trust.enabled': false,
  // Other programs on this machine listen too, and VS Code would show a notification for each.
  'remote.autoForwardPorts': false,
  'telemetry.telemetryLevel': 'off',
  // Otherwise the text of a terminal is a picture.
  'terminal.integrated.gpuAcceleration': 'off',
  'update.mode': 'none',
  // Lets the page's colour scheme choose the theme.
  'window.autoDetectColorScheme': true,
  'window.commandCenter': false,
  // Moving elements cannot be clicked.
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  // The headings of a tree that stay at its top lie over rows that a test looks for.
  'workbench.tree.enableStickyScroll': false,
};

/** Starts a VS Code server with fresh data; resolves once it responds. */
export async function startVscodeServer(
  installed: InstalledVscode,
  options: VscodeServerOptions = {},
): Promise<VscodeServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vscode-server-'));
  try {
    await writeUserSettings(dataDir, options.userSettings);
    await writeSettings(dataDir, 'Machine', { ...options.machineSettings });
    return await launch(installed, dataDir, options);
  } catch (error) {
    await rm(dataDir, removal);
    throw error;
  }
}

async function launch(
  installed: InstalledVscode,
  dataDir: string,
  options: VscodeServerOptions,
): Promise<VscodeServer> {
  const { node, serverMain } = installed;
  // The system chooses the port, because another program may take one that was free a moment ago.
  const args = ['--host', '127.0.0.1', '--port', '0', '--without-connection-token'];
  args.push('--telemetry-level', 'off', '--accept-server-license-terms');
  args.push('--server-data-dir', pathFor(node, dataDir));
  args.push('--extensions-dir', pathFor(node, path.join(dataDir, 'extensions')));
  if (options.isTestDriver === true) args.push('--enable-smoke-test-driver');
  args.push(...installArguments(node, options));
  const logFile = path.join(dataDir, 'server.log');
  const child = start(node, [pathFor(node, serverMain), ...args], {
    logFile,
    env: { ...serverEnvironment(options), ...node.env, [markVariable]: dataDir },
  });
  const cleanUpOnExit = (): void => {
    // Repeated, because a process may start another one while they are looked for.
    while (killMarked(dataDir));
    rmSync(dataDir, removal);
  };
  process.once('exit', cleanUpOnExit);
  const stop = async (): Promise<void> => {
    await endServer(child, dataDir);
    process.removeListener('exit', cleanUpOnExit);
    await rm(dataDir, removal);
  };
  const log = (): string => readFileSync(logFile, 'utf8');
  try {
    const port = await waitUntilAnswering(child, log);
    return describe(installed, port, dataDir, { log, stop });
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The output goes to a file, because a program of Windows cannot write into a pipe of this system. */
function start(
  { command: [program, ...leading] }: NodeProgram,
  args: readonly string[],
  { logFile, env }: { readonly logFile: string; readonly env: NodeJS.ProcessEnv },
): ChildProcess {
  const output = openSync(logFile, 'a');
  try {
    return spawn(program, [...leading, ...args], { env, stdio: ['ignore', output, output] });
  } finally {
    closeSync(output);
  }
}

function describe(
  { node }: InstalledVscode,
  port: number,
  dataDir: string,
  control: Pick<VscodeServer, 'log' | 'stop'>,
): VscodeServer {
  return {
    ...control,
    port,
    dataDir,
    url: (folderOrWorkspace, payload) => {
      const url = new URL(`http://127.0.0.1:${port}/`);
      const kind = folderOrWorkspace.endsWith('.code-workspace') ? 'workspace' : 'folder';
      url.searchParams.set(kind, uriPathFor(node, folderOrWorkspace));
      if (payload !== undefined) url.searchParams.set('payload', JSON.stringify(payload));
      return url.href;
    },
    setUserSettings: (settings) => writeUserSettings(dataDir, settings),
    setMachineSettings: (settings) => writeSettings(dataDir, 'Machine', settings),
    remoteUri: (file) => `vscode-remote://127.0.0.1:${port}${uriPathFor(node, pathToFileURL(file).pathname)}`,
    extensionHostPid: () => newestMarked(dataDir, '--type=extensionHost'),
  };
}

/** @returns the port, which the server says in its log */
async function waitUntilAnswering(child: ChildProcess, log: () => string): Promise<number> {
  const answer = async () => {
    if (child.exitCode !== null || child.pid === undefined) {
      throw new Error(`The VS Code server ended at its start: ${log()}`);
    }
    const [, port] = /^Server bound to 127\.0\.0\.1:(\d+)/m.exec(log()) ?? [];
    if (port === undefined) return false;
    try {
      const response = await fetch(`http://127.0.0.1:${port}/`);
      await response.arrayBuffer();
      return response.ok && Number(port);
    } catch {
      return false;
    }
  };
  return await waitFor('the VS Code server to respond', answer, { state: log });
}

async function writeUserSettings(dataDir: string, settings: Settings = {}): Promise<void> {
  await writeSettings(dataDir, 'User', { ...defaultUserSettings, ...settings });
}

async function writeSettings(dataDir: string, scope: 'User' | 'Machine', settings: Settings): Promise<void> {
  const folder = path.join(dataDir, 'data', scope);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings, null, 2));
}

/** The server installs them itself when it starts, and keeps pages waiting until it is done. */
function installArguments(node: NodeProgram, { vsix = [] }: VscodeServerOptions): string[] {
  const install = vsix.flatMap((file) => ['--install-extension', pathFor(node, path.resolve(file))]);
  return install.length === 0 ? [] : ['--start-server', ...install];
}

/** A terminal inside VS Code sets variables that would tie the server to the window around the terminal. */
function serverEnvironment(options: VscodeServerOptions): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VSCODE|ELECTRON)_/.test(name));
  return { ...Object.fromEntries(inherited), ...options.env };
}

async function endServer(child: ChildProcess, mark: string): Promise<void> {
  const hasEnded = (): boolean =>
    child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  child.kill('SIGTERM');
  await waitFor('the VS Code server to end', hasEnded, { timeoutMs: 3_000 }).catch(() => undefined);
  // Also kills processes that outlived the server, extension hosts above all.
  await waitFor('the killed VS Code server to be gone', () => !killMarked(mark) && hasEnded());
}

/** Processes that were just killed may still be writing, so it is tried again while the folder is not empty. */
const removal = { recursive: true, force: true, maxRetries: 10 } as const;
