import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, readdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { build, type Metafile, type Plugin } from 'esbuild';
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
  readonly version?: string;
  readonly license?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile;
const { '': root, ...locked } = lockfile.packages;

/** The names of the locked packages with this property. */
function lockedWhere(holds: (entry: LockedPackage) => boolean): string[] {
  return Object.keys(locked).filter((name) => holds(locked[name]!));
}

describe('The packages for building the project', () => {
  it('are dependencies if the extension contains them, and only then', async () => {
    const kinds = Object.keys(manifest).filter((key) => /dependencies$/i.test(key));
    assert.deepEqual(kinds, ['dependencies', 'devDependencies']);
    const inputs = await bundle();
    const imported = Object.entries(inputs)
      .filter(([file]) => packageOf(file) === undefined)
      .flatMap(([, { imports }]) => imports.flatMap((one) => packageOf(one.path) ?? []));
    assert.deepEqual([...new Set(imported)].sort(), Object.keys(manifest.dependencies));
    const shipped = lockedWhere(({ dev }) => dev !== true).map((name) => packageOf(name));
    assert.deepEqual(shipped, packagesIn(inputs));
  });

  it('have exact versions', () => {
    const { dependencies, devDependencies } = manifest;
    const all = Object.entries({ ...dependencies, ...devDependencies });
    const loose = all.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
    assert.deepEqual(loose, []);
    assert.deepEqual([root!.dependencies, root!.devDependencies], [dependencies, devDependencies]);
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
  const onUnix = needs('links', 'modes');
  after(removeTempTrees);

  let built: Promise<BuiltPackage[]> | undefined;
  const buildPackages = () => (built ??= Promise.all(places.map(buildPackageIn)));

  onUnix.it('has the same bytes for the same sources, whoever builds it, anywhere, at any time', async () => {
    const [first, second] = await buildPackages();
    assert.equal(sha256(second!.bytes), sha256(first!.bytes));
    assert.equal(second!.sbom, first!.sbom);
    const names = ['[Content_Types].xml', 'extension.vsixmanifest'];
    const all = [...names, ...packedFiles.map((file) => `extension/${file}`)].sort();
    assert.deepEqual(namesOf([...unzip(first!.bytes).keys()]), all);
  });

  onUnix.it('names every library in it, with copyright and licence', async () => {
    const [first] = await buildPackages();
    const text = unzip(first!.bytes).get('extension/ThirdPartyNotices.txt')!.toString('utf8');
    const [, ...parts] = text.split(/^-{80}$/m).map((part) => part.trim());
    const titles = parts.filter((_, index) => index % 2 === 0);
    const licences = parts.filter((_, index) => index % 2 === 1);
    const inputs = await bundle();
    const versions = packagesIn(inputs).map((name) => {
      const { version, license } = locked[`node_modules/${name}`]!;
      return `${name} ${version} (${license})`;
    });
    const embedded = ['fetch-blob', 'formdata-polyfill', 'llhttp'].map((name) => `${name}, in undici`);
    assert.deepEqual(titles, [...versions, ...embedded].sort());
    const unfit = licences.filter(
      (licence) => !/Permission is hereby\s+granted|Blue Oak Model License/.test(licence),
    );
    assert.deepEqual(unfit, []);
    const withoutCopyright = titles.filter((_, index) => !/copyright/i.test(licences[index]!));
    assert.deepEqual(withoutCopyright, []);
  });

  onUnix.it('has a list of the libraries in it beside it', async () => {
    const { sbom } = (await buildPackages())[0]!;
    const { components } = JSON.parse(sbom) as { readonly components: readonly object[] };
    const expected = packagesIn(await bundle()).map((name) => {
      const { version, license, integrity = '' } = locked[`node_modules/${name}`]!;
      const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
      return {
        type: 'library',
        name,
        version,
        hashes: [{ alg: 'SHA-512', content }],
        licenses: [{ license: { id: license } }],
        purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      };
    });
    assert.deepEqual(components, expected);
  });

  onUnix.it('holds no path of the machine that built it, and no source map', async () => {
    const [first] = await buildPackages();
    const temporary = path.dirname(await tempTree());
    const unwanted = [process.cwd(), temporary, homedir(), 'file:///', 'sourceMappingURL'];
    for (const [name, content] of unzip(first!.bytes)) {
      const text = content.toString('latin1');
      const found = unwanted.filter((word) => text.includes(word));
      assert.deepEqual(found, [], name);
    }
  });
});

describe('The workflows', () => {
  it('name the actions of others by hash, with the version behind it', () => {
    const folder = '.github/workflows';
    const uses = readdirSync(folder).flatMap((name) =>
      [...readFileSync(path.join(folder, name), 'utf8').matchAll(/\buses: (.*)$/gm)].map(([, one]) => one!),
    );
    assert.ok(uses.length > 0);
    assert.deepEqual(
      uses.filter((one) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(one)),
      [],
    );
  });
});

describe('The notices', () => {
  afterEach(removeTempTrees);

  it('include the code of others that a library says it contains', async () => {
    const inputs = await bundle();
    const remarks = Object.keys(inputs)
      .filter((file) => packageOf(file) !== undefined)
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/^.*(?:copyright|licen[cs]e).*$/gim)].map(
          ([line]) => `${file.replace(/^.*node_modules\//, '')}: ${line.trim()}`,
        ),
      )
      .filter((line) => !/^jsonc-parser\//.test(line));
    assert.deepEqual(remarks, [
      'undici/lib/core/util.js: * based on https://github.com/node-fetch/fetch-blob/blob/8ab587d34080de94140b54f07168451e7d0b655e/index.js#L229-L241 (MIT License)',
      'undici/lib/web/fetch/body.js: /*! formdata-polyfill. MIT License. Jimmy Wärting <https://jimmy.warting.se/opensource> */',
    ]);
  });

  it('stop the build at a library without a licence', async () => {
    const folder = await tempTree({
      'node_modules/free/package.json': '{ "name": "free", "version": "1.0.0", "license": "MIT" }',
    });
    const program = `import { formatNotices } from ${JSON.stringify(pathToFileURL('.ci/notices.mjs').href)};
      formatNotices(['src/main.ts', 'node_modules/free/lib/index.js']);`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^Error: free has no licence; add the one of its repository to \.ci\/notices\.mjs\.$/m,
    );
  });
});

/** The files that the extension consists of, with what each imports. */
function bundle(): Promise<Metafile['inputs']> {
  return (bundled ??= buildInputs());
}

let bundled: Promise<Metafile['inputs']> | undefined;

async function buildInputs(): Promise<Metafile['inputs']> {
  const programs = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('Program.ts'),
  );
  const { metafile } = await build({
    bundle: true,
    entryPoints: ['src/extension.ts', ...programs.map((name) => `src/${name}`)],
    external: ['vscode', '*?worker'],
    logLevel: 'silent',
    metafile: true,
    outdir: 'out',
    platform: 'node',
    plugins: [undiciParts],
    write: false,
  });
  return metafile.inputs;
}

/** As in `esbuild.mjs`. */
const undiciParts: Plugin = {
  name: 'undici-parts',
  setup: (one) =>
    one.onResolve({ filter: /^undici$/ }, () => ({ path: path.resolve('src/client/http/undiciParts.cjs') })),
};

/** The package that a file belongs to, or undefined for a file of the project. */
function packageOf(file: string): string | undefined {
  return /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
}

/** The sorted names of the packages with at least one of these files. */
function packagesIn(inputs: Metafile['inputs']): string[] {
  return [...new Set(Object.keys(inputs).flatMap((file) => packageOf(file) ?? []))].sort();
}

/** Circumstances of a build that may differ. */
interface Place {
  /** Mode of each file of the sources. */
  readonly mode: number;
  readonly umask: number;
  /** Time of each file of the sources; seconds since the epoch. */
  readonly time: number;
  readonly env: Readonly<Record<string, string>>;
}

const places: readonly Place[] = [
  { mode: 0o600, umask: 0o077, time: 1e9, env: { TZ: 'Pacific/Auckland', LC_ALL: 'cs_CZ.UTF-8' } },
  { mode: 0o664, umask: 0o002, time: 1.5e9, env: { TZ: 'America/New_York', LC_ALL: 'en_US.UTF-8' } },
];

interface BuiltPackage {
  readonly bytes: Buffer;
  readonly sbom: string;
}

/** The package that is built from a copy of the sources. */
async function buildPackageIn(place: Place): Promise<BuiltPackage> {
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
  return { bytes, sbom: readFileSync(path.join(folder, sbomName), 'utf8') };
}

const sbomName = `${manifest.name}-${manifest.version}.cdx.json`;

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

/** The name and the content of each file of a zip file. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  const files = new Map<string, Buffer>();
  let entry = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    // The lengths of the name, of more fields and of the comment behind it.
    const [name = 0, ...others] = [28, 30, 32].map((field) => zip.readUInt16LE(entry + field));
    const file = zip.readUInt32LE(entry + 42);
    // The file has its own lengths of the name and of more fields.
    const start = file + 30 + zip.readUInt16LE(file + 26) + zip.readUInt16LE(file + 28);
    const bytes = zip.subarray(start, start + zip.readUInt32LE(entry + 20));
    const isStored = zip.readUInt16LE(entry + 10) === 0;
    files.set(zip.toString('utf8', entry + 46, entry + 46 + name), isStored ? bytes : inflateRawSync(bytes));
    entry += 46 + others.reduce((sum, length) => sum + length, name);
  }
  return files;
}
