import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../host/testDataFolder';
import { vscodeVersions } from '../host/vscodeVersions';
import type { Guard, Proof } from './guard';
import { guards } from './guards';

/** What became of some tests: the title of the first that failed, or why none of them tells anything. */
type Outcome =
  | { readonly kind: 'passed' | 'failed'; readonly title: string; readonly tests: number }
  | { readonly kind: 'useless'; readonly reason: string };

const root = repositoryRoot();
const [latest] = vscodeVersions;

/** No test takes nearly as long; ms. */
const patience = 10 * 60_000;

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
  try {
    await requireGreen(copy, chosen);
    let survivors = 0;
    for (const guard of chosen) {
      const verdict = await tryWithout(copy, guard);
      if (verdict.survived) survivors++;
      console.log(`${guard.file}: ${guard.name} … ${verdict.text}`);
    }
    console.log(`\n${chosen.length} guards, ${survivors} of them not proven`);
    process.exitCode = survivors === 0 ? 0 : 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const leftOut = ['.git', '.vscode-test', 'dist', 'node_modules', 'out'];

function copyOfProject(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'guards-'));
  const entries = readdirSync(root).filter((name) => !leftOut.includes(name) && !name.endsWith('.vsix'));
  for (const name of entries) cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  for (const name of ['node_modules', '.vscode-test'])
    symlinkSync(path.join(root, name), path.join(copy, name), 'dir');
  return copy;
}

/** Tests that fail anyway prove nothing. */
async function requireGreen(copy: string, chosen: readonly Guard[]): Promise<void> {
  for (const proof of unionOf(chosen)) {
    const outcome = await runTests(copy, proof);
    if (outcome.kind === 'passed') console.log(`${outcome.tests} tests pass with all guards\n`);
    else throw new Error(`with all guards: ${outcome.kind === 'failed' ? outcome.title : outcome.reason}`);
  }
}

/** Everything that is to be run, as one run for each place. */
function unionOf(chosen: readonly Guard[]): Proof[] {
  const proofs = chosen.map(({ proof }) => proof);
  const suites = proofs.flatMap((proof) => (proof.where === 'unit' ? proof.suites : []));
  const elsewhere = (['vscode', 'browser'] as const).flatMap((where) => {
    const greps = proofs.flatMap((proof) => (proof.where === where ? [`(${proof.grep})`] : []));
    return greps.length === 0 ? [] : [{ where, grep: [...new Set(greps)].join('|') }];
  });
  return [
    ...(suites.length > 0 ? [{ where: 'unit' as const, suites: [...new Set(suites)] }] : []),
    ...elsewhere,
  ];
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
    const outcome = await runTests(copy, proof);
    if (outcome.kind === 'failed') return { survived: false, text: `killed by “${outcome.title}”` };
    return { survived: true, text: outcome.kind === 'passed' ? 'SURVIVED' : `NOT PROVEN: ${outcome.reason}` };
  } finally {
    writeFileSync(target, source);
  }
}

async function runTests(copy: string, proof: Proof): Promise<Outcome> {
  return proof.where === 'unit' ? await runUnitTests(copy, proof) : await runInVscode(copy, proof);
}

interface Report {
  readonly stats: { readonly passes: number; readonly failures: number };
  readonly failures: readonly { readonly fullTitle: string }[];
}

async function runUnitTests(
  copy: string,
  { suites, grep }: { readonly suites: readonly string[]; readonly grep?: string },
): Promise<Outcome> {
  const files = suites.map((suite) => path.join('test/unit', `${suite}.test.ts`));
  const built = await runNode(copy, ['esbuild.mjs', '--tests', ...files]);
  if (built.exitCode !== 0) return { kind: 'useless', reason: `it does not build\n${built.output}` };
  const report = path.join(copy, 'report.json');
  rmSync(report, { force: true });
  const mocha = path.join('node_modules', 'mocha', 'bin', 'mocha.js');
  const { output } = await runNode(copy, [
    ...[mocha, '--no-package', '--bail', '--exit', '--timeout', '20000'],
    ...['--reporter', 'json', '--reporter-option', `output=${report}`],
    ...(grep === undefined ? [] : ['--grep', grep]),
    ...files.map((file) => path.join('out', file.replace(/\.ts$/, '.js'))),
  ]);
  try {
    const { stats, failures } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    return outcomeOf(stats.passes + stats.failures, failures[0]?.fullTitle);
  } catch {
    return { kind: 'useless', reason: `the tests did not come to their end\n${output.slice(-2000)}` };
  }
}

async function runInVscode(
  copy: string,
  { where, grep }: { readonly where: string; readonly grep: string },
): Promise<Outcome> {
  const built = await runNode(copy, ['esbuild.mjs', '--tests']);
  if (built.exitCode !== 0) return { kind: 'useless', reason: `it does not build\n${built.output}` };
  const choice = ['--version', latest.version, '--grep', grep];
  const { output } = await runNode(copy, ['out/test/runAll.js', where, ...choice]);
  const [, passed = 0, failed = 0] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
  const title = /^ +1\) (.+)$/m.exec(output)?.[1];
  if (Number(failed) > 0 && title === undefined) return { kind: 'useless', reason: output.slice(-2000) };
  return outcomeOf(Number(passed) + Number(failed), title);
}

function outcomeOf(tests: number, failed: string | undefined): Outcome {
  if (failed !== undefined) return { kind: 'failed', title: failed, tests };
  return tests > 0 ? { kind: 'passed', title: '', tests } : { kind: 'useless', reason: 'no test ran' };
}

async function runNode(
  folder: string,
  args: readonly string[],
): Promise<{ readonly output: string; readonly exitCode: number | null }> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patience,
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
