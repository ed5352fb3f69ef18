// Builds the launch engine for the simulator: imports that reach the outside world are replaced by the
// simulated world in `globalThis.simulatedWorld`.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const simulatedModules = ['fs', 'fs/promises', 'os', 'timers/promises', 'crypto'];

const simulatedGlobals = [
  'Date',
  'performance',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'process.pid',
  'process.ppid',
  'process.kill',
  'process.hrtime',
  'Math.random',
];

const throughTheWorld = {
  name: 'through-the-simulated-world',
  setup(build) {
    build.onResolve({ filter: /^(node:)?(fs|os|crypto|timers)(\/promises)?$/ }, ({ path: name }) => {
      const bare = name.replace(/^node:/, '');
      if (!simulatedModules.includes(bare)) return { errors: [{ text: `${name} is not simulated` }] };
      return { path: bare, namespace: 'simulated' };
    });
    build.onLoad({ filter: /.*/, namespace: 'simulated' }, ({ path: name }) => ({
      contents: `module.exports = globalThis.simulatedWorld.modules[${JSON.stringify(name)}];`,
    }));
    // Threads are not simulated: files are read in place.
    build.onResolve({ filter: /\/fileThread$/ }, () => ({
      path: path.resolve('test/simulation/simulatedFileThread.ts'),
    }));
    // The simulated engine opens no connection.
    build.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'absent' }));
    build.onLoad({ filter: /.*/, namespace: 'absent' }, () => ({
      contents: 'module.exports = { errors: {} };',
    }));
  },
};

/** @param changes replacements; each `find` occurs exactly once in its file */
function withChanges(changes) {
  return {
    name: 'with-changes',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        const name = path.relative('.', file).split(path.sep).join('/');
        const own = changes.filter((change) => change.file === name);
        if (own.length === 0) return undefined;
        const contents = own.reduce(
          (text, { find, replace }) => {
            const parts = text.split(find);
            if (parts.length !== 2) throw new Error(`${name} holds ${parts.length - 1} times: ${find}`);
            return parts.join(replace);
          },
          readFileSync(file, 'utf8'),
        );
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** @returns {import('esbuild').BuildOptions} */
export function engineOptions(outfile, changes = []) {
  return {
    entryPoints: ['test/simulation/engine.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
    plugins: [throughTheWorld, withChanges(changes)],
    define: Object.fromEntries(simulatedGlobals.map((name) => [name, `simulatedWorld.${name}`])),
    sourcemap: 'inline',
    logLevel: 'warning',
  };
}
