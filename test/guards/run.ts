import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Report } from '../host/mochaReport';
import { repositoryRoot } from '../host/testDataFolder';
import { vscodeVersions } from '../host/vscodeVersions';
import { unit, type Guard, type Proof } from './guard';
import { guards } from './guards';

/** What became of some tests: the title of the first that failed, or why none of them tells anything. */
type Outcome =
  | { readonly kind: 'passed'; readonly tests: number }
  | { readonly kind: 'failed'; readonly title: string }
  | { readonly kind: 'useless'; readonly reason: string };

const root = repositoryRoot();
const [latest] = vscodeVersions;

/**
 * Without its guard something may go on for ever, also after the last test: a file that is being opened holds
 * the process. Neither the tests of one guard nor all of them nearly take as long; ms.
 */
const patience = { one: 90_000, all: 600_000 };

/**
 * Takes each guard away once, in a copy of the project, and looks whether a test fails. Arguments: `--vscode`
 * and `--browser` for guards that only tests in VS Code can see, and words of the names of the guards to try.
 */
async function main(): Promise<void> {
  const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
  const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const chosen = guards.filter(
    ({ name, file, proof: { where } }) =>
      (where === 'unit' || flags.includes(`--${where}`)) &&
      words.every((word) => `${file} ${name}`.includes(word)),
  );
  const copy = copyOfProject();
  await requireGreen(copy, chosen);
  let survivors = 0;
  for (const guard of chosen) {
    const verdict = await tryWithout(copy, guard);
    if (verdict.survived) survivors++;
    console.log(`${guard.file}: ${guard.name} … ${verdict.text}`);
  }
  console.log(`\n${chosen.length} guards, ${survivors} of them not proven`);
  process.exitCode = survivors === 0 ? 0 : 1;
}

const leftOut = ['.git', '.vscode-test', 'dist', 'node_modules', 'out'];

/** Removed when this process ends. */
function copyOfProject(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'guards-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const entries = readdirSync(root).filter((name) => !leftOut.includes(name) && !name.endsWith('.vsix'));
  for (const name of entries) cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  for (const name of ['node_modules', '.vscode-test'])
    symlinkSync(path.join(root, name), path.join(copy, name), 'dir');
  return copy;
}

/** Tests that fail anyway prove nothing. */
async function requireGreen(copy: string, chosen: readonly Guard[]): Promise<void> {
  for (const proof of unionOf(chosen)) {
    const outcome = await runTests(copy, proof, patience.all);
    if (outcome.kind === 'passed') console.log(`${outcome.tests} tests pass with all guards\n`);
    else throw new Error(`with all guards: ${outcome.kind === 'failed' ? outcome.title : outcome.reason}`);
  }
}

/** Everything that is to be run, in few runs. */
function unionOf(chosen: readonly Guard[]): Proof[] {
  const distinct = [...new Map(chosen.map(({ proof }) => [JSON.stringify(proof), proof])).values()];
  const suites = new Set(distinct.flatMap((proof) => (proof.grep === '' ? proof.suites : [])));
  const parts = distinct.filter(({ grep }) => grep !== '');
  return suites.size === 0 ? parts : [unit(...suites), ...parts];
}

interface Verdict {
  readonly survived: boolean;
  readonly text: string;
}

async function tryWithout(copy: string, { file, find, replace, proof }: Guard): Promise<Verdict> {
  const target = path.join(copy, file);
  const source = readFileSync(target, 'utf8');
  const parts = source.split(find);
  if (parts.length !== 2) return { survived: true, text: `NOT FOUND once, but ${parts.length - 1} times` };
  writeFileSync(target, parts.join(replace));
  try {
    const outcome = await runTests(copy, proof, patience.one);
    if (outcome.kind === 'failed') return { survived: false, text: `killed by “${outcome.title}”` };
    return { survived: true, text: outcome.kind === 'passed' ? 'SURVIVED' : `NOT PROVEN: ${outcome.reason}` };
  } finally {
    writeFileSync(target, source);
  }
}

async function runTests(copy: string, proof: Proof, limit: number): Promise<Outcome> {
  return proof.where === 'unit' ? await runUnitTests(copy, proof, limit) : await runInVscode(copy, proof);
}

async function runUnitTests(copy: string, { suites, grep }: Proof, limit: number): Promise<Outcome> {
  const files = suites.map((suite) => path.join('test/unit', `${suite}.test.ts`));
  const built = await runNode(copy, ['esbuild.mjs', '--tests', ...files]);
  if (built.exitCode !== 0) return { kind: 'useless', reason: `it does not build\n${built.output}` };
  const report = path.join(copy, 'report.json');
  rmSync(report, { force: true });
  const mocha = path.join('node_modules', 'mocha', 'bin', 'mocha.js');
  const args = ['--no-package', '--bail', '--exit', '--timeout', '20000', '--grep', grep];
  args.push('--reporter', 'json', '--reporter-option', `output=${report}`);
  args.push(...files.map((file) => path.join('out', file.replace(/\.ts$/, '.js'))));
  const { output } = await runNode(copy, [mocha, ...args], limit);
  try {
    const { stats, failures } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    return outcomeOf(stats.passes + stats.failures, failures[0]?.fullTitle);
  } catch {
    return { kind: 'useless', reason: `the tests did not come to their end\n${output.slice(-2000)}` };
  }
}

async function runInVscode(copy: string, { where, grep }: Proof): Promise<Outcome> {
  const built = await runNode(copy, ['esbuild.mjs', '--tests']);
  if (built.exitCode !== 0) return { kind: 'useless', reason: `it does not build\n${built.output}` };
  const choice = [where, '--version', latest.version, '--grep', grep];
  let tests = 0;
  // Those of every time, and those in depth.
  for (const depth of [[], ['--full']]) {
    const { output } = await runNode(copy, ['out/test/runAll.js', ...depth, ...choice]);
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

async function runNode(
  folder: string,
  args: readonly string[],
  limit: number = patience.all,
): Promise<{ readonly output: string; readonly exitCode: number | null }> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limit,
    killSignal: 'SIGKILL',
  });
  let output = '';
  const collect = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { output, exitCode };
}

void main();
