import type { PreparedStudy, RowsByStudy, ShownRows, StudyPlan, StudyRow } from './study';
import type { StudyRecord } from './studyRecord';
import { isBegun, type RowState, type StudyRowState, type StudyState } from './studyState';

/** A row of another study with the content of a row that is to be created: it has begun, or will if its study goes on. */
export interface SameRow {
  /** Identifier of its study. */
  readonly study: string;
  /** From 1. */
  readonly row: number;
  readonly name: string;
  /** See {@link StudyRow.contentHash}. */
  readonly contentHash: string;
  readonly state: RowState;
  /** When its launch has changed last, or else its study was agreed to; ms since the epoch. */
  readonly at: number;
}

/** How often each content occurs, by {@link StudyRow.contentHash}. */
export type ContentCounts = ReadonlyMap<string, number>;

interface ListedStudy {
  readonly id: string;
  readonly record: Pick<StudyRecord, 'study' | 'agreedAt'>;
  readonly state: Pick<StudyState, 'rows'>;
}

/**
 * The rows of other studies in the same project that have the content of one of these: those that have started, or may
 * have, run, or wait. Failed rows and those that were left out are none.
 * @param own identifier of the study of the rows, if it is in the list
 */
export function findSameRows(
  { rows, project }: Pick<PreparedStudy, 'rows' | 'project'>,
  studies: readonly ListedStudy[],
  own?: string,
): readonly SameRow[] {
  const wanted = new Set(rows.map(({ contentHash }) => contentHash));
  const others = studies.filter(
    ({ id, record }) => id !== own && isSameProject(project, record.study.project),
  );
  return others.flatMap((other) =>
    other.state.rows.flatMap((state) => {
      const row = other.record.study.rows[state.row - 1];
      if (row === undefined || !wanted.has(row.contentHash) || !mayBeCreated(state.state)) return [];
      return [toSameRow(other, row, state)];
    }),
  );
}

/** A task knows the name of its project only. */
export function isSameProject(one: StudyPlan['project'], other: StudyPlan['project']): boolean {
  return one.id === '' ? one.name === other.name : one.id === other.id;
}

function mayBeCreated(state: RowState): boolean {
  return isBegun(state) || state === 'waiting';
}

export function toSameRow(
  { id, record }: { readonly id: string; readonly record: Pick<StudyRecord, 'agreedAt'> },
  { row, name, contentHash }: StudyRow,
  { state, at = record.agreedAt }: StudyRowState,
): SameRow {
  return { study: id, row, name, contentHash, state, at };
}

export function countContents(rows: readonly { readonly contentHash: string }[]): ContentCounts {
  const counts = new Map<string, number>();
  for (const { contentHash } of rows) counts.set(contentHash, (counts.get(contentHash) ?? 0) + 1);
  return counts;
}

/**
 * The rows that stand for the others of the same content. Equal rows count as often as there are others.
 * @param left the others that were left out already
 */
export function matchSameRows<T extends { readonly contentHash: string }>(
  rows: readonly T[],
  same: readonly SameRow[],
  left: ContentCounts = new Map(),
): readonly T[] {
  const counts = new Map(countContents(same));
  for (const [contentHash, count] of left) counts.set(contentHash, (counts.get(contentHash) ?? 0) - count);
  return rows.filter(({ contentHash }) => {
    const count = counts.get(contentHash) ?? 0;
    counts.set(contentHash, count - 1);
    return count > 0;
  });
}

/** The rows that a question has named, as the record of a study keeps them. */
export function toShownRows(same: readonly SameRow[]): ShownRows {
  return {
    begun: groupByStudy(same.filter(({ state }) => isBegun(state))),
    waiting: groupByStudy(same.filter(({ state }) => !isBegun(state))),
  };
}

/** Whether a question has named this row, in the state that it has now: one that waited then may have begun since. */
export function isShown(shown: ShownRows | undefined, { study, row, state }: SameRow): boolean {
  return isAmong(shown?.begun, study, row) || (!isBegun(state) && isAmong(shown?.waiting, study, row));
}

/** Whether a question has named this row, whatever has become of it since. */
export function isNamed(shown: ShownRows | undefined, study: string, row: number): boolean {
  return isAmong(shown?.begun, study, row) || isAmong(shown?.waiting, study, row);
}

function groupByStudy(same: readonly Pick<SameRow, 'study' | 'row'>[]): RowsByStudy {
  const byStudy = new Map<string, number[]>();
  for (const { study, row } of same) {
    const rows = byStudy.get(study);
    if (rows === undefined) byStudy.set(study, [row]);
    else rows.push(row);
  }
  return Object.fromEntries(byStudy);
}

function isAmong(rows: RowsByStudy | undefined, study: string, row: number): boolean {
  return rows?.[study]?.includes(row) === true;
}
