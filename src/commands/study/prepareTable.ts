import type { CommandContext } from '../../context';
import type { DeckReport } from '../../deck/finding';
import { createDeckCheck } from '../../flows/plan/deckOrder';
import { assertTrusted } from '../../platform/trust';
import type { ServiceSnapshot } from '../../session/service';
import { checkStudyDecks } from '../../study/checkStudyDecks';
import { prepareStudy, type StudyDraft } from '../../study/prepareStudy';
import { readTableFile } from '../../study/readTableFile';
import { countContents, findSameRows, matchSameRows, type SameRow } from '../../study/sameRows';
import type { PreparedStudy, StudyRow } from '../../study/study';

/** A study that could begin now, as the user is asked for it. */
export interface StudyProposal {
  readonly study: PreparedStudy;
  readonly deck: DeckReport;
  /** The rows of other studies with the content of one of its rows. */
  readonly same: readonly SameRow[];
  /** Identifiers of studies that cannot be read, so that nobody knows which rows they have started. */
  readonly unreadable: readonly string[];
  /** The rows that other studies have as well: they have started, may have, or wait there. */
  readonly startedRows: readonly StudyRow[];
  readonly service: ServiceSnapshot;
  /** The project does not exist yet. */
  readonly isNewProject: boolean;
  /** The label of the task that wants it; it comes from the workspace. */
  readonly task?: string;
  /** Why the user is asked again: it is not what was asked about before. */
  readonly change?: StudyChange | undefined;
}

/** The table, its files or the settings have changed since the question, or other studies have got the same rows. */
export type StudyChange = 'table' | 'rows';

/**
 * Finds out what a table would create. Requests nothing.
 * @throws StudyError, UntrustedError, or the reason of the signal
 */
export async function prepareTable(
  { settings, launches }: Pick<CommandContext, 'launches' | 'settings'>,
  draft: StudyDraft,
  { service, isNewProject }: Pick<StudyProposal, 'service' | 'isNewProject'>,
  signal: AbortSignal,
): Promise<Pick<StudyProposal, 'study' | 'same' | 'unreadable'>> {
  assertTrusted();
  const bytes = await readTableFile(draft.table, signal);
  const study = await prepareStudy(draft, bytes, { service, signal, maxRows: settings.maxStudyRows });
  // Another window may have started some a moment ago.
  launches.refresh();
  // An earlier project may have the name of a new one.
  const same = isNewProject ? [] : findSameRows(study, await launches.listStudies());
  const unreadable = (await launches.runners.studies.unreadable()).map(({ id }) => id);
  return { study, same, unreadable };
}

/** As {@link prepareTable}, with everything that the question for it says. */
export async function proposeStudy(
  context: Pick<CommandContext, 'launches' | 'settings'>,
  draft: StudyDraft,
  asked: Pick<StudyProposal, 'service' | 'isNewProject' | 'task' | 'change'>,
  signal: AbortSignal,
): Promise<StudyProposal> {
  const { study, same, unreadable } = await prepareTable(context, draft, asked, signal);
  const deck = await checkStudyDecks(study, draft.folders, createDeckCheck(context.settings), signal);
  const startedRows = matchSameRows(study.rows, same, draft.excluded);
  return { study, deck, same, unreadable, startedRows, ...asked };
}

/** The draft without the rows whose content other studies have. */
export function excludeRows(draft: StudyDraft, { same }: Pick<StudyProposal, 'same'>): StudyDraft {
  return { ...draft, excluded: new Map([...(draft.excluded ?? []), ...countContents(same)]) };
}
