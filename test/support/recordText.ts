import { encodeLines, RecordDecoder } from '../../src/journal/recordLines';
import { schemaOf, type TimedEntry } from '../../src/launch/journalEntry';
import { type EarlierEntry, type FirstEntry, launchFormat } from '../../src/launch/journalFormat';
import { type FilesEntry, filesFormat } from '../../src/launch/launchFiles';

/** The entries of a record, the first one included. */
export function decodeLines(text: string): readonly [FirstEntry, ...(TimedEntry | EarlierEntry)[]] {
  const decoder = new RecordDecoder(launchFormat);
  decoder.add(Buffer.from(text));
  const { first, entries } = decoder.end();
  return [first, ...entries];
}

/** The entries of the files of a launch, without the first line. */
export function decodeFiles(text: string): readonly FilesEntry[] {
  const decoder = new RecordDecoder(filesFormat);
  decoder.add(Buffer.from(text));
  return decoder.end().entries;
}

/** A line of a record. @param place index of the line */
export function encodeLine(entry: TimedEntry | EarlierEntry, place = 0): string {
  return encodeLines([entry.kind === 'planned' ? { schema: schemaOf(entry), ...entry } : entry], place);
}

/** A line of a record as version 0.1 wrote it, whatever it says. */
export function encodeEarlierLine(entry: object, place = 0): string {
  return encodeLines(['model' in entry ? { schema: 1, ...entry } : entry], place);
}
