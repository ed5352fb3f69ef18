// Builds the extension into dist/ and, with --tests, the tests and their tools into out/. Of the tests, those
// that are named after it, when any are. With --deck-check, builds that tool alone.
import { readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as esbuild from 'esbuild';

const flags = new Set(process.argv.slice(2));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const require = createRequire(import.meta.url);

/**
 * The root of undici replaces the dispatcher behind every `fetch` of the process as it loads, and the
 * extension host is one process for all extensions. So `undici` resolves to the parts used here, taken
 * from files that have no such side effect.
 */
const undiciWithoutGlobals = {
  name: 'undici-without-globals',
  setup(build) {
    const lib = path.join(path.dirname(require.resolve('undici/package.json')), 'lib');
    // undici has its HTTP parser twice. The one without SIMD runs on every processor, and one saves 24 kB.
    const parser = path.join(lib, 'llhttp', 'llhttp-wasm.js');
    build.onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, () => ({ path: parser }));
    build.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'undici-parts' }));
    build.onLoad({ filter: /.*/, namespace: 'undici-parts' }, () => ({
      resolveDir: lib,
      contents: `
        const Dispatcher = require('./dispatcher/dispatcher.js');
        Dispatcher.prototype.connect = require('./api/api-connect.js');
        exports.Client = require('./dispatcher/client.js');
        exports.buildConnector = require('./core/connect.js');
        exports.errors = require('./core/errors.js');
      `,
    }));
  },
};

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
      const options = { bundle: true, platform: 'node', target: 'node20', format: 'cjs', minify: true };
      const { outputFiles, metafile } = await esbuild.build({
        ...options,
        entryPoints: [file],
        write: false,
        metafile: true,
      });
      return {
        contents: outputFiles[0].text,
        loader: 'text',
        watchFiles: Object.keys(metafile.inputs).map((input) => path.resolve(input)),
      };
    });
  },
};

/** @type {esbuild.BuildOptions} */
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

/**
 * The extension is an ES module. `src/main.ts`, which `src/load.ts` imports by `import()`, becomes a file of its own.
 *
 * @type {esbuild.BuildOptions}
 */
const extension = {
  ...common,
  entryPoints: ['src/extension.ts'],
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
  minify: flags.has('--production'),
  sourcemap: flags.has('--production') ? false : 'inline',
  // Packages in the older format call `require`, which a module does not have.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
};

/** Packages that tests and measurements find in node_modules. */
const testPackages = [
  ...common.external,
  'esbuild',
  'mocha',
  'playwright-core',
  '@sparticuz/chromium',
  '@vscode/l10n-dev',
  '@vscode/test-electron',
  's3rver',
  'sharp',
  'webdav-server',
];

/** @returns {esbuild.BuildOptions} */
function tests() {
  rmSync('out', { recursive: true, force: true });
  const programs = [
    'runAll.ts',
    'mutations/run.ts',
    'host/start.ts',
    'host/desktop.ts',
    'host/drawIcon.ts',
    'integration/index.ts',
    'pictures/take.ts',
    'simulation/prove.ts',
    'simulation/run.ts',
    'support/clientProcess.ts',
    'support/emulatorProcess.ts',
    'support/fullDiskProcess.ts',
    'support/journalVisitor.ts',
    'support/launchProcess.ts',
    'support/proxyProcess.ts',
  ];
  const suites = readdirSync('test', { recursive: true }).filter((file) =>
    /\.(test|mutations)\.ts$/.test(file),
  );
  const entries = [...programs, ...suites].map((file) => path.join('test', file));
  const needed = (file) => named.length === 0 || named.includes(file) || file.startsWith('test/support/');
  return {
    ...common,
    entryPoints: entries.filter(needed),
    outbase: '.',
    outdir: 'out',
    sourcemap: 'inline',
    external: testPackages,
  };
}

/** The measurements, with the code that they measure: built like what ships. @type {esbuild.BuildOptions} */
const bench = {
  ...common,
  entryPoints: [
    'run.ts',
    'deckChecker.ts',
    'hostPauses.ts',
    'hostStudy.ts',
    'hostUploader.ts',
    'journalReader.ts',
    'launcher.ts',
    'lister.ts',
    'listServer.ts',
    'putServer.ts',
    'relay.ts',
    'studyRows.ts',
    'studyServer.ts',
    'uploader.ts',
  ].map((file) => path.join('test/bench', file)),
  outbase: '.',
  outdir: 'out',
  minify: true,
  external: testPackages,
};

if (flags.has('--deck-check')) {
  await esbuild.build({ ...common, entryPoints: ['test/host/deckCheck.ts'], outfile: 'out/deckCheck.js' });
} else {
  // The names of files have hashes, so earlier ones would stay.
  rmSync('dist', { recursive: true, force: true });
  if (flags.has('--watch')) await (await esbuild.context(extension)).watch();
  else await esbuild.build(extension);
  if (flags.has('--tests')) {
    await esbuild.build(tests());
    // Sources without their tests, as of a package, can be built too.
    const { engineOptions } = await import('./test/simulation/buildEngine.mjs');
    await esbuild.build(engineOptions('out/test/simulation/engine.js'));
  }
  if (flags.has('--tests') && named.length === 0) await esbuild.build(bench);
}
