import {
  ResponseError,
  NetworkError,
  ServiceError,
  StatusError,
  UploadUrlError,
} from '../client/core/errors';
import type { ModelId } from '../client/core/types';
import { FileChangedError, FileUnreadableError, FileUploadError } from '../upload/errors';
import {
  RequestAbandonedError,
  FilesChangedError,
  KeyringError,
  UploadUrlsUnavailableError,
  RecordGoneError,
} from './errors';
import { JournalError } from './journal';
import type { JournalEntry, Problem } from './journalEntry';
import { LockLostError } from './launchLock';
import type { LaunchStep } from './launchRecord';

/**
 * The meaning of a failed step for its launch. `failed`: it did not happen, and the launch may go on from
 * there. `unknown`: nobody can tell. `abandoned`: the model can no longer be completed.
 */
export type Outcome = 'failed' | 'unknown' | 'abandoned';

/** The facts about the requests of a step that creates or finalises. */
export interface Sending {
  /** Something of the last one may have left this machine. */
  readonly sent: boolean;
  /** The response to an earlier one was lost, so that it may have been carried out. */
  readonly lost: boolean;
}

/** The file server will not take a file under this link again. */
const deadLink = new Set([401, 403, 404, 410]);
const deadLinkCodes = /^(ExpiredToken|AccessDenied|AuthenticationFailed|RequestExpired|MalformedHeader)$/;

export function outcomeOf(step: LaunchStep, error: unknown, sending: Sending): Outcome {
  return step === 'uploadFiles' ? uploadOutcome(error) : requestOutcome(step, error, sending);
}

/** Judges a request that creates or finalises: only proof makes it a failure, and everything else is unknown. */
function requestOutcome(step: LaunchStep, error: unknown, { sent, lost }: Sending): Outcome {
  if (step === 'finaliseModel' && error instanceof StatusError) {
    if (error.status === 404 || error.status === 410) return 'abandoned';
    // It may be refused because the one whose response was lost was carried out. No word of a server proves that.
    if (lost && (error.status === 409 || error.status === 412)) return 'unknown';
  }
  if (error instanceof StatusError) return refusesToAct(error.status) ? 'failed' : 'unknown';
  if (uselessModelOf(step, error) !== undefined) return 'abandoned';
  // A model may exist, but nobody can complete it.
  if (isUselessModel(step, error)) return 'failed';
  const isUnsent = provesNotDone(error) || (!sent && !showsThatSent(error));
  return isUnsent && !lost ? 'failed' : 'unknown';
}

/** Whether the error proves that the request that it ended was not carried out. */
export function provesNotDone(error: unknown): boolean {
  if (error instanceof NetworkError) return error.sent === 'no';
  return error instanceof StatusError && refusesToAct(error.status);
}

/**
 * Statuses by which a server says that it has not done what was asked, and will not. All others may come although it
 * was done, or while it still is: from the server or from something on the way to it.
 */
function refusesToAct(status: number): boolean {
  if (status >= 400 && status < 500) return status !== 408;
  return otherRefusals.has(status);
}

/** To be sent to another address, not implemented, not in this version of HTTP, not before a sign-in to the network. */
const otherRefusals: ReadonlySet<number> = new Set([307, 308, 501, 505, 511]);

/** Without a request that has left, there would be no such error. */
function showsThatSent(error: unknown): boolean {
  return error instanceof NetworkError || error instanceof ResponseError;
}

/** The response is whole, and what it lacks will not come. */
function isUselessModel(step: LaunchStep, error: unknown): boolean {
  if (step !== 'createModel') return false;
  if (error instanceof UploadUrlError) return true;
  return error instanceof ResponseError && (error.reason === 'noIdentifier' || error.reason === 'uploadUrls');
}

/** The model that was made although nobody can complete it. */
export function uselessModelOf(step: LaunchStep | undefined, error: unknown): ModelId | undefined {
  const isOfModel = error instanceof ResponseError || error instanceof UploadUrlError;
  return step === 'createModel' && isOfModel ? error.modelId : undefined;
}

function uploadOutcome(error: unknown): Outcome {
  if (error instanceof FileChangedError || error instanceof FilesChangedError) return 'abandoned';
  if (error instanceof UploadUrlsUnavailableError) return linksGoneOutcome(error);
  if (!(error instanceof FileUploadError)) return 'failed';
  if (error.cause instanceof UploadUrlError) return 'abandoned';
  if (!(error.cause instanceof StatusError)) return 'failed';
  const { status, code } = error.cause;
  if (deadLink.has(status)) return 'abandoned';
  if (status === 400 && code !== undefined && deadLinkCodes.test(code)) return 'abandoned';
  // Written once by a try whose answer was lost: the bytes may be there.
  return (status === 409 || status === 412) && error.tries > 1 ? 'unknown' : 'failed';
}

/**
 * The entry that ends a run, for its journal; none when the launch stays as it was.
 * @param step that is open in the journal
 */
export function endEntryFor(
  step: LaunchStep | undefined,
  error: unknown,
  sending: Sending,
): JournalEntry | undefined {
  if (saysNothing(step, error)) return undefined;
  const problem = toProblem(error);
  const outcome = step === undefined ? beforeFirstStep(error) : outcomeOf(step, error, sending);
  return outcome === 'abandoned' ? { kind: 'modelAbandoned', problem } : { kind: outcome, problem };
}

/**
 * An end that cannot be written cannot be noted either, a record that is gone or that another window has taken over is not
 * this one's, and a keyring that fails says nothing of the links that are in it.
 */
function saysNothing(step: LaunchStep | undefined, error: unknown): boolean {
  if (error instanceof JournalError || error instanceof LockLostError || error instanceof RecordGoneError)
    return true;
  // A request that was announced needs an end: without one, it counts as sent.
  return error instanceof KeyringError && (step === undefined || step === 'uploadFiles');
}

function beforeFirstStep(error: unknown): Outcome {
  return error instanceof UploadUrlsUnavailableError ? linksGoneOutcome(error) : 'failed';
}

/** A keyring that has nothing now may have it later: after it was unlocked, or repaired. */
function linksGoneOutcome({ reason }: UploadUrlsUnavailableError): Outcome {
  return reason === 'expired' ? 'abandoned' : 'failed';
}

/** Rebuilt from codes and names: nothing that a library wrote gets into the journal. */
export function toProblem(error: unknown): Problem {
  if (error instanceof FileUploadError) return { ...toProblem(error.cause), file: error.file };
  if (error instanceof FileChangedError) return { kind: error.kind, file: error.file, code: error.change };
  if (error instanceof FilesChangedError) {
    const [first] = error.files;
    return { kind: error.kind, ...(first && { file: first.file, code: first.change }) };
  }
  if (error instanceof FileUnreadableError) return { kind: error.kind, file: error.file, code: error.code };
  if (error instanceof RequestAbandonedError || error instanceof KeyringError) return { kind: error.kind };
  if (error instanceof UploadUrlsUnavailableError) return { kind: error.kind, code: error.reason };
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
  if (error instanceof ResponseError)
    return { kind, operation, host, status: error.status, code: error.reason };
  if (error instanceof UploadUrlError) return { kind, operation, host, code: error.reason };
  return { kind, operation, host };
}
