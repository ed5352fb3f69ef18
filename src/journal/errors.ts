/** The errors of records and of their locks. */

import type { Identifier } from '../client/core/types';
import { errorOfKind } from '../errors';

/** The unknown outcome that the user was asked about has meanwhile been resolved, or another one has replaced it. */
export class AlreadyResolvedError extends errorOfKind(
  'alreadyResolved',
  'the launch has changed since the question was asked',
) {}

/** An object that a service has created. */
export interface CreatedObject {
  readonly what: 'project' | 'model' | 'simulation';
  readonly id: Identifier;
}

/** The journal could not be written, so the step that the entry announces must not be taken. */
export class JournalError extends errorOfKind('journal') {
  constructor(
    /** The system's error code, such as `ENOSPC`. */
    readonly code: string,
    /** The object that the service has created but the record does not contain. */
    readonly created?: CreatedObject,
  ) {
    super(`the journal cannot be written (${code})`);
  }
}

/** The folder of the journal cannot be read at the moment, so the launches are unknown. */
export class JournalUnreadableError extends errorOfKind('journalUnreadable') {
  constructor(
    /** The system's error code, such as `EACCES`. */
    readonly code: string,
  ) {
    super(`the journal cannot be read (${code})`);
  }
}

/** The launch was removed from the list, in this window or another one. */
export class RecordGoneError extends errorOfKind('recordGone', 'the launch is no longer in the journal') {}

/** The record of a launch exists but cannot be read at the moment. It is left as it is. */
export class RecordUnreadableError extends errorOfKind('recordUnreadable') {
  constructor(
    /** The system's error code, such as `EACCES`; `newer` for a record of a newer version of this extension. */
    readonly code: string,
  ) {
    super(`the record of the launch cannot be read (${code})`);
  }
}
