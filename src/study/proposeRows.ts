import { prepareStudy, type PrepareStudyOptions, type StudyDraft } from './prepareStudy';
import { readTableFile } from './readTableFile';
import { countContents, findSameRows, matchSameRows, type SameRow } from './sameRows';
import type { PreparedStudy, StudyRow } from './study';
import type { StudyRunner } from './studyRunner';

/** The rows that a table would create, and which of them other studies have. */
export interface ProposedRows {
  readonly study: PreparedStudy;
  /** The rows of other studies with the content of one of its rows. */
  readonly same: readonly SameRow[];
  /** Identifiers of studies that cannot be read, so that nobody knows which rows they have started. */
  readonly unreadable: readonly string[];
  /** The rows that other studies have as well: they have started, may have, or wait there. */
  readonly startedRows: readonly StudyRow[];
}

export interface ProposeOptions extends PrepareStudyOptions {
  readonly studies: Pick<StudyRunner, 'list' | 'unreadable'>;
}

/** Finds out what a table would create. Requests nothing. @throws StudyError, or the reason of the signal */
export async function proposeRows(draft: StudyDraft, options: ProposeOptions): Promise<ProposedRows> {
  const { signal, studies } = options;
  const study = await prepareStudy(draft, await readTableFile(draft.table, signal), options);
  const same = findSameRows(study, await studies.list());
  const unreadable = (await studies.unreadable()).map(({ id }) => id);
  return { study, same, unreadable, startedRows: matchSameRows(study.rows, same, draft.excluded) };
}

/** The draft without the rows whose content other studies have. */
export function excludeRows(draft: StudyDraft, { same }: Pick<ProposedRows, 'same'>): StudyDraft {
  return { ...draft, excluded: new Map([...(draft.excluded ?? []), ...countContents(same)]) };
}
