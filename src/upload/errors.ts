/** The errors of files, of selections and of uploads. */

import type { ServiceError } from '../client/core/errors';
import { errorOfKind } from '../errors';
import type { FileChange } from '../files/fileIdentity';

/** A file has changed since the plan recorded it, so the file server may have a mixture of both. */
export class FileChangedError extends errorOfKind('fileChanged') {
  constructor(
    /** Name in the model. */
    readonly file: string,
    readonly change: FileChange | 'gone',
  ) {
    super(`${file} changed since the plan was made (${change})`);
  }
}

/** A file could not be opened or read. */
export class FileUnreadableError extends errorOfKind('fileUnreadable') {
  constructor(
    /** Name in the model. */
    readonly file: string,
    /** The system's error code, such as `EACCES`. */
    readonly code: string,
  ) {
    super(`${file} cannot be read (${code})`);
  }
}

/** The file server did not accept a file, permanently or after all attempts. */
export class FileUploadError extends errorOfKind('fileUpload') {
  constructor(
    /** Name in the model. */
    readonly file: string,
    readonly tries: number,
    override readonly cause: ServiceError,
  ) {
    super(`${file} was not accepted after ${tries} tries: ${cause.message}`);
  }
}

export type SelectionProblem =
  | 'badArguments'
  /** The dropped data is no list of files. */
  | 'notAFileList'
  | 'noFiles'
  | 'notOnDisk'
  /** The files are on another computer than those of the window, or the dropped data does not say where they are. */
  | 'outsideWindow'
  | 'outsideWorkspace';

/** A command was called with a selection that it cannot upload, or such a selection was dropped. */
export class SelectionError extends errorOfKind('selection') {
  constructor(readonly reason: SelectionProblem) {
    super(`the selection cannot be uploaded: ${reason}`);
  }
}
