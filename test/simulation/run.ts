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
    /** Processes that share the seeds. */
    jobs: { type: 'string', default: '1' },
    /** Goes on after a violation. */
    all: { type: 'boolean', default: false },
    /** Prints what happened in each run, not only where a rule was violated. */
    trace: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  const [from, seeds, jobs] = [values.from, values.seeds, values.jobs].map(Number) as [
    number,
    number,
    number,
  ];
  const start = Date.now();
  const { passed, failed } = jobs > 1 ? await share(from, seeds, jobs) : await runSeeds(from, seeds);
  if (process.send !== undefined) process.send({ passed, failed });
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
  // Nobody reads where the many errors of a run came from.
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

async function share(from: number, seeds: number, jobs: number): Promise<Tally> {
  const part = Math.ceil(seeds / jobs);
  const flags = [...(values.all ? ['--all'] : []), ...(values.trace ? ['--trace'] : [])];
  const tallies = await Promise.all(
    Array.from({ length: jobs }, async (_, job) => {
      const count = Math.min(part, seeds - job * part);
      const own = ['--from', String(from + job * part), '--seeds', String(count), ...flags];
      return await runElsewhere(own);
    }),
  );
  return tallies.reduce((sum, { passed, failed }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
  }));
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
