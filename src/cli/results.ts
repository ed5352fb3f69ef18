import type { LaunchObserver } from '../launch/launch';
import { exportLaunch } from '../launch/launchExport';
import { type LaunchRecord, launchState } from '../launch/launchRecord';
import { describeError } from '../messages/describeError';
import { describeCancelled, describeLeftovers } from '../messages/leftovers';
import { describeStopReason, describeStudyCounts } from '../messages/studies';
import { describeUnknownOutcome } from '../messages/unknownOutcomes';
import { formatCount, formatTime } from '../platform/format';
import type { CommandEnd } from '../request/exitCodes';
import { formatErrorLine } from '../secrets/errorLine';
import type { Study } from '../study/studyRunner';
import { type LaunchResult, resultOfError } from '../workflow/launchResult';
import type { CliSession } from './cliSession';
import type { Terminal } from './terminal';

/** How a command ended, and what it prints. */
export interface Result {
  readonly outcome: CommandEnd;
  readonly messages?: readonly string[];
  readonly [key: string]: unknown;
}

const outcomes: Readonly<Record<LaunchResult['end'], CommandEnd>> = {
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
  cancelledEarly: 'cancelled',
  unknown: 'unknown',
  takenOver: 'unknown',
  refused: 'refused',
  failedToStart: 'refused',
};

/** Carries out a launch, and says how it ended. */
export async function follow(
  session: CliSession,
  terminal: Terminal,
  signal: AbortSignal,
  run: (observer: LaunchObserver) => Promise<LaunchRecord | undefined>,
): Promise<Result> {
  let seen: LaunchRecord | undefined;
  const observer = terminal.observe(signal, (record) => {
    // Whoever is killed finds it by this.
    if (seen === undefined) terminal.write(`launch ${record.plan.launch}`);
    seen = record;
  });
  try {
    const record = await run(observer);
    return await describeResult(session, record === undefined ? { end: 'refused' } : { end: 'done', record });
  } catch (error) {
    session.log(formatErrorLine(error));
    return await describeResult(session, resultOfError(error, seen));
  }
}

async function describeResult(session: CliSession, result: LaunchResult): Promise<Result> {
  const record = 'record' in result ? result.record : undefined;
  const error = 'error' in result ? result.error : undefined;
  const isOpen = (error as { readonly kind?: unknown } | undefined)?.kind === 'unknownOutcome';
  return {
    outcome: isOpen ? 'unknown' : outcomes[result.end],
    messages: (await describeMessages(session, result)).filter((text) => text !== undefined),
    ...(record && (await describeRecord(session, record))),
  };
}

async function describeMessages(
  { runners }: CliSession,
  result: LaunchResult,
): Promise<readonly (string | undefined)[]> {
  switch (result.end) {
    case 'done':
    case 'refused':
      return [];
    case 'cancelled': {
      const files = await runners.launches.list.readFiles(result.record.plan.launch).catch(() => undefined);
      return [describeCancelled(result.record, files?.accepted.size, formatCount)];
    }
    case 'unknown':
      return [
        describeOpen(result.record),
        `Say what you find out with resolve ${result.record.plan.launch}. Do not launch this again until then.`,
      ];
    case 'failed':
      return [describeError(result.error), describeLeftovers(result.record)];
    default:
      return [describeError(result.error)];
  }
}

/** A launch as Copy as JSON has it. */
export async function describeRecord(
  { runners, redactor }: CliSession,
  record: LaunchRecord,
): Promise<object> {
  const files = await runners.launches.list.readFiles(record.plan.launch);
  return exportLaunch({ record, files }, launchState(record, { isRunning: false }), {
    exact: (name) => redactor.exact(name),
    serverMessage: (text) => redactor.words(text),
  });
}

/** How a study stands when no more rows can be started now. @param error why it stopped on this side */
export function describeStudy({ id, state }: Study, error?: unknown): Result {
  const { counts, stopped, rows } = state;
  return {
    outcome: findStudyOutcome(state),
    messages: [
      ...(error === undefined ? [] : [describeError(error)]),
      `${describeStudyCounts(counts, formatCount)}.`,
      ...(stopped === undefined ? [] : [describeStopReason(stopped)]),
    ],
    study: id,
    counts,
    stopped,
    rows,
  };
}

function findStudyOutcome({ counts, stopped }: Study['state']): CommandEnd {
  if (counts.unknown > 0) return 'unknown';
  if (counts.started + counts.leftOut === counts.rows || stopped === 'firstRowOnly') return 'done';
  return stopped === 'stopped' ? 'cancelled' : 'failed';
}

/** Says what is known of a launch whose last request has an unknown outcome. */
export function describeOpen(record: LaunchRecord): string {
  return describeUnknownOutcome(record, formatTime(record.changedAt));
}
