import { RecordUnreadableError } from '../journal/errors';
import {
  DamagedRecordError,
  encodeLines,
  type RecordContent,
  type RecordFormat,
} from '../journal/recordLines';
import { isAnnouncing, launchSchema, type PlannedLaunch, type TimedEntry } from './journalEntry';

/** The first line of a record. */
export interface FirstEntry extends PlannedLaunch {
  readonly at: number;
}

export type LaunchContent = RecordContent<FirstEntry, TimedEntry>;

const kinds: Readonly<Record<TimedEntry['kind'], true>> = {
  planned: true,
  creatingProject: true,
  projectCreated: true,
  creatingModel: true,
  modelCreated: true,
  uploading: true,
  uploaded: true,
  finalising: true,
  finalised: true,
  creatingSimulation: true,
  simulationCreated: true,
  failed: true,
  unknown: true,
  modelAbandoned: true,
  cancelled: true,
  noted: true,
  agreed: true,
  resolved: true,
};

export const launchFormat: RecordFormat<FirstEntry, TimedEntry> = {
  extension: '.launch',
  toFirst(value) {
    const { schema, ...first } = (value ?? {}) as Partial<FirstEntry> & { readonly schema?: unknown };
    if (typeof schema !== 'number') throw new DamagedRecordError('foreign');
    if (schema > launchSchema) throw new RecordUnreadableError('newer');
    if (!isPlan(first)) throw new DamagedRecordError('foreign');
    return first;
  },
  /** The checksum proves that the line was written as it is; this checks that it is an entry. */
  toEntry(value) {
    // No schema for each kind: the checksum proves the rest, and a schema would take as long again as reading the line.
    const entry = value as Partial<TimedEntry>;
    if (typeof entry.at !== 'number' || typeof entry.kind !== 'string')
      throw new DamagedRecordError('foreign');
    // Only a newer version can have written an unknown kind.
    if (!Object.hasOwn(kinds, entry.kind)) throw new RecordUnreadableError('newer');
    return entry as TimedEntry;
  },
  idOf: ({ launch }) => launch,
  isOpenedWhenKnown: true,
  encode: ({ first, entries }) => encodeLines([{ schema: launchSchema, ...first }, ...entries]),
  mayAnnounce(line) {
    // Two lines are one if the line feed between them was damaged.
    const [first = '', ...others] = Array.from(line.matchAll(/"kind":"(\w+)"/g), ([, kind]) => kind ?? '');
    return !Object.hasOwn(kinds, first) || [first, ...others].some((kind) => isAnnouncing({ kind }));
  },
};

function isPlan(first: Partial<FirstEntry>): first is FirstEntry {
  const { kind, at, service, model } = first;
  return (
    kind === 'planned' && typeof at === 'number' && typeof service === 'object' && typeof model === 'object'
  );
}
