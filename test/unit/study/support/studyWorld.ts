import assert from 'node:assert/strict';
import path from 'node:path';
import type { Intercept, Interceptor } from '../../../../src/emulator/emulator';
import type { LaunchRunnerOptions } from '../../../../src/launch/launch';
import { StudyError, type StudyProblem } from '../../../../src/study/studyProblem';
import { loseResponse, replyWith } from '../../../support/emulatorFaults';
import { rejectionOf } from '../../../support/rejections';
import { type RecordingEmulator, startService } from '../../../support/service';
import { openStudyWindow, type StudyOrder, type StudyWindow } from '../../../support/studies';
import { type FileTree, tempTree } from '../../../support/tempTree';

/** Follows nothing, and never stops. */
export const observer = () => ({ signal: new AbortController().signal });

/** What happens to requests. */
export const refused = replyWith({ status: 422, body: '{}' });
export const lost = loseResponse;

export interface StudyWorld extends StudyWindow {
  readonly emulator: RecordingEmulator;
  readonly order: StudyOrder;
  /** Runs the study. @returns its identifier */
  readonly start: () => Promise<string>;
  /** The states of its rows. */
  readonly states: () => Promise<string>;
  /** Identifier of the launch of a row. */
  readonly launchOf: (row: number) => Promise<string>;
  /** Speeds in the requests for simulations, in their order; undefined for one without its body. */
  readonly sent: () => readonly (number | undefined)[];
}

/**
 * A window for the study of a table in a project that exists.
 * @param tree the table `cases.csv`, and the files of its models; the rows use a model that exists by default
 */
export async function beginStudy(
  tree: FileTree,
  changes: Partial<StudyOrder> = {},
  options: Partial<LaunchRunnerOptions> = {},
): Promise<StudyWorld> {
  const { emulator, client } = await startService();
  const { id, name } = await client.createProject('Wing');
  const existing = emulator.models[0]!;
  const order: StudyOrder = {
    baseUrl: emulator.baseUrl,
    folder: path.join(await tempTree(), 'launches'),
    root: await tempTree(tree),
    table: 'cases.csv',
    project: { id: String(id), name },
    model: { id: existing.model_id, name: existing.name },
    ...changes,
  };
  const window = openStudyWindow(order, options);
  const { launches, studies, prepare, service } = window;
  return {
    ...window,
    emulator,
    order,
    start: async () => await studies.startSeen(await prepare(), { service }, observer()),
    async states() {
      launches.journalChanged();
      return (await studies.list())[0]?.state.rows.map(({ state }) => state).join(' ') ?? '';
    },
    async launchOf(row) {
      launches.journalChanged();
      return (await launches.list.read()).find(({ record }) => record.plan.study?.row === row)?.id ?? '';
    },
    sent: () =>
      emulator.requests
        .filter(({ operation }) => operation === 'createSimulation')
        .map(({ body }) => (body as { speed: number } | undefined)?.speed),
  };
}

/** A table in which each row has its number as its speed. */
export function tableOf(rows: number): FileTree {
  return { 'cases.csv': `speed\n${Array.from({ length: rows }, (_, index) => `${index + 1}\n`).join('')}` };
}

/** Lets something happen to requests for simulations, by their number. */
export function atSimulations(faults: Readonly<Record<number, Intercept>>): Interceptor {
  let seen = 0;
  return ({ operation }) => (operation === 'createSimulation' ? faults[++seen] : undefined);
}

/** Everything that is wrong with a study, for which this is rejected. */
export async function problemsOf(preparing: Promise<unknown>): Promise<readonly StudyProblem[]> {
  const error = await rejectionOf(preparing);
  assert.ok(error instanceof StudyError, String(error));
  return error.problems;
}
