import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as vscode from 'vscode';
import { systemClock } from '../../src/client/core/clock';
import { commands, views } from '../../src/contributions';
import type { TestAccess } from '../../src/extension';
import { Journal } from '../../src/launch/journal';
import type { StudyPlan } from '../../src/study/study';
import { StudyJournal } from '../../src/study/studyJournal';
import { figuresVariable, originVariable, rowsVariable, type StudyHostFigures } from './hostFigures';
import { createBenchClient } from './newClient';

/**
 * VS Code calls this inside the extension host. Lets the extension go on with a study that was agreed to and not begun,
 * while its view shows the rows, and measures this process.
 */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension<TestAccess>('simulation-service.simulation-service');
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (extension === undefined || folder === undefined) throw new Error('no extension, or no folder');
  const { journalFolder } = await extension.activate();
  const rows = Number(process.env[rowsVariable]);
  const journal = new StudyJournal(journalFolder, systemClock);
  const frozen = await freezeStudy(folder.uri.fsPath, rows);
  await (await journal.create(frozen)).close();
  await vscode.commands.executeCommand(`${views.launches}.focus`);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await vscode.commands.executeCommand(commands.resumeStudy, { kind: 'study', study: { id: frozen.id } });
  const rowMs = (performance.now() - start) / rows;
  delay.disable();
  const { launches } = await new Journal(journalFolder, systemClock).read();
  if (launches.filter(({ record }) => record.simulation !== undefined).length !== rows)
    throw new Error('not every row has started');
  const figures: StudyHostFigures = { rowMs, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 };
  writeFileSync(process.env[figuresVariable] ?? '', JSON.stringify(figures));
}

async function freezeStudy(folder: string, rows: number): Promise<StudyPlan> {
  const origin = process.env[originVariable] ?? '';
  const client = createBenchClient(origin);
  const [model] = (await client.listReusableModels()).items;
  const project = await client.createProject('Bench');
  await client.close();
  if (model === undefined) throw new Error('the emulator has no model');
  return {
    ...{ id: randomUUID(), hash: '0'.repeat(64), service: { origin, basePath: '/', variant: 'variant_b' } },
    project: { id: project.id, name: project.name },
    table: {
      ...{ path: path.join(folder, 'cases.csv'), sha256: '0'.repeat(64), delimiter: ',' },
      columns: ['description'],
    },
    models: [{ id: model.id, name: model.name }],
    rows: Array.from({ length: rows }, (_, index) => ({
      ...{
        row: index + 1,
        line: index + 2,
        cells: [`Case ${index + 1}`],
        name: `Case ${index + 1}`,
        model: 0,
      },
    })),
  };
}
