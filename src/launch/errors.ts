import type { Identifier } from '../client/core/types';
import type { FileChange } from '../upload/fileIdentity';

/** Files are no longer what the plan recorded, so the model would not be the one that was planned. */
export class FilesChangedError extends Error {
  override readonly name = 'FilesChangedError';
  readonly kind = 'filesChanged';

  constructor(readonly files: readonly { readonly file: string; readonly change: FileChange | 'gone' }[]) {
    super(`${files.length} files changed since the plan was made`);
  }
}

/** Files are missing on the file server, and there is no living link to send them to. */
export class UploadUrlsUnavailableError extends Error {
  override readonly name = 'LinksGoneError';
  readonly kind = 'linksGone';

  constructor(
    readonly reason: 'lost' | 'expired',
    /** How many files are still to be sent. */
    readonly files: number,
  ) {
    super(`the upload links of ${files} files are ${reason}`);
  }
}

/** Nobody knows what became of the last request, so a person has to find out before anything follows. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
  readonly kind = 'unknownOutcome';

  constructor() {
    super('the outcome of the last request is unknown');
  }
}

/** A request was cancelled after it had been sent, and no answer came in time. */
export class RequestAbandonedError extends Error {
  override readonly name = 'BrokenOffError';
  readonly kind = 'brokenOff';

  constructor() {
    super('the request was broken off before its answer came');
  }
}

/** The keyring did not answer or refused, so nobody knows whether it holds the upload links. Nothing was changed. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError';
  readonly kind = 'keyring';

  constructor() {
    super('the keyring failed');
  }
}

/** An answer was given to a question about an outcome that has been settled, or has become another one, since. */
export class AlreadySettledError extends Error {
  override readonly name = 'AlreadySettledError';
  readonly kind = 'alreadySettled';

  constructor() {
    super('the question was about an earlier state of the launch');
  }
}

/** Something that a service has made. */
export interface Made {
  readonly what: 'project' | 'model' | 'simulation';
  readonly id: Identifier;
}

/** The journal could not be written, so the step that it was to announce must not be taken. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  readonly kind = 'journal';

  constructor(
    /** The system's error code, such as `ENOSPC`. */
    readonly code: string,
    /** The thing that the service has made and the record does not know. */
    readonly made?: Made,
  ) {
    super(`the journal cannot be written (${code})`);
  }
}

/** The folder of the journal cannot be looked into for now, so nobody knows which launches there are. */
export class JournalUnreadableError extends Error {
  override readonly name = 'JournalUnreadableError';
  readonly kind = 'journalUnreadable';

  constructor(
    /** The system's error code, such as `EACCES`. */
    readonly code: string,
  ) {
    super(`the journal cannot be read (${code})`);
  }
}

/** Another window has removed the launch. */
export class RecordGoneError extends Error {
  override readonly name = 'RecordGoneError';
  readonly kind = 'recordGone';

  constructor() {
    super('the launch is not in the journal any more');
  }
}

/** The record of a launch is there and cannot be read for now. It stays as it is. */
export class RecordUnreadableError extends Error {
  override readonly name = 'RecordUnreadableError';
  readonly kind = 'recordUnreadable';

  constructor(
    /** The system's error code, such as `EACCES`; `newer` for a record of a newer version of this extension. */
    readonly code: string,
  ) {
    super(`the record of the launch cannot be read (${code})`);
  }
}

/** Since a flow began, another service was selected or this one is spoken to in another way. Nothing was created. */
export class OtherServiceError extends Error {
  override readonly name = 'OtherServiceError';
  readonly kind = 'otherService';

  constructor(
    /** Host and port of the service that the flow began with. */
    readonly host: string,
  ) {
    super(`${host} is not the selected service any more`);
  }
}

/** Files of a launch lie in a folder that is not open in this window. Nothing was read. */
export class FolderNotOpenError extends Error {
  override readonly name = 'FolderNotOpenError';
  readonly kind = 'folderNotOpen';

  constructor(
    /** Name of the first such file in the model. */
    readonly file: string,
  ) {
    super(`${file} lies in a folder that is not open`);
  }
}

/**
 * On the way to a file of a launch, a folder has become a link, so that another file is there now. Nothing was read.
 */
export class LinkedFolderError extends Error {
  override readonly name = 'LinkedFolderError';
  readonly kind = 'linkedFolder';

  constructor(
    /** Name of the first such file in the model. */
    readonly file: string,
  ) {
    super(`a folder of ${file} is a link now`);
  }
}

/** Other paths or headers are sent to the service of a launch than when that began. Nothing was sent. */
export class ServiceChangedError extends Error {
  override readonly name = 'ServiceChangedError';
  readonly kind = 'serviceChanged';

  constructor(
    /** Host and port of the service. */
    readonly host: string,
  ) {
    super(`${host} is spoken to in another way than when the launch began`);
  }
}
