import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { launchBrowser } from './host/browser';
import { installVscode } from './host/installVscode';
import { runExtensionTests } from './host/extensionTests';
import { repositoryRoot } from './host/testDataFolder';
import { vscodeVersions, type VscodeVersion } from './host/vscodeVersions';
import { lineMark } from './integration/lineMark';
import { copyOfSample } from './support/sampleWorkspace';
import { networkEnvironment } from './support/networkEnvironment';
import { removeTempTrees } from './support/tempTree';
import path from 'node:path';

interface Count {
  readonly passed: number;
  readonly failed: number;
  /** The end of what a stage with failures printed, where these are listed. */
  readonly failures?: string;
}

interface Stage {
  /** Chosen by this word on the command line; without one all but `full`, which takes long. */
  readonly group: 'checks' | 'unit' | 'launches' | 'vscode' | 'browser' | 'full';
  readonly name: string;
  readonly run: () => Promise<Count>;
}

const root = repositoryRoot();

const { positionals: groups, values: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    /** Only tests whose titles match this. */
    grep: { type: 'string' },
    /** Only in this VS Code. */
    version: { type: 'string' },
  },
});

/** Runs every check and test of the project and ends with the line `N passed, N failed`. */
async function main(): Promise<void> {
  const chosen = stages().filter(({ group }) =>
    groups.length === 0 ? group !== 'full' : groups.includes(group),
  );
  const of = (group: Stage['group']) => chosen.filter((stage) => stage.group === group);
  // What needs no VS Code needs one core each. The longest go first.
  const waiting = [...of('unit'), ...of('launches'), ...of('checks')].values();
  const lanes = [inTurn(waiting), inTurn(waiting)];
  if (chosen.some(needsVscode)) await Promise.race(lanes).then(installAll);
  const results = (await Promise.all(lanes)).flat();
  results.push(...(await inTurn([...of('vscode'), ...of('browser'), ...of('full')])));
  const total = { passed: 0, failed: 0 };
  for (const { count } of results) {
    total.passed += count.passed;
    total.failed += count.failed;
  }
  const times = results.map(
    ({ name, count, seconds }) => `${name}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`,
  );
  // The failures again: of a long output, often only the end is kept.
  for (const { name, count } of results) {
    if (count.failed > 0) console.log(`\n── failures of: ${name}\n${count.failures ?? ''}`);
  }
  console.log(`\n${times.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

const needsVscode = ({ group }: Stage): boolean => ['vscode', 'browser', 'full'].includes(group);

/** Fetches VS Code and the browser. What fails here is tried again where it is needed, and fails there. */
async function installAll(): Promise<void> {
  try {
    for (const version of testedVersions()) await installVscode(version, console.log);
    await (await launchBrowser()).close();
  } catch (error) {
    console.error(error);
  }
}

interface Result {
  readonly name: string;
  readonly count: Count;
  readonly seconds: number;
}

async function inTurn(some: Iterable<Stage>): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, run } of some) {
    console.log(`\n── ${name}`);
    const start = performance.now();
    const count = await run().catch(asFailure);
    results.push({ name, count, seconds: Math.round((performance.now() - start) / 1000) });
  }
  return results;
}

function stages(): Stage[] {
  const versions = testedVersions();
  const packageNeeded = {
    group: 'browser',
    name: 'package',
    run: () => check('npm', ['run', 'package']),
  } as const;
  return [
    { group: 'checks', name: 'types', run: () => check('npm', ['run', 'typecheck']) },
    { group: 'checks', name: 'lint', run: () => check('npm', ['run', 'lint']) },
    { group: 'checks', name: 'format', run: () => check('npm', ['run', 'format:check']) },
    {
      group: 'unit',
      name: 'unit tests',
      run: () => mocha('out/test/unit/**/*.test.js', { ignored: [launchTests] }),
    },
    { group: 'launches', name: 'unit tests of launches', run: () => mocha(launchTests) },
    ...versions.map((version): Stage => ({
      group: 'vscode',
      name: `in the extension host of VS Code ${version.version}`,
      run: () => inExtensionHost(version),
    })),
    packageNeeded,
    ...versions.map((version): Stage => ({
      group: 'browser',
      name: `by clicks in VS Code ${version.version}`,
      run: () => byClicks(version),
    })),
    { ...packageNeeded, group: 'full' },
    {
      group: 'full',
      name: 'in depth',
      run: () => mocha('out/test/full/**/*.test.js', { timeoutMs: 300_000 }),
    },
  ];
}

function testedVersions(): VscodeVersion[] {
  return vscodeVersions.filter(({ version }) => version === (wanted.version ?? version));
}

/** A command that either passes or fails, as one test. What it says is shown at its end, in one piece. */
async function check(command: string, args: readonly string[]): Promise<Count> {
  const { output, exitCode } = await runProgram(command, args, { isShown: false });
  console.log(output);
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: endOf(output) };
}

const launchTests = 'out/test/unit/launch/**/*.test.js';

async function mocha(
  spec: string,
  {
    env = {},
    ignored = [],
    timeoutMs = 90_000,
  }: { env?: Record<string, string>; ignored?: readonly string[]; timeoutMs?: number } = {},
): Promise<Count> {
  const { output, exitCode } = await runProgram(
    'npx',
    [
      'mocha',
      '--no-package',
      ...mochaArguments,
      ...['--timeout', String(timeoutMs)],
      ...grep,
      ...ignored.flatMap((file) => ['--ignore', file]),
      spec,
    ],
    { env },
  );
  return countOf(output, exitCode);
}

const grep = wanted.grep === undefined ? [] : ['--grep', wanted.grep];

// An explicit list of files: the configuration in package.json would add the unit tests to every run.
const mochaArguments = ['--enable-source-maps', '--forbid-only', '--forbid-pending', '--exit'];

/** In the other versions, the suites of the extension host have tests of what these show, or it is the same. */
const latestOnly = [
  'environments',
  'connectionCheck',
  'requestBodies',
  'hostileNames',
  'pseudoLanguage',
  'german',
].map((suite) => `out/test/browser/${suite}.test.js`);

async function byClicks(version: VscodeVersion): Promise<Count> {
  await installVscode(version, console.log);
  const ignored = version === vscodeVersions[0] ? [] : latestOnly;
  return await mocha('out/test/browser/**/*.test.js', {
    env: { VSCODE_VERSION: version.version },
    ignored,
  });
}

async function inExtensionHost(version: VscodeVersion): Promise<Count> {
  const installed = await installVscode(version, console.log);
  const workspace = await copyOfSample();
  let output = '';
  try {
    const exitCode = await runExtensionTests({
      installed,
      extensionPath: root,
      testsPath: path.join(root, 'out/test/integration/index.js'),
      folder: workspace.folder,
      env: { TEST_GREP: wanted.grep, ...(await networkEnvironment()) },
      isShown: (line) => line.startsWith(lineMark),
      write: (text) => {
        const line = text.slice(lineMark.length);
        output += line;
        process.stdout.write(line);
      },
    });
    return countOf(output, exitCode);
  } finally {
    await workspace.remove();
    await removeTempTrees();
  }
}

/** A run that ended badly or said nothing counts as a failure, whatever its tests said. */
function countOf(output: string, exitCode: number): Count {
  const number = (word: string) => Number(new RegExp(`^ +(\\d+) ${word}`, 'm').exec(output)?.[1] ?? 0);
  const count = { passed: number('passing'), failed: number('failing') };
  // Titles that are asked for need not be in each stage.
  const isThere = count.passed + count.failed > 0 || wanted.grep !== undefined;
  const isTrue = (exitCode === 0) === (count.failed === 0) && isThere;
  const failed = isTrue ? count.failed : Math.max(1, count.failed);
  const listed = output.search(/^ +\d+ failing/m);
  return { ...count, failed, failures: endOf(output.slice(Math.max(0, listed))) };
}

/** The last 12,000 characters of an output. */
function endOf(output: string): string {
  return output.slice(-12_000);
}

async function runProgram(
  command: string,
  args: readonly string[],
  { env = {}, isShown = true }: { env?: Record<string, string>; isShown?: boolean },
): Promise<{ output: string; exitCode: number }> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (isShown) process.stdout.write(chunk);
  });
  const exitCode = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  return { output, exitCode };
}

function asFailure(error: unknown): Count {
  console.error(error);
  return { passed: 0, failed: 1, failures: String(error) };
}

void main();
