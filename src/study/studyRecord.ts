import { RecordUnreadableError } from '../journal/errors';
import { DamagedRecordError, encodeLines, type RecordFormat } from '../journal/recordLines';
import type { AgreedBodies } from '../launch/journalEntry';
import type { PlannedFile } from '../upload/uploadPlan';
import type { StopReason, StudyEntry, StudyModel, StudyPlan, TimedStudyEntry } from './study';

/** The schema of the records of studies. Raised whenever an older version of the extension could misread one. */
const studySchema = 1;

/** What the record of a study says of one row. Its launches say the rest. */
export interface RowRecord {
  /** Launches that no longer count, by the word of a person. */
  readonly repeated: readonly string[];
  /** When a person said that its simulation exists; ms since the epoch. */
  readonly startedAt?: number;
  /** The row of another study for which it was left out. */
  readonly leftOutFor?: Extract<StudyEntry, { kind: 'rowLeftOut' }>['otherRow'];
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
  /** The bodies that the user has agreed to last. */
  readonly bodies: AgreedBodies;
  /** Why it stopped last; absent once it went on. */
  readonly stopped?: StopReason;
  readonly isRemoving: boolean;
}

const noWord: RowRecord = { repeated: [] };

export function getRow({ rows }: Pick<StudyRecord, 'rows'>, row: number): RowRecord {
  return rows.get(row) ?? noWord;
}

export function applyStudyEntry(record: StudyRecord, entry: TimedStudyEntry): StudyRecord {
  const { stopped: _, ...rest } = record;
  const next = { ...rest, changedAt: entry.at, entryCount: record.entryCount + 1 };
  switch (entry.kind) {
    case 'stopped':
      return { ...next, stopped: entry.reason };
    case 'resumed':
      return next;
    case 'agreed': {
      const { study } = record;
      const rows = study.rows.map((row) => ({
        ...row,
        contentHash: entry.contentHashes[row.row] ?? row.contentHash,
      }));
      return { ...next, study: { ...study, rows, shownRows: entry.shownRows }, bodies: entry.bodies };
    }
    case 'removing':
      return { ...next, isRemoving: true };
    default:
      return {
        ...next,
        rows: new Map(record.rows).set(entry.row, applyWord(getRow(record, entry.row), entry)),
      };
  }
}

function applyWord(before: RowRecord, entry: Extract<StudyEntry, { readonly row: number }>): RowRecord {
  switch (entry.kind) {
    case 'rowStarted':
      return { ...before, startedAt: entry.startedAt };
    case 'rowRepeated':
      return { repeated: [...before.repeated, ...entry.launches] };
    case 'rowLeftOut':
      return { ...before, leftOutFor: entry.otherRow };
  }
}

export interface FirstLine {
  readonly at: number;
  readonly study: StudyPlan;
}

export function createStudyRecord({ study, at }: FirstLine): StudyRecord {
  return {
    study,
    agreedAt: at,
    changedAt: at,
    entryCount: 1,
    rows: new Map(),
    isRemoving: false,
    bodies: study.bodies,
  };
}

type FilesModel = Extract<StudyModel, { readonly files: unknown }>;

/** All files of a model, sorted by name. */
export function listModelFiles({ files, rendered = [] }: FilesModel): readonly PlannedFile[] {
  if (rendered.length === 0) return files;
  return [...files, ...rendered].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A study of which each list of files stands once, because each row may have a model of thousands. */
interface PackedStudy extends Omit<StudyPlan, 'models'> {
  readonly models: readonly (Exclude<StudyModel, FilesModel> | PackedModel)[];
  readonly fileLists: readonly (readonly PlannedFile[])[];
}

interface PackedModel extends Omit<FilesModel, 'files'> {
  /** Index of its files in {@link PackedStudy.fileLists}. */
  readonly fileList: number;
}

function packFiles(study: StudyPlan): PackedStudy {
  const indexes = new Map<readonly PlannedFile[], number>();
  const models = study.models.map((model) => {
    if ('id' in model) return model;
    const { files, ...others } = model;
    const fileList = indexes.get(files) ?? indexes.size;
    indexes.set(files, fileList);
    return { ...others, fileList };
  });
  return { ...study, models, fileLists: [...indexes.keys()] };
}

function unpackFiles({ models, fileLists, ...study }: PackedStudy): StudyPlan {
  const unpacked = models.map((model): StudyModel => {
    if ('id' in model) return model;
    const { fileList, ...others } = model;
    const files = fileLists[fileList];
    if (files === undefined) throw new DamagedRecordError('foreign');
    return { ...others, files };
  });
  return { ...study, models: unpacked };
}

const kinds: ReadonlySet<unknown> = new Set<StudyEntry['kind']>([
  'rowStarted',
  'rowRepeated',
  'rowLeftOut',
  'agreed',
  'stopped',
  'resumed',
  'removing',
]);

export const studyFormat: RecordFormat<FirstLine, TimedStudyEntry> = {
  extension: '.study',
  toFirst(value) {
    const { kind, schema, at, study } = (value ?? {}) as Record<string, unknown>;
    if (typeof schema !== 'number') throw new DamagedRecordError('foreign');
    if (schema > studySchema) throw new RecordUnreadableError('newer');
    if (kind !== 'study' || typeof at !== 'number' || typeof study !== 'object')
      throw new DamagedRecordError('foreign');
    return { at, study: unpackFiles(study as PackedStudy) };
  },
  toEntry(value) {
    const entry = value as TimedStudyEntry;
    if (!kinds.has(entry.kind)) throw new RecordUnreadableError('newer');
    return entry;
  },
  idOf: ({ study }) => study.id,
  encode: ({ first: { at, study }, entries }) =>
    encodeLines([{ kind: 'study', schema: studySchema, at, study: packFiles(study) }, ...entries]),
  // No row of the list says that a study cannot be read, and its rows must not count as never started.
  isOpenedWhenKnown: false,
  mayAnnounce: () => true,
};
