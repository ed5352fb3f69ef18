import * as l10n from '@vscode/l10n';
import { UnknownOutcomeError } from '../launch/errors';
import type { LaunchResult } from '../launch/launchResult';
import { formatCount, formatTime } from '../platform/format';
import type { CommandEnd } from '../request/exitCodes';
import type { StudyState } from '../study/studyState';
import { describeError } from './describeError';
import { describeCancelled, describeLeftovers } from './leftovers';
import { describeStopReason, describeStudyCounts } from './studies';
import { describeUnknownOutcome } from './unknownOutcomes';

/** How a task or a command ended, and what it says. */
export interface DescribedEnd {
  readonly outcome: CommandEnd;
  readonly messages: readonly string[];
}

/**
 * Describes how a launch ended, except what a launch that is done has created.
 * @param accepted number of files that the file server has accepted; undefined if unknown
 */
export function describeLaunchEnd(result: LaunchResult, accepted?: number): DescribedEnd {
  switch (result.end) {
    case 'done':
      return { outcome: 'done', messages: [] };
    case 'failed': {
      const sentences = [describeError(result.error), describeLeftovers(result.record)];
      return { outcome: 'failed', messages: [sentences.filter(Boolean).join(' ')] };
    }
    case 'cancelled':
      return { outcome: 'cancelled', messages: [describeCancelled(result.record, accepted, formatCount)] };
    case 'refused':
    case 'cancelledEarly':
      return { outcome: 'cancelled', messages: [l10n.t('Cancelled. Nothing was created.')] };
    case 'unknown': {
      const { record } = result;
      return {
        outcome: 'unknown',
        messages: [describeUnknownOutcome(record, formatTime(record.changedAt))],
      };
    }
    case 'takenOver':
      return { outcome: 'unknown', messages: [describeError(result.error)] };
    case 'failedToStart': {
      // A launch that is resumed may have a request whose outcome was unknown before.
      const isOpen = result.error instanceof UnknownOutcomeError;
      return { outcome: isOpen ? 'unknown' : 'refused', messages: [describeError(result.error)] };
    }
  }
}

/** Describes how a study stands when no more rows can be started now. @param error why it stopped on this side */
export function describeStudyEnd(state: StudyState, error?: unknown): DescribedEnd {
  const { counts, stopped } = state;
  return {
    outcome: findStudyOutcome(state),
    messages: [
      ...(error === undefined ? [] : [describeError(error)]),
      l10n.t('{0}.', describeStudyCounts(counts, formatCount)),
      ...(stopped === undefined ? [] : [describeStopReason(stopped)]),
    ],
  };
}

function findStudyOutcome({ counts, stopped }: StudyState): CommandEnd {
  if (counts.unknown > 0) return 'unknown';
  if (counts.started + counts.leftOut === counts.rows || stopped === 'firstRowOnly') return 'done';
  return stopped === 'stopped' ? 'cancelled' : 'failed';
}
