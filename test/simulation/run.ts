import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadEngine } from './loadEngine';
import { simulate } from './simulation';

const { values } = parseArgs({
  options: {
    /** The first seed. */
    from: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1000' },
    /** Number of processes that share the seeds. */
    jobs: { type: 'string', default: '1' },
    /** Continues after a violation. */
    all: { type: 'boolean', default: false },
    /** Prints the events of each run, not only of those that violate a rule. */
    trace: { type: 'boolean', default: false },
  },
});

const maxSeedsOfProcess = 1000;

interface Tally {
  passed: number;
  failed: number;
}

async function main(): Promise<void> {
  const [from = 1, seeds = 0, jobs = 1] = [values.from, values.seeds, values.jobs].map(Number);
  const start = Date.now();
  if (process.send !== undefined) {
    process.send(await runSeeds(from, seeds));
    return;
  }
  const { passed, failed } = await share(from, seeds, jobs);
  console.log(`${Math.round((passed + failed) / ((Date.now() - start) / 1000))} seeds a second`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

async function runSeeds(from: number, seeds: number): Promise<Tally> {
  // Stack traces of the many errors of a run are rarely read.
  Error.stackTraceLimit = values.trace ? 10 : 0;
  const engine = loadEngine(path.join(__dirname, 'engine.js'));
  const tally = { passed: 0, failed: 0 };
  for (let seed = from; seed < from + seeds && (values.all || tally.failed === 0); seed++) {
    const { violation, trace = [] } = await simulate(engine, seed, values.trace);
    if (values.trace) console.log(trace.join('\n'));
    tally[violation === undefined ? 'passed' : 'failed']++;
    if (violation === undefined) continue;
    if (!values.all && !values.trace) console.log((await simulate(engine, seed, true)).trace?.join('\n'));
    console.log(`Seed ${seed}: ${violation.rule} (${violation.details})`);
  }
  return tally;
}

/** Runs each part in a process of its own, because memory that runs leave behind adds up. */
async function share(from: number, seeds: number, jobs: number): Promise<Tally> {
  const flags = (['all', 'trace'] as const).flatMap((flag) => (values[flag] ? [`--${flag}`] : []));
  const total = { passed: 0, failed: 0 };
  let given = 0;
  const work = async (): Promise<void> => {
    while (given < seeds && (values.all || total.failed === 0)) {
      const count = Math.min(maxSeedsOfProcess, seeds - given);
      const first = from + given;
      given += count;
      const part = fork(__filename, ['--from', `${first}`, '--seeds', `${count}`, ...flags]);
      const [message] = (await Promise.race([once(part, 'message'), once(part, 'exit')])) as [Tally | number];
      if (typeof message !== 'object') throw new Error('A part of the seeds did not come to its end');
      total.passed += message.passed;
      total.failed += message.failed;
      if (seeds > maxSeedsOfProcess) console.log(`${total.passed + total.failed} of ${seeds} seeds`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return total;
}

void main();
