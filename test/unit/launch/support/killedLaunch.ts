import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../../src/client/core/clock';
import type { Emulator } from '../../../../src/emulator/emulator';
import { Journal } from '../../../../src/launch/journal';
import type { JournalEntry } from '../../../../src/launch/journalEntry';
import { isUnknown, type LaunchRecord } from '../../../../src/launch/launchRecord';
import type { LaunchEnd, LaunchOrder } from '../../../support/launchProcess';
import { silence } from '../../../support/recordFiles';

const program = path.join(__dirname, '../../support/launchProcess.js');

export interface LaunchProcess {
  readonly child: ChildProcess;
  /** The message that it sends at its end; `killed` if it was killed before. */
  readonly end: Promise<LaunchEnd | 'killed'>;
}

/** @param fileLimit largest file that the process may write, in blocks of the shell's `ulimit -f` */
export function startLaunch(order: LaunchOrder, fileLimit?: number): LaunchProcess {
  const command = [process.execPath, program, JSON.stringify(order)] as const;
  const limited = ['/bin/sh', '-c', `ulimit -f ${fileLimit ?? 0}; exec "$0" "$@"`, ...command] as const;
  const [file, ...args] = fileLimit === undefined ? command : limited;
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let end: LaunchEnd | 'killed' = 'killed';
  child.once('message', (told: LaunchEnd) => (end = told));
  return { child, end: once(child, 'close').then(() => end) };
}

/** Ages the locks so far that a killed window counts as dead. */
export function ageLocks(folder: string, ms = 20_000): void {
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.lock')) silence(path.join(folder, name), ms);
  }
}

/** The only launch in a journal, which must be undamaged. */
export async function onlyLaunch(journal: Journal): Promise<LaunchRecord> {
  const { launches, unreadable } = await journal.read();
  assert.deepEqual([launches.length, unreadable], [1, []]);
  assert.equal(launches[0]!.isRunning, false);
  return launches[0]!.record;
}

/** Decisions of the user about steps with an unknown outcome, in order. */
interface Resolution {
  readonly step: LaunchRecord['open'];
  readonly again: boolean;
}

/** Looks up on the service what happened to an open step, like a user, and records it. */
export async function resolve(folder: string, record: LaunchRecord, emulator: Emulator): Promise<Resolution> {
  const finding = findingOf(record, emulator);
  const open = await new Journal(folder, systemClock).continue(record.plan.launch);
  await open.append(finding);
  await open.close();
  return { step: record.open, again: !finding.happened };
}

type Finding = Extract<JournalEntry, { kind: 'resolved' }>;

/** The state of an open step that a user finds on the service. */
export function findingOf({ open, modelId, plan }: LaunchRecord, emulator: Emulator): Finding {
  if (open === 'createProject' && plan.project !== undefined && 'newName' in plan.project) {
    const { newName } = plan.project;
    const project = emulator.projects.find(({ name }) => name === newName);
    if (project !== undefined) {
      return { kind: 'resolved', happened: true, id: project.project_id, name: newName };
    }
  }
  if (open === 'finaliseModel') {
    const model = emulator.models.find(({ model_id }) => model_id === String(modelId));
    return { kind: 'resolved', happened: model?.status === 'finalised' };
  }
  if (open === 'createSimulation') {
    const simulation = emulator.simulations.find(({ model_id }) => model_id === String(modelId));
    if (simulation !== undefined) {
      return { kind: 'resolved', happened: true, id: simulation.simulation_id };
    }
  }
  // The upload URLs of a lost model are lost too, so the user creates another one even if it exists.
  return { kind: 'resolved', happened: false };
}

/** Continues a killed launch in new processes until it is done, with decisions of the user where needed. */
export async function resume(
  order: LaunchOrder & { readonly launch: string },
  emulator: Emulator,
): Promise<{ readonly record: LaunchRecord; readonly settlements: readonly Resolution[] }> {
  const journal = new Journal(order.folder, systemClock);
  const settlements: Resolution[] = [];
  let record = await onlyLaunch(journal);
  for (let unknown = isUnknown(record); unknown; unknown = isUnknown(record)) {
    assert.ok(settlements.length < 3, 'a resolved step does not become unknown again');
    settlements.push(await resolve(order.folder, record, emulator));
    record = await onlyLaunch(journal);
  }
  assert.deepEqual(await startLaunch(order).end, {});
  return { record: await onlyLaunch(journal), settlements };
}
