/** The errors that stop a launch, except those of the service and of the files. */

import type { BodyOperation } from '../client/core/types';
import { errorOfKind } from '../errors';
import type { FileChange } from '../files/fileIdentity';

/** Files have changed since the plan recorded them, so the model would differ from the planned one. */
export class FilesChangedError extends errorOfKind('filesChanged') {
  constructor(readonly files: readonly { readonly file: string; readonly change: FileChange | 'gone' }[]) {
    super(`${files.length} files changed since the plan was made`);
  }
}

/** Files are missing on the file server, and there is no valid upload URL for them. */
export class UploadUrlsUnavailableError extends errorOfKind('uploadUrlsUnavailable') {
  constructor(
    readonly reason: 'lost' | 'expired',
    /** Number of files still to be sent. */
    readonly files: number,
  ) {
    super(`the upload URLs of ${files} files are ${reason}`);
  }
}

/** The outcome of the last request is unknown, so the user has to find out before the launch continues. */
export class UnknownOutcomeError extends errorOfKind(
  'unknownOutcome',
  'the outcome of the last request is unknown',
) {}

/** A request was cancelled after it had been sent, and no response arrived in time. */
export class RequestAbandonedError extends errorOfKind(
  'requestAbandoned',
  'the request was cancelled before its response arrived',
) {}

/**
 * The keyring did not respond or refused, so it is unknown whether it holds the upload URLs. Nothing was changed.
 */
export class KeyringError extends errorOfKind('keyring', 'the keyring failed') {}

/**
 * Since the flow began, another service was selected or the path prefix or headers of this one were changed. Nothing
 * was created.
 */
export class OtherServiceError extends errorOfKind('otherService') {
  constructor(
    /** Host and port of the service with which the flow began. */
    readonly host: string,
  ) {
    super(`${host} is no longer the selected service`);
  }
}

/** Files of a launch are in a folder that is not open in this window. Nothing was read. */
export class FolderNotOpenError extends errorOfKind('folderNotOpen') {
  constructor(
    /** Name of the first such file in the model. */
    readonly file: string,
  ) {
    super(`${file} is in a folder that is not open`);
  }
}

/**
 * A parent folder of a launch's file has become a link, so that its path now leads to another file. Nothing was
 * read.
 */
export class LinkedFolderError extends errorOfKind('linkedFolder') {
  constructor(
    /** Name of the first such file in the model. */
    readonly file: string,
  ) {
    super(`a folder of ${file} is now a link`);
  }
}

/** The path prefix or the headers for the launch's service have changed since the launch began. Nothing was sent. */
export class ServiceChangedError extends errorOfKind('serviceChanged') {
  constructor(
    /** Host and port of the service. */
    readonly host: string,
  ) {
    super(`${host} has another path prefix or other headers than when the launch began`);
  }
}

/** A row of another study has the same content, and has begun. Nothing was sent for this one. */
export class RowTakenError extends errorOfKind('rowTaken') {
  constructor(
    /** Name of the row that was not begun. */
    readonly row: string,
    /** The row that has begun: identifier of its study, number from 1, and when it did; ms since the epoch. */
    readonly by: { readonly id: string; readonly row: number; readonly at: number },
  ) {
    super(`row ${by.row} of the study ${by.id} has the same content`);
  }
}

/** More has been started since the user was asked. Nothing was created. */
export class RowsChangedError extends errorOfKind('rowsChanged', 'the rows are not those that were shown') {}

/** A row of a study that is in the list can be removed only with its study. Nothing was removed. */
export class RowOfStudyError extends errorOfKind(
  'rowOfStudy',
  'the launch is a row of a study in the list',
) {}

/** The settings describe another body than the user has agreed to. Nothing was sent. */
export class BodiesChangedError extends errorOfKind('bodiesChanged') {
  constructor(readonly operation: BodyOperation) {
    super(`the body of ${operation} is not the one that was agreed to`);
  }
}

/**
 * A project of the name that the launch was to give to a new one has appeared since it was planned (`exists`), or may
 * have, because the service does not list all of its projects any more (`unsure`). No project was created.
 */
export class ProjectExistsError extends errorOfKind('projectExists') {
  constructor(
    readonly project: string,
    readonly reason: 'exists' | 'unsure',
  ) {
    super(`a project of the same name ${reason === 'exists' ? 'exists' : 'may exist'} by now`);
  }
}

/** The user has cancelled the launch before it did anything. */
export class LaunchCancelledError extends errorOfKind('launchCancelled', 'the launch was cancelled early') {}
