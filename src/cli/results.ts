import * as l10n from '@vscode/l10n';
import { BodiesChangedError } from '../launch/errors';
import type { LaunchObserver } from '../launch/launch';
import { exportLaunch } from '../launch/launchExport';
import { launchState } from '../launch/launchRecord';
import { findLaunchResult, type LaunchResult, type RunLaunch } from '../launch/launchResult';
import { describeLaunchEnd, describeStudyEnd } from '../messages/commandEnds';
import { describeProblem } from '../messages/launchProblems';
import { describeMissingSimulationId } from '../messages/serviceErrors';
import type { CommandEnd } from '../request/exitCodes';
import { formatErrorLine } from '../secrets/errorLine';
import type { Study } from '../study/studyRunner';
import type { CliSession } from './cliSession';
import { RefusedError } from './refusedError';
import type { Terminal } from './terminal';

/** How a command ended, and what it prints. */
export interface Result {
  readonly outcome: CommandEnd;
  readonly messages?: readonly string[];
  readonly [key: string]: unknown;
}

/** Carries out a launch, and says how it ended. @throws BodiesChangedError, RefusedError */
export async function follow(
  session: CliSession,
  terminal: Terminal,
  observer: LaunchObserver,
  run: RunLaunch,
): Promise<Result> {
  const result = await findLaunchResult(
    run,
    (task) => task(observer),
    ({ plan }, before) => {
      // Whoever is killed finds it by this.
      if (before === undefined) terminal.write(`launch ${plan.launch}`);
    },
  );
  if ('error' in result) session.log(formatErrorLine(result.error));
  // Nothing was sent, and the command line words it in its own way.
  if (result.end === 'failedToStart' && isOwnRefusal(result.error)) throw result.error;
  return await describeResult(session, result);
}

function isOwnRefusal(error: unknown): error is BodiesChangedError | RefusedError {
  return error instanceof BodiesChangedError || error instanceof RefusedError;
}

/** How a launch ended, and what it has created. */
export async function describeResult(
  { runners: { launches }, redactor }: CliSession,
  result: LaunchResult,
): Promise<Result> {
  if (!('record' in result)) return { ...describeLaunchEnd(result) };
  const { record } = result;
  const { launch } = record.plan;
  // Whatever is thrown from here on would look as if nothing had been created.
  const files = await launches.list.readFiles(launch).catch(() => undefined);
  const { outcome, messages } = describeLaunchEnd(result, files?.accepted.size);
  const advice =
    record.open === 'createModel'
      ? `Say resolve ${launch} --happened no, then resume it.`
      : `Say what you find out with resolve ${launch}. Do not launch this again until then.`;
  return {
    outcome,
    messages: [
      ...messages,
      ...(result.end === 'unknown' ? [advice] : []),
      ...(result.end === 'done' && record.simulation?.response !== undefined
        ? [describeMissingSimulationId()]
        : []),
    ],
    launch,
    // As Copy as JSON has it.
    ...(files &&
      exportLaunch({ record, files }, launchState(record, { isRunning: false }), {
        exact: (name) => redactor.exact(name),
        serverMessage: (text) => redactor.words(text),
      })),
  };
}

/** Limit for the rows whose problem a message says; the document has all of them. */
const maxRowMessages = 5;

/** How a study stands when no more rows can be started now. @param error why it stopped on this side */
export async function describeStudy(
  { runners: { launches }, redactor }: CliSession,
  { id, state, record: { study } }: Study,
  error?: unknown,
): Promise<Result> {
  const { counts, stopped } = state;
  const hide = (text: string) => redactor.words(text);
  const all = await launches.list.read().catch(() => []);
  const records = new Map(all.map((launch) => [launch.id, launch.record]));
  const rows = state.rows.map((row, index) => {
    const record = row.launch === undefined ? undefined : records.get(row.launch);
    const { modelId, simulation, problem } = record ?? {};
    return {
      ...row,
      name: study.rows[index]?.name,
      modelId,
      simulationId: simulation?.id,
      problem: problem && row.state !== 'started' ? hide(describeProblem(problem)) : undefined,
    };
  });
  const problems = rows.flatMap(({ row, problem }) =>
    problem === undefined ? [] : [l10n.t('Row {0}: {1}', row, problem)],
  );
  const { outcome, messages } = describeStudyEnd(state, error);
  return {
    outcome,
    messages: [...messages, ...problems.slice(0, maxRowMessages)],
    study: id,
    counts,
    stopped,
    rows,
  };
}
