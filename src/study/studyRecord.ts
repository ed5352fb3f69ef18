import { RecordUnreadableError } from '../launch/errors';
import { DamagedRecordError, encodeChecked, type RecordFormat } from '../launch/recordLines';
import type { FrozenStudy, StopReason, StudyEntry, TimedStudyEntry } from './study';

/** The newest version that this version of the extension can read. */
const studySchemaVersion = 1;

/** The launches of one row, as far as the record of the study names them. */
export interface RowRecord {
  /** The launch that counts. */
  readonly launch?: string;
  /** Launches that no longer count, by a person's word. */
  readonly earlier: readonly string[];
  readonly started?: Extract<StudyEntry, { kind: 'rowStarted' }>;
}

/** Everything that the record of a study says. Its launches say the rest. */
export interface StudyRecord {
  readonly study: FrozenStudy;
  /** ms since the epoch */
  readonly agreedAt: number;
  readonly changedAt: number;
  readonly entryCount: number;
  /** By row, from 1. */
  readonly rows: ReadonlyMap<number, RowRecord>;
  /** Why it stopped last; absent once it went on. */
  readonly stopped?: StopReason;
}

const noLaunch: RowRecord = { earlier: [] };

export function getRow({ rows }: Pick<StudyRecord, 'rows'>, row: number): RowRecord {
  return rows.get(row) ?? noLaunch;
}

/** @throws DamagedRecordError when a row would have two launches that count */
export function applyStudyEntry(record: StudyRecord, entry: TimedStudyEntry): StudyRecord {
  const { stopped: _, ...rest } = record;
  const next = { ...rest, changedAt: entry.at, entryCount: record.entryCount + 1 };
  if (entry.kind === 'stopped') return { ...next, stopped: entry.reason };
  const before = getRow(record, entry.row);
  const { launch, earlier } = before;
  const set = (row: RowRecord) => ({ ...next, rows: new Map(record.rows).set(entry.row, row) });
  switch (entry.kind) {
    case 'rowBegun':
      if (launch !== undefined && launch !== entry.launch) throw new DamagedRecordError('foreign');
      return set({ ...before, launch: entry.launch });
    case 'rowStarted':
      return set({ ...before, started: entry });
    case 'rowRepeated':
      return set({ earlier: launch === undefined ? earlier : [...earlier, launch] });
  }
}

export interface FirstLine {
  readonly at: number;
  readonly study: FrozenStudy;
}

/** The first line of a record. */
export function encodeStudy(study: FrozenStudy, at: number): string {
  return encodeChecked({ kind: 'study', schema: studySchemaVersion, at, study });
}

/** @param place index of the line, which reveals that earlier lines are missing */
export function encodeStudyEntry(entry: TimedStudyEntry, place: number): string {
  return encodeChecked({ ...entry, place });
}

export function createStudyRecord({ study, at }: FirstLine): StudyRecord {
  return { study, agreedAt: at, changedAt: at, entryCount: 1, rows: new Map() };
}

const kinds: ReadonlySet<unknown> = new Set<StudyEntry['kind']>([
  'rowBegun',
  'rowStarted',
  'rowRepeated',
  'stopped',
]);

export const studyFormat: RecordFormat<FirstLine, TimedStudyEntry> = {
  extension: '.study',
  kind: 'study',
  toFirst(value) {
    const { kind, schema, at } = (value ?? {}) as Record<string, unknown>;
    if (kind !== 'study' || typeof schema !== 'number' || typeof at !== 'number')
      throw new DamagedRecordError('foreign');
    if (schema > studySchemaVersion) throw new RecordUnreadableError('newer');
    if (typeof (value as Partial<FirstLine>).study !== 'object') throw new DamagedRecordError('foreign');
    return value as FirstLine;
  },
  toEntry(value) {
    const entry = value as TimedStudyEntry;
    if (!kinds.has(entry.kind)) throw new RecordUnreadableError('newer');
    return entry;
  },
  idOf: ({ study }) => study.id,
  isEmptyWhenRemoved: false,
  mayAnnounce: () => true,
};
