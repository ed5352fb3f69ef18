import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { curlVersion } from './curl';
import { planDecks } from './decks';
import { planDefaults } from './defaults';
import { planExtensionHost, planPauses } from './extensionHost';
import { planLimitedServer } from './limitedServer';
import { planLongJournal } from './longJournal';
import { planLongList } from './longList';
import { planManyFiles } from './manyFiles';
import { type Batch, measureBatch, type Row } from './measurement';
import { planMemory } from './memory';
import { planOneFile } from './oneFile';
import { Site } from './site';
import { planStartUp } from './startUp';
import { planStudy } from './study';
import { tableOf } from './table';
import { planWholeLaunch } from './wholeLaunch';

/** Each function lists the measurements of one subject. It starts and writes nothing before they run. */
const groups: readonly ((site: Site) => readonly Batch[])[] = [
  planOneFile,
  planManyFiles,
  planDefaults,
  planLimitedServer,
  planMemory,
  planExtensionHost,
  planPauses,
  planWholeLaunch,
  planStudy,
  planStartUp,
  planLongList,
  planLongJournal,
  planDecks,
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
  const keep = (soFar: readonly Row[]) =>
    writeFileSync(file, JSON.stringify({ ...machine, rows: soFar }, undefined, 2));
  for (const batch of chosen(groups.flatMap((group) => group(site)))) {
    const measuredRows = await measureBatch(batch, machine.rounds);
    for (const { name, verdict } of measuredRows) console.log(`${name} … ${verdict}`);
    rows.push(...measuredRows);
    keep(rows);
  }
  await site.stop();
  console.log(`\n${tableOf(rows)}`);
}

function chosen(batches: readonly Batch[]): Batch[] {
  const isChosen = (name: string) => words.every((word) => name.includes(word));
  return batches
    .map((batch) => batch.filter(({ name }) => isChosen(name)))
    .filter(({ length }) => length > 0);
}

void main();
