import path from 'node:path';
import Mocha from 'mocha';

/**
 * VS Code calls this inside the extension host. Rejects when a test failed; the details are in the report.
 */
export async function run(): Promise<void> {
  const {
    TEST_BAIL: bail = '',
    TEST_GREP: grep = '',
    TEST_REPORT: output,
    TEST_SUITES: suites = '',
  } = process.env;
  const mocha = new Mocha({
    timeout: 300_000,
    bail: bail !== '',
    // Elsewhere a test may need more than the system has; the report then names it.
    forbidPending: process.platform === 'linux',
    reporter: output === undefined ? 'spec' : 'json',
    reporterOptions: { output },
    grep,
  });
  for (const suite of suites.split(',')) mocha.addFile(path.join(__dirname, `${suite}.test.js`));
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed`);
}
