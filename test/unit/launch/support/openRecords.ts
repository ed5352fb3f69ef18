import { systemClock } from '../../../../src/client/core/clock';
import { Journal } from '../../../../src/launch/journal';
import type { JournalWriter } from '../../../../src/launch/journalWriter';

const opened: JournalWriter[] = [];

/** Has a record closed after the test, if the test does not close it. */
export function closeLater(record: JournalWriter): JournalWriter {
  opened.push(record);
  return record;
}

/** A launch as a window that is opened later continues it. */
export async function continueLater(folder: string, launch: string): Promise<JournalWriter> {
  return closeLater(await new Journal(folder, systemClock).continue(launch));
}

/** Call after each test. */
export async function closeRecords(): Promise<void> {
  for (const record of opened.splice(0)) await record.close();
}
