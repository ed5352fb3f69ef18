import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './testDataFolder';

/** Numbers of passed and failed tests, and a description of the failures. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly failures: string;
  /** Titles of tests that this machine cannot run. */
  readonly excluded?: readonly string[];
  /** Only waits have failed, and what came after them. */
  readonly late?: LateRun;
  /** Waits that ran out in a first run, in tests that a second one has replaced. */
  readonly waitedInVain?: string;
}

/** The part of the output of mocha's JSON reporter that is read here. */
export interface Report {
  readonly stats: { readonly passes: number; readonly failures: number };
  readonly passes: readonly { readonly file: string }[];
  readonly pending: readonly { readonly fullTitle: string }[];
  readonly failures: readonly {
    readonly fullTitle: string;
    readonly file?: string;
    readonly err: { readonly name?: string; readonly message?: string; readonly stack?: string };
  }[];
}

/** A run of which only waits have failed, and what came after them. */
interface LateRun {
  /** The test files with these waits. */
  readonly files: readonly string[];
  /** Number of tests that passed in the other files. */
  readonly passedElsewhere: number;
}

/**
 * Path of the report of a run; deletes the report of an earlier run.
 * @param name of the run
 */
export function reportPath(name: string): string {
  const folder = path.join(repositoryRoot(), 'out', 'reports');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name.replace(/\W+/g, '-')}.json`);
  rmSync(file, { force: true });
  return file;
}

/**
 * A run that ended abnormally or without a report counts as a failure, whatever its tests reported.
 * @param output other output of the run
 * @param mayBeEmpty only some titles were selected, which its tests need not include
 */
export function readReport(
  file: string,
  { exitCode, output, mayBeEmpty }: { exitCode: number; output: string; mayBeEmpty: boolean },
): Count {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return { passed: 0, failed: 1, failures: `The tests did not come to their end.\n${endOf(output)}` };
  }
  const { passes: passed, failures: failed } = report.stats;
  const excluded = report.pending.map(({ fullTitle }) => fullTitle);
  const isEmpty = passed + failed + excluded.length === 0;
  const isTrue = (exitCode === 0) === (failed === 0) && (!isEmpty || mayBeEmpty);
  const titles = report.failures.map(({ fullTitle, err }, index) => {
    const { stack, message = '' } = err;
    return `  ${index + 1}) ${fullTitle}\n${stack ?? message}\n`;
  });
  const late = findLateRun(report);
  if (isTrue) return { passed, failed, failures: titles.join('\n'), excluded, ...(late && { late }) };
  return { passed, failed: Math.max(1, failed), failures: [...titles, endOf(output)].join('\n'), excluded };
}

/** The counts of several runs as one. */
export function sumOf(counts: readonly Count[]): Count {
  const join = (texts: readonly string[]) => texts.filter((text) => text !== '').join('\n');
  const waitedInVain = join(counts.map((count) => count.waitedInVain ?? ''));
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    failures: join(counts.map(({ failures }) => failures)),
    excluded: counts.flatMap(({ excluded = [] }) => excluded),
    ...(waitedInVain !== '' && { waitedInVain }),
  };
}

/**
 * Undefined when nothing failed, or anything else than waits that ran out. What fails in the same file after one may
 * follow from it: the tests of a file share a window.
 */
function findLateRun({ passes, failures }: Report): LateRun | undefined {
  const files = new Set<string>();
  for (const { file, err } of failures) {
    if (file === undefined || (err.name !== 'TimeoutError' && !files.has(file))) return undefined;
    files.add(file);
  }
  if (files.size === 0) return undefined;
  return { files: [...files], passedElsewhere: passes.filter(({ file }) => !files.has(file)).length };
}

/** The last 12,000 characters of an output. */
export function endOf(output: string): string {
  return output.slice(-12_000);
}
