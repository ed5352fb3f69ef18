import assert from 'node:assert/strict';
import type { VariantName } from '../../../../src/client/core/apiVariant';
import type { Emulator, EmulatorOptions } from '../../../../src/emulator/emulator';
import { launchState } from '../../../../src/launch/launchRecord';
import type { LaunchOptions } from '../../../../src/launch/runLaunch';
import { waitFor } from '../../../host/waitFor';
import { type ClientChoices, createClient } from '../../../support/client';
import { launchBench, plannedLaunch } from '../../../support/launches';
import { readKinds } from '../../../support/recordFiles';
import { startService, stopServices } from '../../../support/service';
import type { FileTree } from '../../../support/tempTree';
import { closeLater, closeRecords, continueLater } from './openRecords';

interface Choices {
  readonly variant?: VariantName;
  readonly service?: Partial<EmulatorOptions>;
  readonly client?: ClientChoices;
  readonly plan?: PlanChoice;
}

type PlanChanges = Parameters<typeof plannedLaunch>[2];

/** What differs from a new project, a new model and a simulation. */
export type PlanChoice = PlanChanges | ((emulator: Emulator) => PlanChanges);

/** The requests of a launch of these files when nothing disturbs it, in order. */
export function requestsFor(...files: readonly string[]): string[] {
  const uploads = files.map((file) => `uploadFile ${file}`);
  return ['createProject', 'createModel', ...uploads, 'finaliseModel', 'createSimulation'];
}

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
  const record = closeLater(await bench.journal.begin(plan));
  const { launch } = record.record.plan;
  return {
    ...started,
    ...bench,
    client: own,
    root,
    record,
    run: (options?: Partial<LaunchOptions>) => bench.run(record, options),
    state: () => launchState(record.record),
    kinds: () => readKinds(bench.folder, launch),
    /** The launch as a window that is opened later continues it. */
    reopen: async () => {
      await record.close();
      return await continueLater(bench.folder, launch);
    },
  };
}

/** Call after each test. */
export async function closeLaunches(): Promise<void> {
  await closeRecords();
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
