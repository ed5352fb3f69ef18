import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, readdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { needs } from '../support/capabilities';
import { sha256 } from '../support/hashes';
import { manifest } from '../support/manifest';
import { packagePath } from '../support/package';
import { namesOf, packedFiles } from '../support/packedFiles';
import { removeTempTrees, tempTree } from '../support/tempTree';

interface Lockfile {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile;
const { '': root, ...locked } = lockfile.packages;

/** The names of the locked packages with this property. */
function lockedWhere(holds: (entry: LockedPackage) => boolean): string[] {
  return Object.keys(locked).filter((name) => holds(locked[name]!));
}

describe('The packages for building the project', () => {
  it('get into the extension only through its bundle', () => {
    const kinds = Object.keys(manifest).filter((key) => /dependencies$/i.test(key));
    assert.deepEqual(kinds, ['devDependencies']);
  });

  it('have exact versions', () => {
    const { devDependencies } = manifest;
    const loose = Object.entries(devDependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
    assert.deepEqual(loose, []);
    assert.deepEqual(root?.devDependencies, devDependencies);
  });

  it('are identified by their hashes, and come from the configured registry', () => {
    assert.equal(lockfile.lockfileVersion, 3);
    assert.ok(Object.keys(locked).length > 100);
    const unfit = lockedWhere((one) => !one.integrity?.startsWith('sha512-') || one.resolved !== undefined);
    assert.deepEqual(unfit, []);
  });

  it('run an install script in three cases, and continuous integration runs none', () => {
    const names = lockedWhere(({ hasInstallScript }) => hasInstallScript === true);
    assert.deepEqual(
      names,
      ['@vscode/vsce-sign', 'esbuild', 'keytar'].map((name) => `node_modules/${name}`),
    );
    assert.match(readFileSync('.ci/run', 'utf8'), /^npm ci --ignore-scripts$/m);
  });
});

describe('The package', () => {
  afterEach(removeTempTrees);

  needs('links', 'modes').it(
    'has the same bytes for the same sources, whoever builds it, anywhere, at any time',
    async () => {
      const places: readonly Place[] = [
        { mode: 0o600, umask: 0o077, time: 1e9, env: { TZ: 'Pacific/Auckland', LC_ALL: 'cs_CZ.UTF-8' } },
        { mode: 0o664, umask: 0o002, time: 1.5e9, env: { TZ: 'America/New_York', LC_ALL: 'en_US.UTF-8' } },
      ];
      const [first, second] = await Promise.all(places.map(buildPackageIn));
      assert.equal(sha256(first!), sha256(second!));
      const names = ['[Content_Types].xml', 'extension.vsixmanifest'];
      const all = [...names, ...packedFiles.map((file) => `extension/${file}`)].sort();
      assert.deepEqual(namesOf(namesIn(first!)), all);
    },
  );
});

/** Circumstances of a build that may differ. */
interface Place {
  /** Mode of each file of the sources. */
  readonly mode: number;
  readonly umask: number;
  /** Time of each file of the sources; seconds since the epoch. */
  readonly time: number;
  readonly env: Readonly<Record<string, string>>;
}

/** The bytes of the package that is built from a copy of the sources. */
async function buildPackageIn(place: Place): Promise<Buffer> {
  const folder = await copyOfSources(place);
  const umask = process.umask(place.umask);
  const child = spawn(process.execPath, [path.join('.ci', 'package.mjs')], {
    cwd: folder,
    env: { ...process.env, SOURCE_DATE_EPOCH: undefined, ...place.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.umask(umask);
  let output = '';
  const listen = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  await once(child, 'close');
  assert.equal(child.exitCode, 0, output);
  const bytes = readFileSync(path.join(folder, path.basename(packagePath())));
  assert.ok(output.includes(`SHA-256 ${sha256(bytes)}\n`), 'says what it made');
  return bytes;
}

const noSources = ['.git', '.vscode-test', 'dist', 'node_modules', 'out', 'test'];

async function copyOfSources({ mode, time }: Place): Promise<string> {
  const folder = await tempTree();
  const sources = readdirSync('.').filter((name) => !noSources.includes(name) && !name.endsWith('.vsix'));
  for (const name of sources) cpSync(name, path.join(folder, name), { recursive: true });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const copied = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) chmodSync(copied, mode);
    utimesSync(copied, time, time);
  }
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'dir');
  return folder;
}

/** The names in the directory at the end of a zip file. */
function namesIn(zip: Buffer): string[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  const names: string[] = [];
  let entry = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    // The lengths of the name, of more fields and of the comment behind it.
    const [name = 0, ...others] = [28, 30, 32].map((field) => zip.readUInt16LE(entry + field));
    names.push(zip.toString('utf8', entry + 46, entry + 46 + name));
    entry += 46 + others.reduce((sum, length) => sum + length, name);
  }
  return names;
}
