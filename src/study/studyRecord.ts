import { RecordUnreadableError } from '../journal/errors';
import { DamagedRecordError, encodeLines, type RecordFormat } from '../journal/recordLines';
import type { LeftState, StopReason, StudyEntry, StudyPlan, TimedStudyEntry } from './study';

/** The newest version that this version of the extension can read. */
const studySchemaVersion = 2;

/** One row as the record of its study has it. Its launch says more, if it is in the journal. */
export interface RowRecord {
  /** Launches that no longer count. */
  readonly earlier: readonly string[];
  readonly started?: Extract<StudyEntry, { kind: 'rowStarted' }>;
  /** The launch that counts, and what became of the row if it is no longer in the journal. */
  readonly left?: { readonly launch: string; readonly state: LeftState };
}

/** Everything that the record of a study says. Its launches say the rest. */
export interface StudyRecord {
  readonly study: StudyPlan;
  /** ms since the epoch */
  readonly agreedAt: number;
  readonly changedAt: number;
  readonly entryCount: number;
  /** By row, from 1; those about which there is an entry. */
  readonly rows: ReadonlyMap<number, RowRecord>;
  /** The last row of which it is known that it has begun; 0 for none. */
  readonly begun: number;
  /** Why it stopped last; absent once it went on. */
  readonly stopped?: StopReason;
}

const noLaunch: RowRecord = { earlier: [] };

export function getRow({ rows }: Pick<StudyRecord, 'rows'>, row: number): RowRecord {
  return rows.get(row) ?? noLaunch;
}

export function applyStudyEntry(record: StudyRecord, entry: TimedStudyEntry): StudyRecord {
  const { stopped: _, ...rest } = record;
  const next = { ...rest, changedAt: entry.at, entryCount: record.entryCount + 1 };
  if (entry.kind === 'stopped' || entry.kind === 'wentOn') {
    const begun = Math.max(record.begun, entry.begun ?? 0);
    return { ...next, begun, ...(entry.kind === 'stopped' && { stopped: entry.reason }) };
  }
  const before = getRow(record, entry.row);
  const { earlier, left } = before;
  const set = (row: RowRecord) => ({ ...next, rows: new Map(record.rows).set(entry.row, row) });
  switch (entry.kind) {
    case 'rowBegun':
      return set({ ...before, left: { launch: entry.launch, state: 'unknown' } });
    case 'rowLeft': {
      const { launch, state } = entry;
      const isOther = left !== undefined && left.launch !== launch;
      return set({
        ...before,
        ...(isOther && { earlier: [...earlier, left.launch] }),
        left: { launch, state },
      });
    }
    case 'rowStarted':
      return set({ ...before, started: entry });
    case 'rowRepeated':
      return set({ earlier: [...earlier, ...(left ? [left.launch] : []), ...(entry.launches ?? [])] });
  }
}

export interface FirstLine {
  readonly at: number;
  readonly study: StudyPlan;
}

export function createStudyRecord({ study, at }: FirstLine): StudyRecord {
  return { study, agreedAt: at, changedAt: at, entryCount: 1, rows: new Map(), begun: 0 };
}

const kinds: ReadonlySet<unknown> = new Set<StudyEntry['kind']>([
  'rowBegun',
  'rowStarted',
  'rowLeft',
  'rowRepeated',
  'stopped',
  'wentOn',
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
  encode: ({ first: { at, study }, entries }) =>
    encodeLines([{ kind: 'study', schema: studySchemaVersion, at, study }, ...entries]),
  isEmptyWhenRemoved: false,
  // No row of the list says that a study cannot be read, and its rows must not count as never started.
  isOpenedWhenKnown: false,
  mayAnnounce: () => true,
};
