// The quick part of continuous integration, before a commit: types, lint, format, texts, documents, and the unit suites
// that look at the sources and the manifest. It takes two minutes at first, and some 20 seconds when few files have
// changed; `npm test` and `npm run test:full` do the rest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const suites = [
  'commands/taskDefinition',
  'contributions',
  'environments',
  'layers',
  'manifest',
  'mappingSettings',
  'mutations',
  'package',
  'questions',
  'readme',
  'session/pages',
  'settingTable',
  'sourceCounts',
  'sources',
  'translations',
  'upload/defaultExclude',
].map((name) => `test/unit/${name}.test`);
const mutations = readdirSync('test', { recursive: true })
  .filter((name) => name.endsWith('.mutations.ts'))
  .map((name) => path.join('test', name));
const builtFiles = (names) => names.map((name) => path.join('out', `${name}.js`));
const sourceFiles = (names) => names.map((name) => `${name}.ts`);

// Files that have not changed since they last passed are passed over. Lint looks at types of other files too, so what a
// change of a type does to a file that has not changed is seen by continuous integration alone, which has no cache.
const cacheFolder = 'node_modules/.cache';
const cacheIn = (name) => [
  '--cache',
  '--cache-strategy',
  'content',
  '--cache-location',
  `${cacheFolder}/${name}.json`,
];
const incremental = ['--incremental', '--tsBuildInfoFile', `${cacheFolder}/tsc.tsbuildinfo`];

/** A step is a name and the arguments of Node.js. The two lanes run beside each other and take about the same time. */
const lanes = [
  [['lint', 'node_modules/eslint/bin/eslint.js', '--max-warnings', '0', ...cacheIn('eslint'), '.']],
  [
    ['build', 'esbuild.mjs', '--program', ...sourceFiles(suites), ...mutations],
    ['suites', 'node_modules/mocha/bin/mocha.js', '--reporter', 'dot', ...builtFiles(suites)],
    ['types', 'node_modules/typescript/bin/tsc', ...incremental],
    [
      'format',
      'node_modules/prettier/bin/prettier.cjs',
      '--check',
      ...cacheIn('prettier'),
      '.',
      '!media/sample',
    ],
  ],
];

/** Runs a step, and prints its output when it fails. */
async function run([name, ...args]) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [exitCode] = await once(child, 'close');
  const seconds = Math.round((performance.now() - start) / 1000);
  process.stdout.write(`${name}: ${exitCode === 0 ? 'passed' : 'FAILED'}, ${seconds} s\n`);
  if (exitCode === 0) return;
  process.stdout.write(`\n${output.trim()}\n\n`);
  process.exitCode = 1;
}

// Those of a list that is gone would be checked too.
const builtBefore = existsSync('out') ? readdirSync('out', { recursive: true }) : [];
for (const name of builtBefore.filter((name) => name.endsWith('.mutations.js')))
  rmSync(path.join('out', name));

await Promise.all(
  lanes.map(async (steps) => {
    for (const step of steps) await run(step);
  }),
);
