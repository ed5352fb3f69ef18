import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { StudySource } from '../../src/study/prepareStudy';
import { startService } from '../support/service';
import { openStudyWindow } from '../support/studies';

const templateBytes = 8 * 1024 * 1024;

const observer = () => ({ signal: new AbortController().signal });

/** A window for a table in a new folder. */
async function openTable(root: string, model?: StudySource) {
  const { emulator, client } = await startService();
  const { id, name } = await client.createProject('Wing');
  const [existing] = emulator.models;
  const order = {
    baseUrl: emulator.baseUrl,
    folder: path.join(root, 'launches'),
    root,
    table: 'cases.csv',
    project: { id: String(id), name },
    model: model ?? { id: existing!.model_id, name: existing!.name },
  };
  return { order, ...openStudyWindow(order) };
}

/** Rows with a large template each, up to the first row. @returns the most memory that the process had; bytes */
async function measureMemory(root: string, rows: number): Promise<number> {
  const lines = Array.from({ length: rows }, (_, index) => {
    mkdirSync(path.join(root, String(index)));
    const text = `${index} {{ speed }}\n`.padEnd(templateBytes, 'x');
    writeFileSync(path.join(root, String(index), 'deck.inp.template'), text);
    return `${index},${index}\n`;
  });
  writeFileSync(path.join(root, 'cases.csv'), `files,speed\n${lines.join('')}`);
  const { prepare, studies, service } = await openTable(root, { perRow: true, exclude: [], name: 'wing' });
  let peak = 0;
  const look = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10);
  await studies.startSeen(await prepare(), { service, firstRowOnly: true }, observer());
  clearInterval(look);
  return peak;
}

/** Rows of an existing model: prepared, begun, and read by another window. @returns the longest pause; ms */
async function measurePause(root: string, rows: number): Promise<number> {
  const lines = Array.from({ length: rows }, (_, index) => `${index}\n`);
  writeFileSync(path.join(root, 'cases.csv'), `speed\n${lines.join('')}`);
  const { order, prepare, studies, service } = await openTable(root);
  await studies.startSeen(await prepare(), { service, firstRowOnly: true }, observer());
  const other = openStudyWindow(order);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const [study] = await other.studies.list();
  await other.studies.findRowsToGoOn(study!.id, { mapping: other.studies.mapping });
  delay.disable();
  return delay.max / 1e6;
}

async function main(): Promise<void> {
  const [what, rows] = JSON.parse(process.argv[2] ?? '') as [string, number];
  const root = mkdtempSync(path.join(tmpdir(), 'study-scale-'));
  try {
    const measured = await (what === 'memory' ? measureMemory : measurePause)(root, rows);
    process.send?.(measured);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  process.exit();
}

void main();
