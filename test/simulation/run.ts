import { spawn } from 'node:child_process';
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

async function main(): Promise<void> {
  const [from, seeds, jobs] = [values.from, values.seeds, values.jobs].map(Number) as [
    number,
    number,
    number,
  ];
  const start = Date.now();
  const isPart = process.send !== undefined;
  const { passed, failed } = isPart ? await runSeeds(from, seeds) : await share(from, seeds, jobs);
  if (isPart) process.send?.({ passed, failed });
  else {
    console.log(`${Math.round((passed + failed) / ((Date.now() - start) / 1000))} seeds a second`);
    console.log(`${passed} passed, ${failed} failed`);
  }
  process.exitCode = failed === 0 ? 0 : 1;
}

interface Tally {
  readonly passed: number;
  readonly failed: number;
}

async function runSeeds(from: number, seeds: number): Promise<Tally> {
  // Stack traces of the many errors of a run are rarely read.
  Error.stackTraceLimit = values.trace ? 10 : 0;
  const engine = loadEngine(path.join(__dirname, 'engine.js'));
  let [passed, failed] = [0, 0];
  for (let seed = from; seed < from + seeds; seed++) {
    const { violation, trace = [] } = await simulate(engine, seed, values.trace);
    if (values.trace) console.log(trace.join('\n'));
    if (violation === undefined) {
      passed++;
      continue;
    }
    failed++;
    if (!values.all && !values.trace) console.log((await simulate(engine, seed, true)).trace?.join('\n'));
    console.log(`Seed ${seed}: ${violation.rule} (${violation.details})`);
    if (!values.all) break;
  }
  return { passed, failed };
}

/** Runs each part in a process of its own, because memory that runs leave behind adds up. */
async function share(from: number, seeds: number, jobs: number): Promise<Tally> {
  const flags = [...(values.all ? ['--all'] : []), ...(values.trace ? ['--trace'] : [])];
  const total = { passed: 0, failed: 0 };
  let given = 0;
  const work = async (): Promise<void> => {
    while (given < seeds && (values.all || total.failed === 0)) {
      const count = Math.min(maxSeedsOfProcess, seeds - given);
      const first = from + given;
      given += count;
      const { passed, failed } = await runElsewhere(['--from', `${first}`, '--seeds', `${count}`, ...flags]);
      total.passed += passed;
      total.failed += failed;
      if (seeds > maxSeedsOfProcess) console.log(`${total.passed + total.failed} of ${seeds} seeds`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return total;
}

async function runElsewhere(args: readonly string[]): Promise<Tally> {
  const child = spawn(process.execPath, [__filename, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let tally: Tally | undefined;
  child.once('message', (message) => (tally = message as Tally));
  await new Promise((resolve) => child.once('close', resolve));
  if (tally === undefined) throw new Error('A part of the seeds did not come to its end');
  return tally;
}

void main();
