import { RecordUnreadableError } from '../journal/errors';
import { DamagedRecordError, encodeChecked, RecordDecoder, type RecordFormat } from '../journal/recordLines';
import {
  isAnnouncing,
  journalSchemaVersion,
  type PlannedLaunch,
  schemaOf,
  type TimedEntry,
} from './journalEntry';

export type FirstEntry = PlannedLaunch & { readonly at: number };

/**
 * Encodes one line. The first line contains the schema, and keeps its format in all versions, so that an older version
 * recognises a record that it cannot read.
 *
 * @param place index of the line, except for the first: reveals that earlier lines are missing
 */
export function encodeLine(entry: TimedEntry, place?: number): string {
  const value = entry.kind === 'planned' ? { schema: schemaOf(entry), ...entry } : entry;
  return encodeChecked({ ...value, ...(place !== undefined && { place }) });
}

/** @throws DamagedRecordError, RecordUnreadableError for a record of a newer version */
export function decodeLines(text: string): readonly [FirstEntry, ...TimedEntry[]] {
  const decoder = new RecordDecoder(launchFormat);
  decoder.add(Buffer.from(text));
  const { first, entries } = decoder.end();
  return [first, ...entries];
}

const kinds: Readonly<Record<TimedEntry['kind'], true>> = {
  planned: true,
  creatingProject: true,
  projectCreated: true,
  creatingModel: true,
  modelCreated: true,
  uploading: true,
  fileAccepted: true,
  filesAccepted: true,
  uploaded: true,
  finalising: true,
  finalised: true,
  creatingSimulation: true,
  simulationCreated: true,
  failed: true,
  unknown: true,
  modelAbandoned: true,
  cancelled: true,
  settled: true,
};

export const launchFormat: RecordFormat<FirstEntry, TimedEntry> = {
  extension: '.launch',
  kind: 'planned',
  toFirst(value) {
    if (!isPlan(value)) throw new DamagedRecordError('foreign');
    const { schema: version, ...first } = value;
    if (typeof version !== 'number' || version < 1) throw new DamagedRecordError('foreign');
    if (version > journalSchemaVersion || version > schemaOf(first)) throw new RecordUnreadableError('newer');
    return first;
  },
  /** The checksum proves that the line was written as it is; this checks that it is an entry. */
  toEntry(value) {
    // No schema for each kind: the checksum proves the rest, and a schema would take as long again as reading the line.
    const { kind, at } = value as Partial<TimedEntry>;
    if (typeof at !== 'number' || typeof kind !== 'string') throw new DamagedRecordError('foreign');
    // Only a newer version can have written an unknown kind.
    if (!Object.hasOwn(kinds, kind)) throw new RecordUnreadableError('newer');
    return value as TimedEntry;
  },
  idOf: ({ launch }) => launch,
  isEmptyWhenRemoved: true,
  mayAnnounce(line) {
    const [, kind = ''] = /"kind":"(\w+)"/.exec(line) ?? [];
    return isAnnouncing({ kind }) || !Object.hasOwn(kinds, kind);
  },
};

type Header = FirstEntry & { readonly schema?: unknown };

/** Matches records of any version, to tell a newer record from a foreign file. */
function isPlan(value: unknown): value is Header {
  const { kind, at, schema: version, service, model } = (value ?? {}) as Partial<Header>;
  if (kind !== 'planned' || typeof at !== 'number') return false;
  if (typeof version === 'number' && version > journalSchemaVersion) return true;
  return typeof service === 'object' && typeof model === 'object';
}
