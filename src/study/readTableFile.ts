import { raceAbort } from '../client/core/raceAbort';
import { FileAccessError } from '../files/fileAccessError';
import { retryWhenOpen } from '../files/retryWhenOpen';
import { getFileThread } from '../upload/fileThread';
import { maxTableBytes } from './readTable';
import { StudyError } from './studyProblem';

/** Matches the tables of a workspace, in any case: patterns tell upper and lower case apart on every system. */
export const tablePattern = '**/*.[cC][sS][vV]';

/**
 * Reads the bytes of a table, opened as uploads are: no link in its last place, no device and no pipe. Reads hardly more
 * than the limit, so that {@link readTable} refuses a longer one.
 * @param file absolute path
 * @throws StudyError when it cannot be read, or the reason of the signal
 */
export async function readTableFile(file: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const reading = retryWhenOpen(() => getFileThread().call('readWhole', file, maxTableBytes + 1));
    return (await raceAbort(reading, signal)).bytes;
  } catch (error) {
    if (!(error instanceof FileAccessError)) throw error;
    throw new StudyError([{ kind: 'fileUnreadable', row: 1, column: 1, file, code: error.code }]);
  }
}
