import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './testDataFolder';

/** Numbers of passed and failed tests, and a description of the failures. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly failures: string;
  /** Titles of tests that this machine cannot run. */
  readonly leftOut?: readonly string[];
}

/** The part of the output of mocha's JSON reporter that is read here. */
export interface Report {
  readonly stats: { readonly passes: number; readonly failures: number };
  readonly pending: readonly { readonly fullTitle: string }[];
  readonly failures: readonly {
    readonly fullTitle: string;
    readonly err: { readonly message?: string; readonly stack?: string };
  }[];
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
  const isTrue = (exitCode === 0) === (failed === 0) && (passed + failed > 0 || mayBeEmpty);
  const titles = report.failures.map(({ fullTitle, err }, index) => {
    const { stack, message = '' } = err;
    return `  ${index + 1}) ${fullTitle}\n${stack ?? message}\n`;
  });
  const leftOut = report.pending.map(({ fullTitle }) => fullTitle);
  if (isTrue) return { passed, failed, failures: titles.join('\n'), leftOut };
  return { passed, failed: Math.max(1, failed), failures: [...titles, endOf(output)].join('\n'), leftOut };
}

/** The last 12,000 characters of an output. */
export function endOf(output: string): string {
  return output.slice(-12_000);
}
