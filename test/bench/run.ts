import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { curlVersion } from './curl';
import { planExtensionHost, planPauses, planStartUp } from './inVscode';
import { planLongJournal } from './longJournal';
import { planLongList } from './longList';
import { measure, type Measurement, type Row, wordsOf } from './measurement';
import { Site } from './site';
import { planStudy } from './study';
import { planLimitedServer, planUploads } from './uploads';

/** Each function lists the measurements of one subject. It starts and writes nothing before they run. */
const groups: readonly ((site: Site) => readonly Measurement[])[] = [
  planUploads,
  planLimitedServer,
  planExtensionHost,
  planPauses,
  planStudy,
  planStartUp,
  planLongJournal,
  planLongList,
];

const { positionals: words, values: options } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' } },
});

const file = path.join(__dirname, '../../bench.json');

/**
 * Measures uploads and compares them with references. Arguments: words of the names of measurements, and
 * `--rounds`; fewer than five rounds give a rough impression only. The table is also written to
 * out/bench.json.
 */
async function main(): Promise<void> {
  const site = new Site();
  const machine = {
    at: new Date().toISOString(),
    cpus: cpus().length,
    node: process.version,
    curl: curlVersion() ?? 'none',
    server: 'test/bench/putServer.ts',
    rounds: Number(options.rounds),
  };
  console.log(machine);
  const rows: Row[] = [];
  for (const one of groups.flatMap((group) => group(site))) {
    if (!words.every((word) => one.name.includes(word))) continue;
    const row = await measure(one, machine.rounds);
    console.log(`${row.name} … ${row.verdict}`);
    rows.push(row);
    writeFileSync(file, JSON.stringify({ ...machine, rows }, undefined, 2));
  }
  await site.stop();
  console.table(rows.map(wordsOf));
}

void main();
