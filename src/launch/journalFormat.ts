import { RecordUnreadableError } from '../journal/errors';
import {
  DamagedRecordError,
  encodeLines,
  type RecordContent,
  type RecordFormat,
} from '../journal/recordLines';
import type { PlannedFile } from '../upload/uploadPlan';
import {
  type AcceptedFile,
  isAnnouncing,
  journalSchemaVersion,
  type PlannedLaunch,
  schemaOf,
  type TimedEntry,
} from './journalEntry';
import { type LaunchFiles, summariseFiles } from './launchFiles';

/** The first line of a record. */
export interface FirstEntry extends PlannedLaunch {
  readonly at: number;
  /** Only in what is read from a record of version 3 or earlier, which has its files inside. */
  readonly earlierFiles?: readonly PlannedFile[];
}

/** What records of version 3 and earlier say of files in their entries. */
export type EarlierEntry =
  | { readonly kind: 'creatingModel'; readonly at: number; readonly hashes?: readonly string[] }
  | ({ readonly kind: 'fileAccepted'; readonly at: number } & AcceptedFile)
  | { readonly kind: 'filesAccepted'; readonly at: number; readonly files: readonly AcceptedFile[] };

export type LaunchContent = RecordContent<FirstEntry, TimedEntry | EarlierEntry>;

const kinds: Readonly<Record<(TimedEntry | EarlierEntry)['kind'], true>> = {
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
  agreed: true,
  resolved: true,
};

export const launchFormat: RecordFormat<FirstEntry, TimedEntry | EarlierEntry> = {
  extension: '.launch',
  kind: 'planned',
  toFirst(value) {
    if (!isPlan(value)) throw new DamagedRecordError('foreign');
    const { schema: version, model, ...rest } = value;
    if (typeof version !== 'number' || version < 1) throw new DamagedRecordError('foreign');
    if (version > journalSchemaVersion) throw new RecordUnreadableError('newer');
    const files = 'files' in model ? (model.files as unknown) : undefined;
    const first = Array.isArray(files)
      ? takeFilesOut({ ...rest, name: model.name, files: files as readonly PlannedFile[] })
      : { ...rest, model };
    if (version > schemaOf(first)) throw new RecordUnreadableError('newer');
    return first;
  },
  /** The checksum proves that the line was written as it is; this checks that it is an entry. */
  toEntry(value) {
    // No schema for each kind: the checksum proves the rest, and a schema would take as long again as reading the line.
    const entry = renameKinds(value as Partial<TimedEntry>);
    if (typeof entry.at !== 'number' || typeof entry.kind !== 'string')
      throw new DamagedRecordError('foreign');
    // Only a newer version can have written an unknown kind.
    if (!Object.hasOwn(kinds, entry.kind)) throw new RecordUnreadableError('newer');
    return entry as TimedEntry;
  },
  idOf: ({ launch }) => launch,
  isEmptyWhenRemoved: true,
  isOpenedWhenKnown: true,
  // The first line keeps its format in all versions, so that an older version recognises a record that it cannot read.
  encode({ first: { earlierFiles: _, ...first }, entries }) {
    return encodeLines([{ schema: schemaOf(first), ...first }, ...withoutFiles(entries)]);
  },
  mayAnnounce(line) {
    // Two lines are one if the line feed between them was damaged.
    const [first = '', ...others] = Array.from(line.matchAll(/"kind":"(\w+)"/g), ([, kind]) => kind ?? '');
    return (
      !Object.hasOwn(kinds, renameKind(first)) || [first, ...others].some((kind) => isAnnouncing({ kind }))
    );
  },
};

/** Kinds of entries and of their problems that version 0.1 wrote under another name. */
const renamedKinds = new Map([
  ['settled', 'resolved'],
  ['linksGone', 'uploadUrlsUnavailable'],
  ['brokenOff', 'requestAbandoned'],
]);

const renameKind = (kind: string): string => renamedKinds.get(kind) ?? kind;

function renameKinds(entry: object): Partial<TimedEntry> {
  const { kind, problem } = entry as {
    readonly kind?: unknown;
    readonly problem?: { readonly kind?: unknown };
  };
  return {
    ...entry,
    ...(typeof kind === 'string' && { kind: renameKind(kind) }),
    ...(typeof problem?.kind === 'string' && { problem: { ...problem, kind: renameKind(problem.kind) } }),
  } as Partial<TimedEntry>;
}

/** The entries as this version of the extension has them. */
export function withoutFiles(entries: LaunchContent['entries']): TimedEntry[] {
  return entries.flatMap((entry): TimedEntry[] => {
    if (entry.kind === 'fileAccepted' || entry.kind === 'filesAccepted') return [];
    if (entry.kind === 'creatingModel') return [{ kind: entry.kind, at: entry.at }];
    return [entry];
  });
}

/** @returns undefined unless the record has its files inside */
export function findEarlierFiles({ first, entries }: LaunchContent): LaunchFiles | undefined {
  const { earlierFiles: planned } = first;
  if (planned === undefined) return undefined;
  const accepted = new Map<string, string>();
  let hashes: readonly string[] | undefined;
  for (const entry of entries) {
    if (entry.kind === 'creatingModel' && 'hashes' in entry) ({ hashes } = entry);
    if (entry.kind === 'fileAccepted') accepted.set(entry.name, entry.sha256);
    if (entry.kind === 'filesAccepted')
      for (const { name, sha256 } of entry.files) accepted.set(name, sha256);
  }
  return { planned, hashes: hashes ?? [], accepted };
}

type Header = FirstEntry & { readonly schema?: unknown };

/** Matches records of any version, to tell a newer record from a foreign file. */
function isPlan(value: unknown): value is Header {
  const { kind, at, schema: version, service, model } = (value ?? {}) as Partial<Header>;
  if (kind !== 'planned' || typeof at !== 'number') return false;
  if (typeof version === 'number' && version > journalSchemaVersion) return true;
  return typeof service === 'object' && typeof model === 'object';
}

function takeFilesOut({
  name,
  files,
  ...first
}: Omit<FirstEntry, 'model'> & {
  readonly name: string;
  readonly files: readonly PlannedFile[];
}): FirstEntry {
  return { ...first, model: { name, files: summariseFiles(files) }, earlierFiles: files };
}
