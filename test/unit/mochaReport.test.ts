import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Count, readReport, sumOf } from '../host/mochaReport';
import { repositoryRoot } from '../host/testDataFolder';
import { tempTree } from '../support/tempTree';

const late = `{ const error = new Error('Waited'); error.name = 'TimeoutError'; throw error; }`;
const wrong = `{ throw new Error('1 is not 2'); }`;

describe('The report of a run', () => {
  it('names the files of which only waits ran out, and counts what passed in the others', async () => {
    const run = await runMocha({ good: [`{}`, `{}`], late: [`{}`, late] });
    const waited = { files: [run.fileOf('late')], passedElsewhere: 2 };
    assert.deepEqual([run.passed, run.failed, run.late], [3, 1, waited]);
  });

  it('names the file of a hook whose wait ran out', async () => {
    const run = await runMocha({ good: [`{}`], hook: [`{}`] }, `before(() => ${late});`);
    assert.deepEqual(run.late, { files: [run.fileOf('hook')], passedElsewhere: 1 });
  });

  it('names the file in which something else failed after a wait ran out', async () => {
    const run = await runMocha({ late: [late, wrong] });
    assert.deepEqual(run.late, { files: [run.fileOf('late')], passedElsewhere: 0 });
  });

  it('names no file when anything else has failed before, or in another file', async () => {
    assert.equal((await runMocha({ late: [wrong, late] })).late, undefined);
    assert.equal((await runMocha({ late: [late], other: [wrong] })).late, undefined);
  });

  it('names no file when nothing has failed', async () => {
    const run = await runMocha({ good: [`{}`] });
    assert.deepEqual([run.passed, run.failed, run.failures, run.late], [1, 0, '', undefined]);
  });

  it('names the tests that this machine cannot run, and is no failure when there are no others', async () => {
    const run = await runMocha({ hook: [] }, `it('0 (needs links)');`);
    assert.deepEqual([run.passed, run.failed, run.excluded], [0, 0, ['hook 0 (needs links)']]);
  });

  it('is a failure when there is no test at all', async () => {
    const run = await runMocha({ hook: [] });
    assert.deepEqual([run.passed, run.failed], [0, 1]);
  });
});

/**
 * @param tests bodies of tests, by the name of their file
 * @param hook stands in the file `hook`
 */
async function runMocha(
  tests: Readonly<Record<string, readonly string[]>>,
  hook = '',
): Promise<Count & { fileOf(name: string): string }> {
  const folder = await tempTree();
  const fileOf = (name: string) => path.join(folder, `${name}.test.js`);
  for (const [name, bodies] of Object.entries(tests)) {
    const lines = bodies.map((body, index) => `it('${index}', () => ${body});`);
    const text = [name === 'hook' ? hook : '', ...lines].join('\n');
    writeFileSync(fileOf(name), `describe('${name}', () => {\n${text}\n});\n`);
  }
  const report = path.join(folder, 'report.json');
  const mocha = path.join(repositoryRoot(), 'node_modules/mocha/bin/mocha.js');
  const options = ['--no-package', '--no-config', '--reporter=json', `--reporter-option=output=${report}`];
  const files = Object.keys(tests).map(fileOf);
  const { status, stdout } = spawnSync(process.execPath, [mocha, ...options, ...files], { encoding: 'utf8' });
  const count = readReport(report, { exitCode: status ?? 1, output: stdout, mayBeEmpty: false });
  return { ...count, fileOf };
}

describe('The sum of several runs', () => {
  it('names what failed, was left out, or was replaced by a second run', () => {
    const passed = { passed: 2, failed: 0, failures: '', excluded: ['a link'] };
    const failed = { passed: 1, failed: 1, failures: '1) a\n' };
    const both = { passed: 3, failed: 1, failures: '1) a\n', excluded: ['a link'] };
    assert.deepEqual(sumOf([passed, failed]), both);
    const waitedInVain = '1) b\n';
    const twice = { passed: 4, failed: 0, failures: '', excluded: ['a link', 'a link'], waitedInVain };
    assert.deepEqual(sumOf([{ ...passed, waitedInVain }, passed]), twice);
  });
});
