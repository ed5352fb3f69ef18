import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { VariantName } from '../../../../src/client/core/apiVariant';
import { systemClock } from '../../../../src/client/core/clock';
import type { Emulator, EmulatorOptions } from '../../../../src/emulator/emulator';
import { Journal } from '../../../../src/launch/journal';
import type { JournalWriter } from '../../../../src/launch/journalWriter';
import { launchState } from '../../../../src/launch/launchRecord';
import type { LaunchOptions } from '../../../../src/launch/runLaunch';
import { waitFor } from '../../../host/waitFor';
import { type ClientChoices, createClient } from '../../../support/client';
import { launchBench, plannedLaunch } from '../../../support/launches';
import { newestFile } from '../../../support/recordFiles';
import { decodeLines } from '../../../support/recordText';
import { startService, stopServices } from '../../../support/service';
import type { FileTree } from '../../../support/tempTree';

interface Choices {
  readonly variant?: VariantName;
  readonly service?: Partial<EmulatorOptions>;
  readonly client?: ClientChoices;
  readonly plan?: PlanChoice;
}

type PlanChanges = Parameters<typeof plannedLaunch>[2];

/** What differs from a new project, a new model and a simulation. */
export type PlanChoice = PlanChanges | ((emulator: Emulator) => PlanChanges);

const opened: JournalWriter[] = [];

/** The project and the model that an emulator has from the start. */
export function existing({ projects, models }: Emulator) {
  return {
    project: { id: projects[0]!.project_id, name: 'Study' },
    model: { id: models.find(({ reusable }) => reusable)!.model_id, name: 'deck' },
  };
}

/** A launch of these files that has begun, with its service and everything else that it needs. */
export async function beginLaunch(tree: FileTree, { variant, service, client, plan: changes }: Choices = {}) {
  const started = await startService(variant, service);
  const { emulator } = started;
  const own = client === undefined ? started.client : createClient(emulator.baseUrl, client);
  const bench = await launchBench({ client: own });
  const given = typeof changes === 'function' ? changes(emulator) : changes;
  const { plan, root } = await plannedLaunch(emulator, tree, given);
  const record = await bench.journal.begin(plan);
  opened.push(record);
  const { launch } = record.record.plan;
  return {
    ...{ ...started, ...bench, client: own, root, record },
    run: (options?: Partial<LaunchOptions>) => bench.run(record, options),
    state: () => launchState(record.record, false),
    kinds: () => decodeLines(readFileSync(newestFile(bench.folder, launch), 'utf8')).map(({ kind }) => kind),
    /** The launch as a window that is opened later continues it. */
    reopen: async () => {
      await record.close();
      opened.push(await new Journal(bench.folder, systemClock).continue(launch));
      return opened.at(-1)!;
    },
  };
}

/** Call after each test. */
export async function closeLaunches(): Promise<void> {
  for (const record of opened.splice(0)) await record.close();
  await stopServices();
}

/** Cancels a launch as soon as it waits for something. */
export async function cancelWhen(isWaiting: () => boolean, run: (signal: AbortSignal) => Promise<void>) {
  const reason = new Error('cancelled by the user');
  const cancel = new AbortController();
  const done = run(cancel.signal);
  await waitFor('the moment to cancel', isWaiting);
  cancel.abort(reason);
  await assert.rejects(done, reason);
}
