import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from './host/browser';
import { runExtensionTests } from './host/extensionTests';
import { type InstalledVscode, installVscode } from './host/installVscode';
import { type InstalledWindows, installWindows, WineError } from './host/installWindows';
import { type Count, endOf, readReport, reportPath, sumOf } from './host/mochaReport';
import { pathFor } from './host/nodeProgram';
import { killMarked, markVariable } from './host/processes';
import { repositoryRoot } from './host/testDataFolder';
import { oldestVscode, type VscodeVersion, vscodeVersions } from './host/vscodeVersions';
import { browserSuitesFor, integrationSuitesFor, type Suites, suitesOnWindows } from './suites';
import { installDebianPackages } from './support/debianPackages';
import { gateways } from './support/gateways';
import { networkEnvironment } from './support/networkEnvironment';
import { copyOfSample } from './support/sampleWorkspace';
import { removeTempTrees } from './support/tempTree';
import { apache, nginx } from './support/webServers';

interface Stage {
  /** The word that selects it on the command line; all run without one. */
  readonly group: 'checks' | 'unit' | 'launches' | 'vscode' | 'browser' | 'webservers';
  readonly name: string;
  readonly run: () => Promise<Count>;
}

interface Result extends Count {
  readonly name: string;
}

const root = repositoryRoot();

const { positionals: groups, values: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    /** Ends a stage at its first failure. */
    bail: { type: 'boolean', default: false },
    /** Also runs the tests that take long. */
    full: { type: 'boolean', default: false },
    /** Only tests whose titles match this. */
    grep: { type: 'string' },
    /** The package of these sources has been made. */
    packaged: { type: 'boolean', default: false },
    /** Only in this VS Code. */
    version: { type: 'string' },
    /** Only the unit suites whose names contain this, and again after each change. */
    watch: { type: 'string' },
    /** On the Windows that is installed for tests. */
    windows: { type: 'boolean', default: false },
  },
});

/** Runs checks and tests of the project and ends with the line `N passed, N failed`. */
async function main(): Promise<void> {
  const chosen = allStages().filter(({ group }) => groups.length === 0 || groups.includes(group));
  const inGroup = (group: Stage['group']) => chosen.filter((one) => one.group === group);
  // Tests in the extension host come first: they use the test build, and the browser tests use the package.
  const inVscode = [...inGroup('vscode'), ...inGroup('browser')];
  const others = chosen.filter((one) => !inVscode.includes(one)).values();
  const installed = inVscode.length === 0 ? Promise.resolve() : installAll();
  // One VS Code at a time, because it needs most of a core. The others wait much of their time.
  const lanes = [installed.then(() => runLane(inVscode)), runLane(others), runLane(others)];
  const results = (await Promise.all(lanes)).flat();
  (await windows?.catch(() => undefined))?.end();
  const total = sumOf(results);
  // Repeated at the end, which is the visible part of a long output.
  for (const { name, failures, waitedInVain } of results) {
    if (waitedInVain !== undefined)
      console.log(`\n── ${name}: RUN ONCE MORE, because these waits ran out\n\n${waitedInVain}`);
    if (failures !== '') console.log(`\n── ${name}\n\n${failures}`);
  }
  if (total.failed > 0) {
    const out = path.join(root, 'out');
    console.log(
      `\nReports are in ${path.join(out, 'reports')}, pictures in ${path.join(out, 'screenshots')}.`,
    );
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

/** Builds and runs the suites until it is interrupted. */
function watchSuites(word: string): void {
  const suites = readdirSync(path.join(root, 'test/unit'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && name.includes(word))
    .map((name) => path.join('test', 'unit', name));
  if (suites.length === 0) throw new RangeError(`No unit suite has “${word}” in its name.`);
  const built = suites.map((name) => path.join('out', name.replace(/ts$/, 'js')));
  const mocha = path.join('node_modules', 'mocha', 'bin', 'mocha.js');
  const run = (...args: readonly string[]) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  run('esbuild.mjs', '--tests', '--watch', ...suites);
  run(mocha, '--watch', '--watch-files', 'out/test/unit', '--no-package', '--enable-source-maps', ...built);
}

let windows: Promise<InstalledWindows> | undefined;

/** The same one for all stages. */
function theWindows(): Promise<InstalledWindows> {
  return (windows ??= installWindows(console.log));
}

/** @param stages several lanes may share one iterator; each takes the next stage as soon as it is free */
async function runLane(stages: Iterable<Stage>): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, run } of stages) {
    const start = performance.now();
    const count = await run().catch(asFailure);
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${name}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`);
    for (const title of count.excluded ?? [])
      console.log(`  LEFT OUT, because this machine cannot run it: ${title}`);
    results.push({ name, ...count });
  }
  return results;
}

const installing = new Map<string, Promise<InstalledVscode>>();

/** Downloads a version once. A download that fails is repeated. */
function installOnce(version: VscodeVersion): Promise<InstalledVscode> {
  const install = () => installVscode(version, console.log);
  const repeat = (error: unknown) => {
    console.error(error);
    return install();
  };
  const installed = installing.get(version.version) ?? install().catch(repeat);
  installing.set(version.version, installed);
  return installed;
}

/** Begins all downloads, and waits for the browser. One that fails is an error of the stage that needs it. */
async function installAll(): Promise<void> {
  const ignore = () => undefined;
  if (wanted.windows) void theWindows().catch(ignore);
  if (wanted.full || !wanted.windows)
    for (const version of testedVersions()) void installOnce(version).catch(ignore);
  await launchBrowser().then((browser) => browser.close(), console.error);
}

function stage(group: Stage['group'], name: string, run: Stage['run']): Stage {
  return { group, name, run };
}

function mochaStage(
  group: Stage['group'],
  name: string,
  files: readonly string[],
  options?: Parameters<typeof mocha>[2],
): Stage {
  return stage(group, name, () => mocha(name, files, options));
}

const script = (name: string) => () => check('npm', ['run', '--silent', name]);
const packageStage = stage('browser', 'package', script('package'));

function allStages(): Stage[] {
  if (!wanted.full && !wanted.windows) return stagesOfEveryTime();
  const stages = [...(wanted.full ? stagesInDepth() : []), ...(wanted.windows ? stagesOnWindows() : [])];
  // Both make the package.
  return [...new Set(stages)].filter((one) => one !== packageStage || !wanted.packaged);
}

function stagesOfEveryTime(): Stage[] {
  const ignore = (files: readonly string[]) => files.flatMap((file) => ['--ignore', file]);
  const slow = ignore([hostileWire, ...inDepthUnitTests, ...inDepthLaunchTests]);
  return [
    // The longest stages come first.
    mochaStage('unit', 'unit tests of the client', [clientTests, ...slow]),
    mochaStage('unit', 'unit tests', [unitTests, ...ignore([clientTests, launchTests]), ...slow]),
    mochaStage('launches', 'unit tests of launches', [launchTests, ...slow]),
    stage('checks', 'types', script('typecheck')),
    ...vscodeStages(({ everyTime }) => everyTime),
  ];
}

function stagesInDepth(): Stage[] {
  const full = { env: { TEST_DEPTH: 'full' } };
  const long = { ...full, timeoutMs: 1_800_000 };
  return [
    mochaStage('launches', 'launches killed everywhere, studies with every fault', inDepthLaunchTests, full),
    stage('launches', 'two thousand simulated worlds with launches and studies', () =>
      check('node', ['out/test/simulation/run.js', '--seeds', '2000']),
    ),
    mochaStage('unit', 'unit tests in depth', inDepthUnitTests),
    mochaStage('launches', 'three hundred launches over hostile wires', [hostileWire], long),
    stage('webservers', 'web servers of the system', testWebServers),
    stage('checks', 'lint', script('lint')),
    stage('checks', 'format', script('format:check')),
    ...vscodeStages(({ inDepth }) => inDepth),
    mochaStage('browser', 'a window that stands still while another one takes over', [takeover], {
      timeoutMs: 300_000,
    }),
  ];
}

function stagesOnWindows(): Stage[] {
  const { unitFolders, inHost, byClicks } = suitesOnWindows;
  const { version } = oldestVscode;
  const hostName = `in the extension host of VS Code ${version} on Windows`;
  const clicksName = `by clicks in VS Code ${version} on Windows`;
  return [
    windowsStage('unit', 'unit tests on Windows', () => mochaOnWindows(unitFolders)),
    windowsStage('vscode', hostName, (installed) => runInExtensionHost(hostName, installed, inHost)),
    packageStage,
    windowsStage('browser', clicksName, () =>
      runByClicks(clicksName, { VSCODE_SYSTEM: 'windows' }, byClicks),
    ),
  ];
}

/** A machine that cannot have the Wine of the tests leaves them out, and the output says so. */
function windowsStage(
  group: Stage['group'],
  name: string,
  run: (installed: InstalledWindows) => Promise<Count>,
): Stage {
  return stage(group, name, async () => {
    try {
      return await run(await theWindows());
    } catch (error) {
      if (!(error instanceof WineError)) throw error;
      return { passed: 0, failed: 0, failures: '', excluded: [error.message] };
    }
  });
}

/** Servers that cannot be installed are skipped, and the output says so. */
async function testWebServers(): Promise<Count> {
  const missing = [nginx, apache, ...gateways].filter(({ program }) => !existsSync(program));
  const packages = new Set(missing.map((server) => server.packages));
  // One that cannot be installed is missed below.
  if (missing.length > 0) await installDebianPackages(packages).catch(console.error);
  const absent = missing.filter(({ program }) => !existsSync(program)).map(({ name }) => name);
  if (absent.length === 0) return await mocha('web servers', [webServers, gatewayTests]);
  console.log(`LEFT OUT, because these cannot be installed here: ${absent.join(', ')}`);
  return { passed: 0, failed: 0, failures: '' };
}

const unitTests = 'out/test/unit/**/*.test.js';
const clientTests = 'out/test/unit/client/**/*.test.js';
const launchTests = 'out/test/unit/launch/**/*.test.js';
/** Every fault in every operation, servers that close connections, slow lines, and inputs as large as they can be. */
const inDepthUnitTests = [
  'out/test/unit/client/bombs.test.js',
  'out/test/unit/client/secretFinder.test.js',
  'out/test/unit/deck/hostileDecks.test.js',
  'out/test/unit/emulator/simulatedFaults.test.js',
  'out/test/unit/faults/canary.test.js',
  'out/test/unit/faults/matrix.test.js',
  'out/test/unit/launch/journalLimits.test.js',
  'out/test/unit/upload/closingServers.test.js',
  'out/test/unit/upload/parallelUploads.test.js',
  'out/test/unit/upload/slowLines.test.js',
  'out/test/unit/upload/uploadLimit.test.js',
];
const takeover = 'out/test/full/takeover.test.js';
const webServers = 'out/test/full/webServers.test.js';
const gatewayTests = 'out/test/full/gateways.test.js';
const hostileWire = 'out/test/unit/upload/hostileWire.test.js';
/** Processes that are killed, files that are held, and faults in each place: a second for each of them. */
const inDepthLaunchTests = [
  'out/test/unit/launch/heldFiles.test.js',
  'out/test/unit/launch/killPoints.test.js',
  'out/test/unit/study/faultMatrix.test.js',
];

function vscodeStages(choose: (suites: Suites) => readonly string[]): Stage[] {
  const versions = testedVersions().map((version) => ({ version, isLatest: version === vscodeVersions[0] }));
  const inHost = versions.map(({ version, isLatest }) => {
    const name = `in the extension host of VS Code ${version.version}`;
    const suites = choose(integrationSuitesFor(isLatest));
    return stage('vscode', name, async () => runInExtensionHost(name, await installOnce(version), suites));
  });
  const byClicks = versions.flatMap(({ version, isLatest }) => {
    const name = `by clicks in VS Code ${version.version}`;
    const suites = choose(browserSuitesFor(isLatest));
    const run = async () => {
      await installOnce(version);
      return await runByClicks(name, { VSCODE_VERSION: version.version }, suites);
    };
    return suites.length === 0 ? [] : [stage('browser', name, run)];
  });
  return [...inHost, packageStage, ...byClicks];
}

function testedVersions(): VscodeVersion[] {
  return vscodeVersions.filter(({ version }) => version === (wanted.version ?? version));
}

/** A command that either succeeds or fails, counted as one test. */
async function check(command: string, args: readonly string[]): Promise<Count> {
  const { output, exitCode } = await runProgram(command, args);
  return exitCode === 0
    ? { passed: 1, failed: 0, failures: '' }
    : { passed: 0, failed: 1, failures: endOf(output) };
}

const mayBeEmpty = wanted.grep !== undefined;
const grep = wanted.grep === undefined ? [] : ['--grep', wanted.grep];
const bail = wanted.bail ? ['--bail'] : [];

async function mocha(
  name: string,
  args: readonly string[],
  { env = {}, timeoutMs = 180_000 }: { env?: Record<string, string>; timeoutMs?: number } = {},
): Promise<Count> {
  const report = reportPath(name);
  const { output, exitCode } = await runProgram(
    'npx',
    [
      'mocha',
      // All options are stated here.
      '--no-package',
      '--enable-source-maps',
      '--forbid-only',
      '--exit',
      '--timeout',
      String(timeoutMs),
      '--reporter',
      'json',
      '--reporter-option',
      `output=${report}`,
      ...grep,
      ...bail,
      ...args,
    ],
    env,
  );
  return readReport(report, { exitCode, output, mayBeEmpty });
}

/**
 * Runs each file in a process of its own, so that one that does not end spoils no other. One at a time,
 * because Wine keeps the processor busy.
 */
async function mochaOnWindows(folders: readonly string[]): Promise<Count> {
  const { unitsLeftOut } = suitesOnWindows;
  const files = folders
    .map((folder) => path.join('out/test/unit', folder))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.test.js'))
        .map((file) => path.join(folder, file))
        .sort(),
    )
    .filter((file) => !unitsLeftOut.includes(path.basename(file, '.test.js')));
  const counts: Count[] = [];
  for (const file of files) {
    counts.push(await repeatLateFiles(await mochaFileOnWindows(file), () => mochaFileOnWindows(file)));
  }
  return sumOf(counts);
}

async function mochaFileOnWindows(file: string): Promise<Count> {
  const { node } = await theWindows();
  const report = reportPath(`windows ${file}`);
  const there = (name: string) => pathFor(node, path.join(root, name));
  const { output, exitCode } = await runNodeOnWindows(file, [
    there('node_modules/mocha/bin/mocha.js'),
    '--no-package',
    '--forbid-only',
    '--exit',
    '--timeout',
    '180000',
    '--reporter',
    'json',
    '--reporter-option',
    `output=${pathFor(node, report)}`,
    ...grep,
    ...bail,
    there(file),
  ]);
  const count = readReport(report, { exitCode, output, mayBeEmpty });
  return count.failures === '' ? count : { ...count, failures: `${file}\n${count.failures}` };
}

/** Ends a program that lasts longer; ms. */
const maxProgramMs = 600_000;

/** A program of Windows cannot write into a pipe of this system, so its output goes to a file. */
async function runNodeOnWindows(
  name: string,
  args: readonly string[],
): Promise<{ output: string; exitCode: number }> {
  const { node } = await theWindows();
  const [program, ...leading] = node.command;
  const log = `${reportPath(`windows ${name}`)}.log`;
  const file = openSync(log, 'w');
  const mark = `${process.pid} ${name}`;
  const child = spawn(program, [...leading, ...args], {
    cwd: root,
    env: { ...process.env, ...node.env, [markVariable]: mark },
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  const timer = setTimeout(() => killMarked(mark), maxProgramMs);
  const exitCode = await endCodeOf(child);
  clearTimeout(timer);
  // Also its children, if it was killed or has left some.
  killMarked(mark);
  return { output: readFileSync(log, 'utf8'), exitCode };
}

/**
 * A busy machine can make a window miss the time of a wait, and a program that was killed may keep its connections on
 * Windows. The files of such tests run once more, in new windows, and the output names these tests. Anything else fails
 * at once, unless it came after such a wait in the same file.
 */
async function repeatLateFiles(
  first: Count,
  repeat: (files: readonly string[]) => Promise<Count>,
): Promise<Count> {
  const { late } = first;
  if (late === undefined || wanted.bail) return first;
  const second = await repeat(late.files);
  const { excluded = [], failures: waitedInVain } = first;
  return { ...second, passed: late.passedElsewhere + second.passed, excluded, waitedInVain };
}

async function runByClicks(
  name: string,
  env: Readonly<Record<string, string>>,
  suites: readonly string[],
): Promise<Count> {
  const run = (name: string, files: readonly string[]): Promise<Count> =>
    mocha(name, files, { env, timeoutMs: 300_000 });
  const files = suites.map((suite) => `out/test/browser/${suite}.test.js`);
  return await repeatLateFiles(await run(name, files), (late) => run(`${name}, once more`, late));
}

async function runInExtensionHost(
  name: string,
  installed: InstalledVscode,
  suites: readonly string[],
): Promise<Count> {
  const first = await runSuitesInExtensionHost(name, installed, suites);
  return await repeatLateFiles(first, (files) => {
    // The names of files are those of the system that ran the tests; this reads both kinds.
    const late = files.map((file) => path.win32.basename(file, '.test.js'));
    return runSuitesInExtensionHost(`${name}, once more`, installed, late);
  });
}

async function runSuitesInExtensionHost(
  name: string,
  installed: InstalledVscode,
  suites: readonly string[],
): Promise<Count> {
  const workspace = await copyOfSample();
  const report = reportPath(name);
  let output = '';
  try {
    const exitCode = await runExtensionTests({
      installed,
      extensionPath: root,
      testsPath: path.join(root, 'out/test/integration/index.js'),
      folder: workspace.folder,
      env: {
        TEST_BAIL: wanted.bail ? 'yes' : '',
        TEST_GREP: wanted.grep,
        TEST_REPORT: pathFor(installed.node, report),
        TEST_SUITES: suites.join(),
        ...(await networkEnvironment()),
      },
      write: (text) => (output += text),
    });
    return readReport(report, { exitCode, output, mayBeEmpty });
  } finally {
    await workspace.remove();
    await removeTempTrees();
  }
}

async function runProgram(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ output: string; exitCode: number }> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const take = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  // The output is complete only after it.
  const exitCode = await endCodeOf(child);
  return { output, exitCode };
}

async function endCodeOf(child: ChildProcess): Promise<number> {
  return await new Promise<number>((resolve) => {
    child.once('close', (code) => resolve(code ?? 1));
    child.once('error', () => resolve(1));
  });
}

function asFailure(error: unknown): Count {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { passed: 0, failed: 1, failures: text };
}

if (wanted.watch === undefined) void main();
else watchSuites(wanted.watch);
