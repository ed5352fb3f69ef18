import type { CommandContext } from '../../context';
import { getGitState } from '../../platform/gitState';
import { takeStartContext } from '../../session/startContext';
import type { StudyDraft } from '../../study/prepareStudy';
import { excludeRows } from '../../study/proposeRows';
import type { StudyObserver } from '../../study/runRows';
import { isShown, toShownRows } from '../../study/sameRows';
import type { PreparedStudy } from '../../study/study';
import type { StartStudyOptions } from '../../study/studyRunner';
import { isAborted } from '../../ui/questionTurns';
import { askForStudy } from './askForStudy';
import { prepareTable, proposeStudy, type StudyChange, type StudyProposal } from './prepareTable';

/** A study that somebody wants, and where. */
export interface WantedStudy extends Pick<StudyProposal, 'service' | 'isNewProject' | 'task' | 'change'> {
  /** Throws when nothing may be created at the service any more. */
  readonly check: () => unknown;
  /** Called before the user is asked. */
  readonly onPrepared: (asked: StudyProposal) => void;
}

/** Runs a part that reads the table and its files. @returns nothing when the user cancelled */
export type RunReading = <T>(read: (signal: AbortSignal) => Promise<T>) => Promise<T | undefined>;

/** A study as the user has agreed to it: nothing else has to be asked. */
export interface AgreedStudy extends Pick<StudyObserver, 'clientOf'> {
  readonly study: PreparedStudy;
  readonly options: StartStudyOptions;
}

/**
 * Shows what a table would create, asks, and makes sure that it would still create the same: otherwise it asks again, and
 * says what differs. Requests nothing.
 * @returns nothing unless the user agreed
 * @throws StudyError, UntrustedError, the error of the check, or the reason of the signal
 */
export async function agreeOnStudy(
  context: Pick<CommandContext, 'connection' | 'documents' | 'launches' | 'settings'>,
  draft: StudyDraft,
  wanted: WantedStudy,
  run: RunReading,
  signal: AbortSignal,
): Promise<AgreedStudy | undefined> {
  const { connection } = context;
  const { check, onPrepared, ...where } = wanted;
  const asked = await run((cancelled) => proposeStudy(context, draft, where, cancelled));
  if (asked === undefined) return undefined;
  onPrepared(asked);
  const answer = await askForStudy(context, asked, signal);
  const { change: _, ...wantedAgain } = wanted;
  if (answer === 'leaveOut')
    return await agreeOnStudy(context, excludeRows(draft, asked), wantedAgain, run, signal);
  // A dialog cannot be closed: it may have been answered long after its task was cancelled.
  if (answer === undefined || isAborted(signal)) return undefined;
  await check();
  const now = await run((cancelled) => prepareTable(context, draft, where, cancelled));
  if (now === undefined) return undefined;
  const change = findChange(asked, now);
  if (change !== undefined) return await agreeOnStudy(context, draft, { ...wanted, change }, run, signal);
  const { recorded, clientOf } = await takeStartContext(connection, where.service);
  const source = getGitState(draft.table);
  return {
    study: now.study,
    options: {
      ...recorded,
      shown: asked.same,
      unreadable: asked.unreadable,
      firstRowOnly: answer.firstRowOnly,
      ...(answer.isProtected && { protectionConfirmed: true }),
      ...(source && { source }),
    },
    clientOf,
  };
}

/** The differences between the study that was shown and the one that would be created now. */
function findChange(
  shown: StudyProposal,
  now: Pick<StudyProposal, 'study' | 'same' | 'unreadable'>,
): StudyChange | undefined {
  if (shown.study.hash !== now.study.hash) return 'table';
  const named = toShownRows(shown.same);
  const isKnown = now.unreadable.every((id) => shown.unreadable.includes(id));
  return isKnown && now.same.every((one) => isShown(named, one)) ? undefined : 'rows';
}
