import {
  NetworkError,
  ResponseError,
  ServiceError,
  StatusError,
  UploadUrlError,
} from '../client/core/errors';
import type { ModelId } from '../client/core/types';
import { findUploadRefusal } from '../client/core/uploadRefusal';
import { JournalError, RecordGoneError } from '../journal/errors';
import { LockLostError } from '../journal/recordLock';
import { FileChangedError, FileUnreadableError, FileUploadError } from '../upload/errors';
import {
  FilesChangedError,
  KeyringError,
  ProjectExistsError,
  RequestAbandonedError,
  UploadUrlsUnavailableError,
} from './errors';
import type { JournalEntry, Problem } from './journalEntry';
import type { LaunchStep } from './launchRecord';

/**
 * The consequence of a failed step for its launch. `failed`: it did not happen, and the launch can continue from
 * there. `unknown`: it may have happened. `abandoned`: the model can no longer be completed.
 */
export type Outcome = 'failed' | 'unknown' | 'abandoned';

/** Facts about the requests of a step that creates or finalises. */
export interface RequestState {
  /** A part of the last request may have been sent. */
  readonly sent: boolean;
  /** The outcome of an earlier request of this launch was unknown, so it may have taken effect. */
  readonly lost: boolean;
}

export function outcomeOf(step: LaunchStep, error: unknown, request: RequestState): Outcome {
  return step === 'uploadFiles' ? uploadOutcome(error) : requestOutcome(step, error, request);
}

/** Classifies a request that creates or finalises: it failed only if that is proved; everything else is unknown. */
function requestOutcome(step: LaunchStep, error: unknown, { sent, lost }: RequestState): Outcome {
  if (step === 'finaliseModel' && error instanceof StatusError) {
    if (error.status === 404 || error.status === 410) return 'abandoned';
    // It may be refused because the request with the lost response took effect. No response can prove that.
    if (lost && (error.status === 409 || error.status === 412)) return 'unknown';
  }
  if (error instanceof StatusError) return refusesToAct(error.status) ? 'failed' : 'unknown';
  if (uselessModelOf(step, error) !== undefined) return 'abandoned';
  // A model may exist, but it cannot be completed.
  if (step === 'createModel' && error instanceof UploadUrlError) return 'failed';
  const isUnsent = provesNotDone(error) || (!sent && !showsThatSent(error));
  return isUnsent && !lost ? 'failed' : 'unknown';
}

/** Whether the error proves that the request had no effect. */
export function provesNotDone(error: unknown): boolean {
  if (error instanceof NetworkError) return error.sent === 'no';
  return error instanceof StatusError && refusesToAct(error.status);
}

/**
 * Whether a status proves that the server did not perform the request, and will not. Any other status may come
 * although it did, or while it still does: from the server or from a device on the way.
 */
function refusesToAct(status: number): boolean {
  if (status >= 400 && status < 500) return !unansweredStatuses.has(status);
  return otherRefusals.has(status);
}

/**
 * The server took too long, or a gateway gave up on it: 444 and 499 of nginx, the latter also of gateways for gRPC, and
 * 460 of AWS. The server may have been at work, or still be.
 */
const unansweredStatuses: ReadonlySet<number> = new Set([408, 444, 460, 499]);

/** Redirects, not implemented, HTTP version not supported, and sign-in to the network required. */
const otherRefusals: ReadonlySet<number> = new Set([307, 308, 501, 505, 511]);

/** These errors occur only after a request was sent. */
function showsThatSent(error: unknown): boolean {
  return error instanceof NetworkError || error instanceof ResponseError;
}

/** The model that was created although it cannot be completed. */
export function uselessModelOf(step: LaunchStep | undefined, error: unknown): ModelId | undefined {
  const isOfModel = error instanceof ResponseError || error instanceof UploadUrlError;
  return step === 'createModel' && isOfModel ? error.modelId : undefined;
}

function uploadOutcome(error: unknown): Outcome {
  if (error instanceof FileChangedError || error instanceof FilesChangedError) return 'abandoned';
  if (error instanceof UploadUrlsUnavailableError) return outcomeOfLostUrls(error);
  if (!(error instanceof FileUploadError)) return 'failed';
  if (error.cause instanceof UploadUrlError) return 'abandoned';
  if (!(error.cause instanceof StatusError)) return 'failed';
  const { status, validInMs } = error.cause;
  if (validInMs !== undefined) return 'failed';
  // Only another URL helps. Whatever else is wrong can be put right, and the accepted files stay accepted.
  if (findUploadRefusal(error.cause) === 'url') return 'abandoned';
  // An earlier attempt whose response was lost may have stored the bytes.
  return (status === 409 || status === 412) && error.tries > 1 ? 'unknown' : 'failed';
}

/**
 * The journal entry that ends a run; undefined when the launch is left as it was.
 * @param step the open step of the journal
 */
export function endEntryFor(
  step: LaunchStep | undefined,
  error: unknown,
  request: RequestState,
): JournalEntry | undefined {
  if (saysNothing(step, error)) return undefined;
  const problem = toProblem(error);
  const outcome = step === undefined ? outcomeBeforeFirstStep(error) : outcomeOf(step, error, request);
  return outcome === 'abandoned' ? { kind: 'modelAbandoned', problem } : { kind: outcome, problem };
}

/**
 * Whether an error says nothing about the launch: an ending cannot be recorded if writing fails, a record that is
 * gone or was taken over belongs to another window, and a failing keyring says nothing about its upload URLs.
 */
function saysNothing(step: LaunchStep | undefined, error: unknown): boolean {
  if (error instanceof JournalError || error instanceof LockLostError || error instanceof RecordGoneError)
    return true;
  // An announced request needs an ending; without one, it counts as sent.
  return error instanceof KeyringError && (step === undefined || step === 'uploadFiles');
}

function outcomeBeforeFirstStep(error: unknown): Outcome {
  return error instanceof UploadUrlsUnavailableError ? outcomeOfLostUrls(error) : 'failed';
}

/** An empty keyring may have the URLs again later, after it was unlocked or repaired. */
function outcomeOfLostUrls({ reason }: UploadUrlsUnavailableError): Outcome {
  return reason === 'expired' ? 'abandoned' : 'failed';
}

/** Built from codes and names only: no text of a library enters the journal. */
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
  if (error instanceof ProjectExistsError) return { kind: error.kind, code: error.reason };
  if (error instanceof ServiceError) return toServiceProblem(error);
  return { kind: 'unexpected' };
}

function toServiceProblem(error: ServiceError): Problem {
  const { environment } = error;
  const problem = toPlainProblem(error);
  return environment === undefined ? problem : { ...problem, environment };
}

function toPlainProblem(error: ServiceError): Problem {
  const { kind, operation, host } = error;
  const isResponse = error instanceof StatusError || error instanceof ResponseError;
  if (isResponse && error.pageTitle !== undefined) return toPageProblem(error, error.pageTitle);
  if (error instanceof StatusError) {
    const { status, code, serverMessage, redirectHost } = error;
    return {
      kind,
      operation,
      host,
      status,
      ...(code !== undefined && { code }),
      ...(serverMessage !== undefined && { serverMessage }),
      ...(redirectHost !== undefined && { redirectHost }),
    };
  }
  if (error instanceof NetworkError) return { kind, operation, host, code: error.code };
  if (error instanceof ResponseError)
    return { kind, operation, host, status: error.status, code: error.reason };
  if (error instanceof UploadUrlError) return { kind, operation, host, code: error.reason };
  return { kind, operation, host };
}

/** A web page is the same problem with any status: nothing but its title is of use. */
function toPageProblem({ operation, host, status }: StatusError | ResponseError, title: string): Problem {
  const page = { kind: 'response', operation, host, status, code: 'html' };
  return title === '' ? page : { ...page, serverMessage: title };
}
