// Builds the extension into dist/ and, with --tests, the tests and their tools into out/. Of the tests, those
// that are named after it, when any are.
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
    build.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'undici-parts' }));
    build.onLoad({ filter: /.*/, namespace: 'undici-parts' }, () => ({
      resolveDir: lib,
      contents: `
        const Dispatcher = require('./dispatcher/dispatcher.js');
        Dispatcher.prototype.request = require('./api/api-request.js');
        Dispatcher.prototype.connect = require('./api/api-connect.js');
        exports.Agent = require('./dispatcher/agent.js');
        exports.Client = require('./dispatcher/client.js');
        exports.errors = require('./core/errors.js');
      `,
    }));
  },
};

/** @type {esbuild.BuildOptions} */
const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['vscode'],
  plugins: [undiciWithoutGlobals],
  // Leaves out undici's second HTTP parser, which this platform never uses.
  define: { esbuildDetection: '1' },
  logLevel: 'warning',
};

/** @type {esbuild.BuildOptions} */
const extension = {
  ...common,
  entryPoints: ['src/extension.ts'],
  outdir: 'dist',
  minify: flags.has('--production'),
  sourcemap: !flags.has('--production'),
};

/** @returns {esbuild.BuildOptions} */
function tests() {
  rmSync('out', { recursive: true, force: true });
  const programs = [
    'runAll.ts',
    'guards/run.ts',
    'host/start.ts',
    'host/desktop.ts',
    'integration/index.ts',
    'support/clientProcess.ts',
    'support/emulatorProcess.ts',
    'support/launchProcess.ts',
    'support/proxyProcess.ts',
  ];
  const suites = readdirSync('test', { recursive: true }).filter((file) => file.endsWith('.test.ts'));
  const entries = [...programs, ...suites].map((file) => path.join('test', file));
  const needed = (file) => named.length === 0 || named.includes(file) || file.startsWith('test/support/');
  return {
    ...common,
    entryPoints: entries.filter(needed),
    outbase: '.',
    outdir: 'out',
    sourcemap: 'inline',
    external: [
      ...common.external,
      'mocha',
      'playwright-core',
      '@sparticuz/chromium',
      '@vscode/test-electron',
    ],
  };
}

if (flags.has('--watch')) {
  const context = await esbuild.context(extension);
  await context.watch();
} else {
  rmSync('dist', { recursive: true, force: true });
  await esbuild.build(extension);
  if (flags.has('--tests')) await esbuild.build(tests());
}
