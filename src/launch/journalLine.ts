import { createHash } from 'node:crypto';
import { parseStoredJson, storedJson } from '../client/storedForm';
import { schema, schemaOf, type PlannedLaunch, type TimedEntry } from './journalEntry';

/** Why a record cannot be used. It is set aside, never guessed at. */
export type DamageReason = 'checksum' | 'incomplete' | 'newer' | 'foreign' | 'tooLarge';

export class DamagedRecordError extends Error {
  override readonly name = 'DamagedRecordError';
  readonly kind = 'damagedRecord';

  constructor(readonly reason: DamageReason) {
    super(`the record of a launch is unusable: ${reason}`);
  }
}

/** One line: the checksum of the rest, a space, the entry as JSON, a line feed. The first line has the schema. */
export function encodeLine(entry: TimedEntry): string {
  const json = storedJson(entry.kind === 'planned' ? { schema: schemaOf(entry), ...entry } : entry);
  return `${checksum(json)} ${json}\n`;
}

/** @throws DamagedRecordError */
export function decodeLines(text: string): readonly [PlannedLaunch & { at: number }, ...TimedEntry[]] {
  if (!text.endsWith('\n')) throw new DamagedRecordError('incomplete');
  const [header, ...rest] = text.slice(0, -1).split('\n').map(decodeLine);
  if (!isPlan(header)) throw new DamagedRecordError('foreign');
  const { schema: version, ...first } = header;
  if (typeof version !== 'number' || version < 1) throw new DamagedRecordError('foreign');
  if (version > schema) throw new DamagedRecordError('newer');
  if (!rest.every(isEntry)) throw new DamagedRecordError('foreign');
  return [first, ...rest];
}

function decodeLine(line: string): unknown {
  const [sum, json] = [line.slice(0, checksumLength), line.slice(checksumLength + 1)];
  if (checksum(json) !== sum) throw new DamagedRecordError('checksum');
  return parseStoredJson(json);
}

const kinds: Readonly<Record<TimedEntry['kind'], true>> = {
  planned: true,
  creatingProject: true,
  projectCreated: true,
  creatingModel: true,
  modelCreated: true,
  uploading: true,
  fileAccepted: true,
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

/** The checksum says that a program wrote the line; this says that it was one that knows entries. */
function isEntry(value: unknown): value is TimedEntry {
  const { kind, at } = (value ?? {}) as Partial<TimedEntry>;
  return typeof at === 'number' && typeof kind === 'string' && Object.hasOwn(kinds, kind);
}

type Header = PlannedLaunch & { readonly at: number; readonly schema?: unknown };

function isPlan(value: unknown): value is Header {
  if (!isEntry(value) || value.kind !== 'planned') return false;
  const { service, model } = value as Partial<PlannedLaunch>;
  return typeof service === 'object' && typeof model === 'object';
}

const checksumLength = 16;

function checksum(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, checksumLength);
}
