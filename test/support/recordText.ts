import { encodeLines, RecordDecoder } from '../../src/journal/recordLines';
import { launchSchema, type TimedEntry } from '../../src/launch/journalEntry';
import { type FirstEntry, launchFormat } from '../../src/launch/journalFormat';
import { type FilesEntry, filesFormat } from '../../src/launch/launchFiles';

/** The entries of a record, the first one included. */
export function decodeLines(text: string): readonly [FirstEntry, ...TimedEntry[]] {
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

/** A line of the record of a launch, whatever it says. @param index of the line */
export function encodeLine(entry: object, index = 0): string {
  return encodeLines(['model' in entry ? { schema: launchSchema, ...entry } : entry], index);
}
