// Builds the extension into dist/ and, with --tests, all or the named tests into out/. With --program, it builds only the
// named files, and leaves the others in out/.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { formatNotices } from './.ci/notices.mjs';

const flags = new Set(process.argv.slice(2));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

/**
 * The root of undici replaces the dispatcher behind every `fetch` of the process as it loads, and the extension host is
 * one process for all extensions. So `undici` resolves to the parts used here, from files without such a side effect.
 * It has its HTTP parser twice: the one without SIMD runs on every processor, and one saves 24 kB.
 */
const undiciWithoutGlobals = {
  name: 'undici-without-globals',
  setup(build) {
    const parser = fileURLToPath(import.meta.resolve('undici/lib/llhttp/llhttp-wasm.js'));
    const parts = path.resolve('src/client/http/undiciParts.cjs');
    build.onResolve({ filter: /^undici$/ }, () => ({ path: parts }));
    build.onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, () => ({ path: parser }));
  },
};

/** The files of the programs that have been built, and of those for worker threads in them. */
const builtFrom = [];

/**
 * A program for a worker thread is imported as text, by the name of its module with `?worker`, so that it needs no file
 * of its own that would have to be found at run time.
 */
const workerPrograms = {
  name: 'worker-programs',
  setup(build) {
    build.onResolve({ filter: /\?worker$/ }, ({ path: name, resolveDir }) => ({
      // Relative, because the names of files are made from it.
      path: path
        .relative('.', path.join(resolveDir, name.replace(/\?worker$/, '.ts')))
        .replaceAll(path.sep, '/'),
      namespace: 'worker-programs',
    }));
    build.onLoad({ filter: /.*/, namespace: 'worker-programs' }, async ({ path: file }) => {
      const { outputFiles, metafile } = await esbuild.build({
        bundle: true,
        platform: 'node',
        target: 'node20',
        format: 'cjs',
        minify: true,
        entryPoints: [file],
        write: false,
        metafile: true,
      });
      builtFrom.push(...bundledFiles(metafile));
      return {
        contents: outputFiles[0].text,
        loader: 'text',
        watchFiles: Object.keys(metafile.inputs).map((input) => path.resolve(input)),
      };
    });
  },
};

function bundledFiles({ outputs }) {
  return Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
}

/** Names the libraries in the programs that ship, with their licences. */
const thirdPartyNotices = {
  name: 'third-party-notices',
  setup(build) {
    build.initialOptions.metafile = true;
    build.onEnd(({ errors, metafile }) => {
      if (errors.length > 0) return;
      builtFrom.push(...bundledFiles(metafile));
      writeFileSync('ThirdPartyNotices.txt', formatNotices(builtFrom));
    });
  },
};

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['vscode'],
  // The other form of it loads its parts in a way that cannot be bundled.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  plugins: [undiciWithoutGlobals, workerPrograms],
  logLevel: 'warning',
};

/** An ES module. `src/main.ts`, which `src/load.ts` imports by `import()`, becomes a file of its own. */
const extension = {
  ...common,
  entryPoints: ['src/extension.ts'],
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  format: 'esm',
  splitting: true,
  plugins: flags.has('--production') ? [...common.plugins, thirdPartyNotices] : common.plugins,
  minify: flags.has('--production'),
  sourcemap: flags.has('--production') ? false : 'inline',
  // Packages in the older format call `require`, which a module does not have.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
};

/** The command line, which runs without VS Code: one module, beside the manifest from which it has its defaults. */
const commandLine = {
  ...extension,
  entryPoints: ['src/cli/cli.ts'],
  external: [],
  splitting: false,
};

/** For tests and measurements, which find some packages in node_modules. */
const forTests = {
  ...common,
  outbase: '.',
  outdir: 'out',
  external: [
    'vscode',
    'esbuild',
    'mocha',
    'playwright-core',
    '@sparticuz/chromium',
    '@vscode/l10n-dev',
    '@vscode/test-electron',
    's3rver',
    'sharp',
    'typescript',
    'webdav-server',
  ],
};

/** The programs below a folder: the tests, and every other file that no file imports, but for its types. */
function listPrograms(folder) {
  const entries = readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name));
  const files = entries.filter((file) => /(?<!\.d)\.ts$/.test(file));
  const imports = /^(?:import|export) (?!type\b)(?:[^;]*? from )?'(\.[^']+)'/gm;
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(imports)].map(([, name]) => path.join(file, '..', `${name}.ts`)),
  );
  return files.filter((file) => !imported.includes(file));
}

/** Builds once, or again after each change. @returns the result, if it is built once */
async function build(options) {
  if (!flags.has('--watch')) return await esbuild.build({ ...options, metafile: true });
  await (await esbuild.context(options)).watch();
  return undefined;
}

/**
 * Removes the files of an earlier build, whose names have other hashes. Afterwards, because somebody may be running what
 * was built before.
 */
function removeOthers(folder, built) {
  const written = built.flatMap(({ metafile }) => Object.keys(metafile.outputs).map(path.normalize));
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (!written.includes(file)) rmSync(file, { recursive: true });
  }
}

if (flags.has('--program')) {
  await esbuild.build({ ...forTests, entryPoints: named, sourcemap: 'inline' });
} else {
  if (flags.has('--watch')) rmSync('dist', { recursive: true, force: true });
  const built = [await build(extension), await build(commandLine)];
  if (!flags.has('--watch')) removeOthers('dist', built);
  if (flags.has('--tests')) {
    // Whoever watches runs what was built before.
    if (!flags.has('--watch')) rmSync('out', { recursive: true, force: true });
    const all = named.length === 0;
    const programs = listPrograms('test');
    const isBench = (file) => file.startsWith(path.join('test', 'bench'));
    const isNamed = (file) => named.includes(file) || file.startsWith(path.join('test', 'support'));
    const tests = programs.filter((file) => !isBench(file) && (all || isNamed(file)));
    await build({ ...forTests, entryPoints: tests, sourcemap: 'inline' });
    // The code that is measured is built like what ships.
    if (all) await esbuild.build({ ...forTests, entryPoints: programs.filter(isBench), minify: true });
    // Sources without their tests, as of a package, can be built too.
    const { engineOptions } = await import('./test/simulation/buildEngine.mjs');
    await esbuild.build(engineOptions('out/test/simulation/engine.js'));
  }
}
