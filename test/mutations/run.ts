import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Report } from '../host/mochaReport';
import { repositoryRoot } from '../host/testDataFolder';
import { vscodeVersions } from '../host/vscodeVersions';
import { allMutations } from './allMutations';
import { type Mutation, suites, type Tests } from './mutation';

/** Result of a test run: the title of the first failed test, or why the run proves nothing. */
type Outcome =
  | { readonly kind: 'passed'; readonly tests: number }
  | { readonly kind: 'failed'; readonly title: string }
  | { readonly kind: 'useless'; readonly reason: string };

const root = repositoryRoot();
const [latest] = vscodeVersions;

/**
 * A mutation may cause an endless wait, even after the last test: a file that is being opened keeps the
 * process alive. Without one, neither the tests of one mutation nor all of them take nearly as long.
 */
const maxRunMs = { one: 90_000, all: 600_000 };

/**
 * Makes each mutation once, in a copy of the project, and checks that a test fails. Arguments: `--vscode` and
 * `--browser` for mutations that only tests in VS Code can kill, and words of the names of the mutations to
 * try.
 */
function main(): void {
  const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
  const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const chosen = allMutations().filter(
    ({ name, in: file, killedBy: { where } }) =>
      (where === 'unit' || flags.includes(`--${where}`)) &&
      words.every((word) => `${file} ${name}`.includes(word)),
  );
  const copy = copyOfProject(chosen.some(({ killedBy: { where } }) => where === 'browser'));
  assertGreen(copy, chosen);
  let survivors = 0;
  for (const mutation of chosen) {
    const { survived, text } = tryMutation(copy, mutation);
    if (survived) survivors++;
    console.log(`${mutation.in}: ${mutation.name} … ${text}`);
  }
  console.log(`\n${chosen.length} mutations, ${survivors} of them not killed`);
  process.exitCode = survivors === 0 ? 0 : 1;
}

const excluded = ['.git', '.vscode-test', 'dist', 'node_modules', 'out'];

/** Removed when this process ends. */
function copyOfProject(needsPackage: boolean): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'mutations-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const entries = readdirSync(root).filter((name) => !excluded.includes(name) && !name.endsWith('.vsix'));
  for (const name of entries) cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, '.vscode-test'), path.join(copy, '.vscode-test'), 'dir');
  const modules = path.join(root, 'node_modules');
  const modulesOfCopy = path.join(copy, 'node_modules');
  // The package, which clicks need, cannot be made with linked modules.
  if (needsPackage) cpSync(modules, modulesOfCopy, { recursive: true, verbatimSymlinks: true });
  else symlinkSync(modules, modulesOfCopy, 'dir');
  return copy;
}

/** Tests that fail without a mutation prove nothing. */
function assertGreen(copy: string, chosen: readonly Mutation[]): void {
  for (const tests of unionOf(chosen)) {
    const outcome = runTests(copy, tests, maxRunMs.all);
    if (outcome.kind === 'passed') console.log(`${outcome.tests} tests pass without a mutation\n`);
    else throw new Error(`without a mutation: ${outcome.kind === 'failed' ? outcome.title : outcome.reason}`);
  }
}

/** All required tests, in as few runs as possible. */
function unionOf(chosen: readonly Mutation[]): Tests[] {
  const distinct = [...new Map(chosen.map(({ killedBy }) => [JSON.stringify(killedBy), killedBy])).values()];
  const whole = new Set(distinct.flatMap((tests) => (tests.grep === '' ? tests.suites : [])));
  const parts = distinct.filter(({ grep }) => grep !== '');
  return whole.size === 0 ? parts : [suites(...whole), ...parts];
}

function tryMutation(copy: string, { in: file, find, replace, killedBy }: Mutation) {
  const target = path.join(copy, file);
  const source = readFileSync(target, 'utf8');
  const parts = source.split(find);
  if (parts.length !== 2) return { survived: true, text: `NOT FOUND once, but ${parts.length - 1} times` };
  writeFileSync(target, parts.join(replace));
  try {
    const outcome = runTests(copy, killedBy, maxRunMs.one);
    if (outcome.kind === 'failed') return { survived: false, text: `killed by “${outcome.title}”` };
    return { survived: true, text: outcome.kind === 'passed' ? 'SURVIVED' : `NOT KILLED: ${outcome.reason}` };
  } finally {
    writeFileSync(target, source);
  }
}

function runTests(copy: string, tests: Tests, limit: number): Outcome {
  return tests.where === 'unit' ? runUnitTests(copy, tests, limit) : runInVscode(copy, tests);
}

function runUnitTests(copy: string, { suites: names, grep }: Tests, limit: number): Outcome {
  const files = names.map((suite) => path.join('test/unit', `${suite}.test.ts`));
  const built = runNode(copy, ['esbuild.mjs', '--tests', ...files]);
  if (built.exitCode !== 0) return { kind: 'useless', reason: `it does not build\n${built.output}` };
  const report = path.join(copy, 'report.json');
  rmSync(report, { force: true });
  const mocha = path.join('node_modules', 'mocha', 'bin', 'mocha.js');
  const args = ['--no-package', '--bail', '--exit', '--timeout', '20000', '--grep', grep];
  args.push('--reporter', 'json', '--reporter-option', `output=${report}`);
  args.push(...files.map((file) => path.join('out', file.replace(/\.ts$/, '.js'))));
  const { output, signal } = runNode(copy, [mocha, ...args], limit);
  // Not our own signal: the mutation has crashed the process, and the tests with it.
  if (signal !== null && signal !== 'SIGKILL')
    return { kind: 'failed', title: `the process ended with ${signal}` };
  try {
    const { stats, failures } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    return outcomeOf(stats.passes + stats.failures, failures[0]?.fullTitle);
  } catch {
    return { kind: 'useless', reason: `the tests did not come to their end\n${output.slice(-2000)}` };
  }
}

function runInVscode(copy: string, { where, grep }: Tests): Outcome {
  const built = runNode(copy, ['esbuild.mjs', '--tests']);
  if (built.exitCode !== 0) return { kind: 'useless', reason: `it does not build\n${built.output}` };
  const choice = [where, '--bail', '--version', latest.version, '--grep', grep];
  let tests = 0;
  // The regular tests first, then the tests in depth.
  for (const depth of [[], ['--full']]) {
    const { output } = runNode(copy, ['out/test/runAll.js', ...depth, ...choice]);
    const [, passed = 0, failed = 0] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
    const title = /^ +1\) (.+)$/m.exec(output)?.[1];
    if (Number(failed) > 0) {
      return title === undefined
        ? { kind: 'useless', reason: output.slice(-2000) }
        : { kind: 'failed', title };
    }
    tests += Number(passed);
  }
  return outcomeOf(tests, undefined);
}

function outcomeOf(tests: number, failed: string | undefined): Outcome {
  if (failed !== undefined) return { kind: 'failed', title: failed };
  return tests > 0 ? { kind: 'passed', tests } : { kind: 'useless', reason: 'no test ran' };
}

function runNode(folder: string, args: readonly string[], limit = maxRunMs.all) {
  const { stdout, stderr, status, signal } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: Infinity,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limit,
    killSignal: 'SIGKILL',
  });
  return { output: stdout + stderr, exitCode: status, signal };
}

main();
