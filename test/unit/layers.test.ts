import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const pureFolders = ['client', 'upload', 'launch', 'emulator', 'secrets', 'check'];

/** The modules that a file names in imports, exports and calls of `import` or `require`. */
function importsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/(?:from|import|require)\s*\(?\s*['"]([^'"]+)['"]/g);
  return [...found].map((match) => match[1] ?? '');
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(folder, file));
}

describe('The layers', () => {
  for (const folder of pureFolders) {
    it(`keep VS Code and the shell out of src/${folder}`, () => {
      const root = path.join('src', folder);
      const outside = sources(root).flatMap((file) =>
        importsOf(file)
          .filter((name) => name === 'vscode' || !isPure(path.dirname(file), name))
          .map((name) => `${file} imports ${name}`),
      );
      assert.ok(sources(root).length > 0);
      assert.deepEqual(outside, []);
    });
  }

  it('keep the client free of all other folders', () => {
    const outside = sources('src/client').flatMap((file) =>
      importsOf(file).filter((name) => name.startsWith('../')),
    );
    assert.deepEqual(outside, []);
  });

  it('let one file only send requests, one keep connections, one read what comes back, and one connect to proxies', () => {
    const users = sources('src').filter((file) => importsOf(file).some((name) => /^undici\b/.test(name)));
    assert.deepEqual(
      users.sort(),
      ['answerReader.ts', 'connections.ts', 'http.ts', 'tunnel.ts'].map((file) =>
        path.join('src', 'client', file),
      ),
    );
  });

  it('let one file only read the configuration', () => {
    const readers = sources('src').filter((file) => readFileSync(file, 'utf8').includes('getConfiguration('));
    assert.deepEqual(readers, [path.join('src', 'settings.ts')]);
  });
});

/** Packages and Node's own modules are no layer; a relative import must stay in a pure folder. */
function isPure(from: string, name: string): boolean {
  if (!name.startsWith('.')) return true;
  const [folder = ''] = path.relative('src', path.join(from, name)).split(path.sep);
  return pureFolders.includes(folder);
}
