import type { LaunchObserver } from '../launch/launch';
import { exportLaunch } from '../launch/launchExport';
import { launchState } from '../launch/launchRecord';
import { findLaunchResult, type LaunchResult, type RunLaunch } from '../launch/launchResult';
import { describeLaunchEnd, describeStudyEnd } from '../messages/commandEnds';
import type { CommandEnd } from '../request/exitCodes';
import { formatErrorLine } from '../secrets/errorLine';
import type { Study } from '../study/studyRunner';
import type { CliSession } from './cliSession';
import type { Terminal } from './terminal';

/** How a command ended, and what it prints. */
export interface Result {
  readonly outcome: CommandEnd;
  readonly messages?: readonly string[];
  readonly [key: string]: unknown;
}

/** Carries out a launch, and says how it ended. */
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
  return await describeResult(session, result);
}

async function describeResult(
  { runners: { launches }, redactor }: CliSession,
  result: LaunchResult,
): Promise<Result> {
  if (!('record' in result)) return { ...describeLaunchEnd(result) };
  const { record } = result;
  const { launch } = record.plan;
  // Whatever is thrown from here on would look as if nothing had been created.
  const files = await launches.list.readFiles(launch).catch(() => undefined);
  const { outcome, messages } = describeLaunchEnd(result, files?.accepted.size);
  const advice = `Say what you find out with resolve ${launch}. Do not launch this again until then.`;
  return {
    outcome,
    messages: result.end === 'unknown' ? [...messages, advice] : messages,
    launch,
    // As Copy as JSON has it.
    ...(files &&
      exportLaunch({ record, files }, launchState(record, { isRunning: false }), {
        exact: (name) => redactor.exact(name),
        serverMessage: (text) => redactor.words(text),
      })),
  };
}

/** How a study stands when no more rows can be started now. @param error why it stopped on this side */
export function describeStudy({ id, state }: Study, error?: unknown): Result {
  const { counts, stopped, rows } = state;
  return { ...describeStudyEnd(state, error), study: id, counts, stopped, rows };
}
