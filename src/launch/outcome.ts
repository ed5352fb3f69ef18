import { AnswerError, NetworkError, ServiceError, StatusError, UploadUrlError } from '../client/errors';
import { FileChangedError, FileUnreadableError, FileUploadError } from '../upload/errors';
import { BrokenOffError, FilesChangedError, LinksGoneError } from './errors';
import { JournalError } from './journal';
import type { JournalEntry, Problem } from './journalEntry';
import type { LaunchStep } from './launchRecord';

/**
 * What a failed step means for its launch. `failed`: it did not happen, and the launch may go on from
 * there. `unknown`: nobody can tell. `abandoned`: the model can no longer be completed.
 */
export type Outcome = 'failed' | 'unknown' | 'abandoned';

/** Statuses that a server, or something on the way to it, may send although it did what was asked. */
const ambiguous = new Set([408, 500, 502, 503, 504]);

/** The file server will not take a file under this link again. */
const deadLink = new Set([401, 403, 404, 410]);
const deadLinkCodes = /^(ExpiredToken|AccessDenied|AuthenticationFailed|RequestExpired|MalformedHeader)$/;

const createsModel: LaunchStep = 'createModel';

export function outcomeOf(step: LaunchStep, error: unknown): Outcome {
  if (error instanceof BrokenOffError) return 'unknown';
  switch (step) {
    case 'uploadFiles':
      return uploadOutcome(error);
    case 'finaliseModel':
      return finaliseOutcome(error);
    default:
      return createOutcome(step, error);
  }
}

function createOutcome(step: LaunchStep, error: unknown): Outcome {
  if (error instanceof NetworkError) return error.sent === 'no' ? 'failed' : 'unknown';
  if (error instanceof StatusError)
    return ambiguous.has(error.status) || isOtherSuccess(error) ? 'unknown' : 'failed';
  if (error instanceof AnswerError) {
    // The answer is whole, and what it lacks will not come: a model may exist, but nobody can complete it.
    const isUseless =
      step === createsModel && (error.reason === 'noIdentifier' || error.reason === 'uploadUrls');
    return isUseless ? 'failed' : 'unknown';
  }
  return 'failed';
}

function finaliseOutcome(error: unknown): Outcome {
  if (error instanceof NetworkError) return error.sent === 'no' ? 'failed' : 'unknown';
  if (!(error instanceof StatusError)) return 'failed';
  if (error.status === 404 || error.status === 410) return 'abandoned';
  const isConflict = error.status === 409 || error.status === 412;
  return isConflict || ambiguous.has(error.status) || isOtherSuccess(error) ? 'unknown' : 'failed';
}

function uploadOutcome(error: unknown): Outcome {
  if (error instanceof FileChangedError || error instanceof FilesChangedError) return 'abandoned';
  if (error instanceof LinksGoneError) return 'abandoned';
  if (!(error instanceof FileUploadError)) return 'failed';
  if (error.cause instanceof UploadUrlError) return 'abandoned';
  if (!(error.cause instanceof StatusError)) return 'failed';
  const { status, code } = error.cause;
  if (deadLink.has(status)) return 'abandoned';
  if (status === 400 && code !== undefined && deadLinkCodes.test(code)) return 'abandoned';
  // Written once by a try whose answer was lost: the bytes may be there.
  return (status === 409 || status === 412) && error.tries > 1 ? 'unknown' : 'failed';
}

function isOtherSuccess({ status }: StatusError): boolean {
  return status >= 200 && status < 300;
}

/** Whether the service refuses to finalise because that is already done. */
export function saysFinalised(error: unknown): boolean {
  if (!(error instanceof StatusError) || ![409, 412, 422].includes(error.status)) return false;
  const words = error.words ?? '';
  return /\b(already|is|was|been)\b[^.]*\bfinali[sz]ed\b/i.test(words) && !/\bnot\b/i.test(words);
}

/** The entry that ends a run, for its journal. */
export function endEntry(step: LaunchStep | undefined, error: unknown): JournalEntry | undefined {
  // What cannot be written cannot be noted either.
  if (error instanceof JournalError) return undefined;
  const problem = problemOf(error);
  const outcome = step === undefined ? beforeFirstStep(error) : outcomeOf(step, error);
  return outcome === 'abandoned' ? { kind: 'modelAbandoned', problem } : { kind: outcome, problem };
}

function beforeFirstStep(error: unknown): Outcome {
  return error instanceof LinksGoneError ? 'abandoned' : 'failed';
}

/** Rebuilt from codes and names: nothing that a library wrote gets into the journal. */
export function problemOf(error: unknown): Problem {
  if (error instanceof FileUploadError) return { ...problemOf(error.cause), file: error.file };
  if (error instanceof FileChangedError) return { kind: error.kind, file: error.file, code: error.change };
  if (error instanceof FilesChangedError) {
    const [first] = error.files;
    return { kind: error.kind, ...(first && { file: first.file, code: first.change }) };
  }
  if (error instanceof FileUnreadableError) return { kind: error.kind, file: error.file, code: error.code };
  if (error instanceof BrokenOffError) return { kind: error.kind };
  if (error instanceof LinksGoneError) return { kind: error.kind, code: error.reason };
  if (error instanceof ServiceError) return serviceProblem(error);
  return { kind: 'unexpected' };
}

function serviceProblem(error: ServiceError): Problem {
  const { kind, operation, host } = error;
  if (error instanceof StatusError) {
    const { status, code, words } = error;
    return {
      kind,
      operation,
      host,
      status,
      ...(code !== undefined && { code }),
      ...(words !== undefined && { words }),
    };
  }
  if (error instanceof NetworkError) return { kind, operation, host, code: error.code };
  if (error instanceof AnswerError)
    return { kind, operation, host, status: error.status, code: error.reason };
  if (error instanceof UploadUrlError) return { kind, operation, host, code: error.reason };
  return { kind, operation, host };
}
