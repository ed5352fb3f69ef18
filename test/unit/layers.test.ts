import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sources } from '../support/sources';

const contributing = readFileSync('CONTRIBUTING.md', 'utf8');
const [, placesText = ''] = contributing.split('\n## Where a line of code goes\n');

/** From top to bottom, as CONTRIBUTING.md lists them. A folder imports only from folders below it. */
const [table = ''] = /^\| Folder[^]*?(?=\n\n)/m.exec(placesText) ?? [];
const layers = [...table.matchAll(/^\| `([\w/]+)`/gm)].map(([, folder = '']) => folder);

/** These folders do not depend on VS Code, as CONTRIBUTING.md says. */
const [pureText = ''] = /^.* know nothing of VS Code/m.exec(placesText) ?? [];
const pureFolders = [...pureText.matchAll(/`(\w+)`/g)].map(([, folder = '']) => folder);

const files = [...sources.keys()];
const filesWith = (pattern: RegExp) => files.filter((file) => pattern.test(sources.get(file) ?? ''));

/** The modules that a file names in imports, exports and calls of `import` or `require`. */
function importsOf(file: string): string[] {
  const found = sources.get(file)?.matchAll(/(?:from|import|require)\s*\(?\s*['"]([^'"]+)['"]/g) ?? [];
  return [...found].map(([, name = '']) => name);
}

const knownTargets = new Map<string, readonly string[]>();

/** The files of this project that a file imports, types included. */
function targetsOf(file: string): readonly string[] {
  const known = knownTargets.get(file) ?? findTargets(file);
  knownTargets.set(file, known);
  return known;
}

function findTargets(file: string): string[] {
  return importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => path.posix.join(path.posix.dirname(file), name))
    .map((name) => files.find((one) => [`${name}.ts`, `${name}/index.ts`].includes(one)) ?? name);
}

/** The layer of a file: its folder, or the file itself if it is in the root. */
function layerOf(file: string): number {
  const folder = path.posix.dirname(file);
  const name = folder === '.' ? file.replace(/\.ts$/, '') : folder;
  return layers.indexOf(name);
}

/** The files that import themselves through others. */
function filesInCircles(): string[] {
  const reached = (file: string): Set<string> => {
    const seen = new Set<string>();
    const queue = [...targetsOf(file)];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (seen.has(next) || !files.includes(next)) continue;
      seen.add(next);
      queue.push(...targetsOf(next));
    }
    return seen;
  };
  return files.filter((file) => reached(file).has(file));
}

/** Whether a package is imported by its name, or a part of it that its `exports` name. */
function isExported(name: string): boolean {
  if (name.startsWith('.') || name.startsWith('node:')) return true;
  const [, packageName = '', part = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.+)?$/.exec(name) ?? [];
  if (part === '') return true;
  const manifest = readFileSync(path.join('node_modules', packageName, 'package.json'), 'utf8');
  const { exports = {} } = JSON.parse(manifest) as { readonly exports?: object };
  return Object.hasOwn(exports, `.${part}`);
}

describe('The layers', () => {
  it('contain every file, and are those that there are', () =>
    assert.deepEqual(new Set(files.map(layerOf)), new Set(layers.keys())));

  it('import nothing from above', () => {
    const upward = files.flatMap((file) =>
      targetsOf(file)
        .filter((target) => layerOf(target) < layerOf(file))
        .map((target) => `${file} imports ${target}`),
    );
    assert.deepEqual(upward, []);
  });

  it('have no circle of files', () => assert.deepEqual(filesInCircles(), []));

  it('keep VS Code out of twelve folders', () => {
    assert.equal(pureFolders.length, 12);
    const pureFiles = files.filter((file) => pureFolders.includes(file.split('/')[0]!));
    const users = pureFiles.filter((file) => importsOf(file).includes('vscode'));
    assert.deepEqual(users, []);
  });

  it('load code lazily only from load.ts', () =>
    assert.deepEqual(filesWith(/\b(?:import|require)\('\.(?!\/main'\)>)/), ['load.ts']));

  it('use the HTTP library only in the folder client/http', () => {
    const users = files.filter((file) => importsOf(file).some((name) => /^undici\b/.test(name)));
    assert.ok(users.length > 0);
    assert.ok(
      users.every((file) => file.startsWith('client/http/')),
      users.join(', '),
    );
  });

  it('import from a package only what it exports', () => {
    const unexported = files.flatMap((file) =>
      importsOf(file)
        .filter((name) => !isExported(name))
        .map((name) => `${file} imports ${name}`),
    );
    assert.deepEqual(unexported, []);
  });

  it('import unexported parts only in the build, which keeps the global dispatcher of undici out', () => {
    const files = ['esbuild.mjs', 'src/client/http/undiciParts.cjs'];
    const build = files.map((file) => readFileSync(file, 'utf8')).join('');
    const inner = build.matchAll(/(?:from|import|require)\s*\(?\s*['"](\.[^'"]+|undici\/[^'"]+)['"]/g);
    assert.deepEqual(
      [...inner].map(([, name]) => name),
      [
        './.ci/notices.mjs',
        './test/simulation/buildEngine.mjs',
        'undici/lib/dispatcher/dispatcher.js',
        'undici/lib/api/api-connect.js',
        'undici/lib/dispatcher/client.js',
        'undici/lib/core/connect.js',
        'undici/lib/core/errors.js',
      ],
    );
  });

  it('read the configuration in one file only, but for what an idle window looks at', () =>
    assert.deepEqual(filesWith(/getConfiguration\(/), ['idle.ts', 'session/settings.ts']));
});
