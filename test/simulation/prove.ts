import { rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '../host/testDataFolder';
import { type Engine, loadEngine } from './loadEngine';
import { type PutBack, putBacks } from './putBacks';
import { simulate } from './simulation';

/** Maximum number of runs in which a fault may stay undetected. */
const maxSeeds = 5000;

/**
 * Reintroduces past faults of the engine, each in a build of its own, and searches for a seed that detects
 * it. Arguments: words of the names of the faults to try.
 */
async function main(): Promise<void> {
  process.chdir(repositoryRoot());
  Error.stackTraceLimit = 0;
  const words = process.argv.slice(2);
  const chosen = putBacks.filter(({ name }) => words.every((word) => name.includes(word)));
  const whole = await engineWith('without a fault', []);
  let survivors = 0;
  for (const putBack of chosen) {
    const found = await findWith(putBack, whole);
    if (found === undefined) survivors++;
    console.log(`${putBack.name} … ${found ?? `NOT FOUND within ${maxSeeds} seeds`}`);
  }
  console.log(`${chosen.length - survivors} passed, ${survivors} failed`);
  process.exitCode = survivors === 0 ? 0 : 1;
}

/** @param whole the unchanged engine, in which the same seed must find nothing */
async function findWith({ changes, name }: PutBack, whole: Engine): Promise<string | undefined> {
  const engine = await engineWith(name, changes);
  for (let seed = 1; seed <= maxSeeds; seed++) {
    const { violation } = await simulate(engine, seed, false);
    if (violation === undefined || (await simulate(whole, seed, false)).violation !== undefined) continue;
    return `found by seed ${seed}: ${violation.rule}`;
  }
  return undefined;
}

async function engineWith(name: string, changes: PutBack['changes']): Promise<Engine> {
  const file = path.resolve('out/test/simulation', `engine ${name.replace(/\W+/g, ' ').slice(0, 60)}.js`);
  const { build } = await import('esbuild');
  const plan = pathToFileURL(path.resolve('test/simulation/buildEngine.mjs')).href;
  const { engineOptions } = (await import(plan)) as {
    engineOptions: (outfile: string, changes: PutBack['changes']) => Parameters<typeof build>[0];
  };
  await build(engineOptions(file, changes));
  try {
    return loadEngine(file);
  } finally {
    rmSync(file);
  }
}

void main();
