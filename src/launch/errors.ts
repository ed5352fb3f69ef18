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
export class LinksGoneError extends Error {
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
export class BrokenOffError extends Error {
  override readonly name = 'BrokenOffError';
  readonly kind = 'brokenOff';

  constructor() {
    super('the request was broken off before its answer came');
  }
}
