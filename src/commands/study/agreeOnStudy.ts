import type { CommandContext } from '../../context';
import { getGitState } from '../../platform/gitState';
import { toServiceRef } from '../../session/service';
import { assertSameStudy, type StudyDraft } from '../../study/prepareStudy';
import type { StudyObserver } from '../../study/runRows';
import type { PreparedStudy } from '../../study/study';
import type { StartStudyOptions } from '../../study/studyRunner';
import { isAborted } from '../launch/questionTurns';
import { askForStudy } from './askForStudy';
import { excludeRows, prepareTable, proposeStudy, type StudyProposal } from './prepareTable';

/** A study that somebody wants, and where. */
export interface WantedStudy extends Pick<StudyProposal, 'service' | 'isNewProject' | 'task'> {
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
 * Shows what a table would create, asks, and makes sure that it would still create the same. Requests nothing.
 * @returns nothing unless the user agreed
 * @throws StudyError, StudyChangedError, UntrustedError, the error of the check, or the reason of the signal
 */
export async function agreeOnStudy(
  context: CommandContext,
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
  if (answer === 'leaveOut') {
    return await agreeOnStudy(context, excludeRows(draft, asked.startedRows), wanted, run, signal);
  }
  // A dialog cannot be closed: it may have been answered long after its task was cancelled.
  if (answer === undefined || isAborted(signal)) return undefined;
  await check();
  const study = await run((cancelled) => prepareTable(context, draft, where.service, cancelled));
  if (study === undefined) return undefined;
  assertSameStudy(asked.study, study);
  const service = toServiceRef(where.service, await connection.accountOf(where.service));
  const source = getGitState(draft.table);
  return {
    study,
    options: {
      ...{ service, firstRowOnly: answer.firstRowOnly },
      ...(answer.isProtected && { protectionAsked: true }),
      ...(source && { source }),
    },
    clientOf: (cancelled) => connection.launchClient(where.service, { cancelled, account: service.account }),
  };
}
