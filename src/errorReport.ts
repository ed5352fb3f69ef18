import * as vscode from 'vscode';
import {
  AnswerError,
  NetworkError,
  ServiceError,
  StatusError,
  UnsupportedOperationError,
  type NetworkCode,
} from './client/errors';
import type { Operation } from './client/types';
import { SelectionError } from './commands/selection';
import { NotConnectedError } from './connection';
import { commands } from './contributions';
import { BrokenOffError, FilesChangedError, LinksGoneError, UnknownOutcomeError } from './launch/errors';
import { JournalError } from './launch/journal';
import type { Problem } from './launch/journalEntry';
import { LockedError } from './launch/launchLock';
import { FileChangedError, FileUnreadableError, FileUploadError } from './upload/errors';

/** Something that a person can do about an error. */
interface Remedy {
  readonly label: string;
  readonly command: (typeof commands)[keyof typeof commands];
}

/** One place words every error for people: what failed, why, and what to do next. Whole sentences. */
export function describeError(error: unknown): string {
  if (error instanceof FileUploadError) return withFile(error);
  if (error instanceof FileChangedError) return changedText(error);
  if (error instanceof FileUnreadableError) {
    return vscode.l10n.t(
      '“{0}” cannot be read ({1}). Check its permissions and try again.',
      error.file,
      error.code,
    );
  }
  if (error instanceof SelectionError) return selectionText(error.reason);
  if (error instanceof NotConnectedError) return notConnectedText(error.problem);
  if (error instanceof FilesChangedError) return changedFilesText(error);
  if (error instanceof LinksGoneError) return linksGoneText(error);
  if (error instanceof JournalError) return journalText(error.code);
  if (error instanceof LockedError) {
    return vscode.l10n.t('Another window works on this launch. Wait for it, or cancel it there.');
  }
  if (error instanceof UnknownOutcomeError || error instanceof BrokenOffError) {
    return vscode.l10n.t('It is not known what became of the last request. Find that out first.');
  }
  if (error instanceof ServiceError) return `${failedText(error.operation)} ${serviceText(error)}`;
  return vscode.l10n.t('Something unexpected went wrong. The log has the details.');
}

/** Shows an error with the buttons that help. `also` is one more sentence about what exists by now. */
export async function showError(error: unknown, also?: string): Promise<void> {
  const text = also === undefined ? describeError(error) : `${describeError(error)} ${also}`;
  const remedies = remediesFor(error);
  const chosen = await vscode.window.showErrorMessage(text, ...remedies.map((remedy) => remedy.label));
  const remedy = remedies.find(({ label }) => label === chosen);
  if (remedy !== undefined) await vscode.commands.executeCommand(remedy.command);
}

function remediesFor(error: unknown): Remedy[] {
  const showLog = { label: vscode.l10n.t('Show Log'), command: commands.showLog };
  const setBaseUrl = { label: vscode.l10n.t('Set Base URL…'), command: commands.setBaseUrl };
  const selectVariant = { label: vscode.l10n.t('Select Variant…'), command: commands.selectVariant };
  if (error instanceof SelectionError) return [];
  if (error instanceof NotConnectedError) return [setBaseUrl];
  if (error instanceof NetworkError) return [setBaseUrl, showLog];
  if (error instanceof UnsupportedOperationError) return [selectVariant];
  if (error instanceof StatusError && error.status === 404) return [selectVariant, setBaseUrl, showLog];
  return [showLog];
}

function failedText(operation: Operation): string {
  switch (operation) {
    case 'createProject':
      return vscode.l10n.t('The project could not be created.');
    case 'listProjects':
      return vscode.l10n.t('The projects could not be listed.');
    case 'createModel':
      return vscode.l10n.t('The model could not be created.');
    case 'uploadFile':
      return vscode.l10n.t('The file could not be uploaded.');
    case 'finaliseModel':
      return vscode.l10n.t('The model could not be finalised.');
    case 'listReusableModels':
      return vscode.l10n.t('The reusable models could not be listed.');
    case 'createSimulation':
      return vscode.l10n.t('The simulation could not be created.');
  }
}

function withFile(error: FileUploadError): string {
  const what = vscode.l10n.t('“{0}” could not be uploaded.', error.file);
  const why = serviceText(error.cause);
  return error.tries === 1
    ? `${what} ${why}`
    : `${what} ${why} ${vscode.l10n.t('It was tried {0} times.', error.tries)}`;
}

function serviceText(error: ServiceError): string {
  if (error instanceof StatusError) return statusText(error);
  if (error instanceof NetworkError) return networkText(error);
  if (error instanceof AnswerError) return answerText(error);
  return vscode.l10n.t('The chosen variant of the interface does not offer this.');
}

function statusText({ operation, host, status, words, redirectHost }: StatusError): string {
  if (redirectHost !== undefined) {
    return vscode.l10n.t(
      '{0} wants to redirect to {1}, which is never followed. Set the right base URL.',
      host,
      redirectHost,
    );
  }
  const answered =
    words === undefined
      ? vscode.l10n.t('{0} answered with status {1}.', host, status)
      : vscode.l10n.t('{0} answered with status {1}: “{2}”.', host, status, words);
  const next = nextStepAfter(operation, status);
  return next === undefined ? answered : `${answered} ${next}`;
}

function nextStepAfter(operation: Operation, status: number): string | undefined {
  const isFileServer = operation === 'uploadFile';
  if (isFileServer && [401, 403, 404, 410].includes(status)) {
    return vscode.l10n.t('The upload link was refused or has expired. Upload again as a new model.');
  }
  if (status === 401 || status === 403) return vscode.l10n.t('Check that you have access to the service.');
  if (status === 404) return vscode.l10n.t('Check the base URL and the variant.');
  if (status === 413) return vscode.l10n.t('It is larger than the server accepts.');
  if (status === 429) return vscode.l10n.t('The server is busy. Wait a little and try again.');
  if (status >= 500) return vscode.l10n.t('The server has a problem. Try again later.');
  return undefined;
}

function networkText({ host, code, systemCode }: NetworkError): string {
  const text = networkReasons(host)[code];
  return systemCode === undefined ? text : `${text} (${systemCode})`;
}

function networkReasons(host: string): Record<NetworkCode, string> {
  return {
    dns: vscode.l10n.t(
      'The name of {0} could not be found. Check the base URL, the network and the VPN.',
      host,
    ),
    refused: vscode.l10n.t(
      '{0} refused the connection. Check the base URL and whether the service is running.',
      host,
    ),
    unreachable: vscode.l10n.t('{0} cannot be reached. Check the network and the VPN.', host),
    connectTimeout: vscode.l10n.t(
      '{0} did not accept a connection in time. Check the network and the VPN.',
      host,
    ),
    certificate: vscode.l10n.t('The certificate of {0} was refused. Ask your administrator.', host),
    proxy: vscode.l10n.t(
      'The proxy on the way to {0} refused the connection. Check the proxy settings.',
      host,
    ),
    reset: vscode.l10n.t('The connection to {0} broke before an answer came.', host),
    timeout: vscode.l10n.t('{0} did not answer in time.', host),
    stalled: vscode.l10n.t('{0} stopped taking data.', host),
    protocol: vscode.l10n.t('{0} answered with something that is not HTTP. Check the base URL.', host),
    other: vscode.l10n.t('The connection to {0} failed.', host),
  };
}

function answerText({ host, reason, keys }: AnswerError): string {
  const seen = keys.length === 0 ? vscode.l10n.t('none') : keys.join(', ');
  switch (reason) {
    case 'html':
      return vscode.l10n.t(
        '{0} answered with a web page. Check the base URL, and whether the network asks you to sign in.',
        host,
      );
    case 'noIdentifier':
      return vscode.l10n.t(
        'The answer of {0} has no usable identifier. Keys in the answer: {1}.',
        host,
        seen,
      );
    case 'noList':
      return vscode.l10n.t('The answer of {0} has no list. Keys in the answer: {1}.', host, seen);
    case 'ambiguousList':
      return vscode.l10n.t('The answer of {0} has more than one list. Keys in the answer: {1}.', host, seen);
    case 'uploadUrls':
      return vscode.l10n.t(
        'The answer of {0} does not have exactly one upload link for each file. Keys in the answer: {1}.',
        host,
        seen,
      );
    case 'tooEarly':
      return vscode.l10n.t('{0} reported success before it had the whole file.', host);
    case 'tooLarge':
    case 'tooDeep':
      return vscode.l10n.t('The answer of {0} is too large.', host);
    case 'notJson':
    case 'encoded':
      return vscode.l10n.t('The answer of {0} cannot be read.', host);
  }
}

function changedText({ file, change }: FileChangedError): string {
  return change === 'gone'
    ? vscode.l10n.t('“{0}” is no longer there. Start again with the files as they are now.', file)
    : vscode.l10n.t(
        '“{0}” changed while it was being uploaded. Wait until nothing writes it any more, then start again.',
        file,
      );
}

function selectionText(reason: SelectionError['reason']): string {
  switch (reason) {
    case 'noFiles':
      return vscode.l10n.t('There are no files to upload. Select files or folders in the Explorer.');
    case 'notOnDisk':
      return vscode.l10n.t('Only files on disk can be uploaded.');
    case 'outsideWorkspace':
      return vscode.l10n.t('Only files of the workspace can be uploaded. Open their folder first.');
  }
}

function notConnectedText(problem: NotConnectedError['problem']): string {
  switch (problem) {
    case 'notConfigured':
      return vscode.l10n.t('No simulation service is set. Set its base URL, or start the local emulator.');
    default:
      return baseUrlProblemText(problem);
  }
}

/** What is wrong with a base URL. Does not repeat it: it may hold a password. */
export function baseUrlProblemText(problem: Exclude<NotConnectedError['problem'], 'notConfigured'>): string {
  switch (problem) {
    case 'notAUrl':
      return vscode.l10n.t('The base URL is not an address. It looks like https://simulation.example.com.');
    case 'scheme':
      return vscode.l10n.t('The base URL must begin with https:// or http://.');
    case 'credentials':
      return vscode.l10n.t('The base URL must not contain a user name or a password.');
    case 'query':
      return vscode.l10n.t('The base URL must not contain a question mark.');
    case 'fragment':
      return vscode.l10n.t('The base URL must not contain a number sign.');
  }
}

function changedFilesText({ files }: FilesChangedError): string {
  const names = files.map(({ file }) => `“${file}”`).join(', ');
  return files.length === 1
    ? vscode.l10n.t('{0} changed since the launch was planned. Start over with a new model.', names)
    : vscode.l10n.t(
        'These files changed since the launch was planned: {0}. Start over with a new model.',
        names,
      );
}

function linksGoneText({ reason, files }: LinksGoneError): string {
  return reason === 'expired'
    ? vscode.l10n.t('The upload links of {0} files have expired. Start over with a new model.', files)
    : vscode.l10n.t('The upload links of {0} files are no longer known. Start over with a new model.', files);
}

function journalText(code: string): string {
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? vscode.l10n.t(
        'The disk is full, so the launch cannot be recorded and was stopped. Make room and try again.',
      )
    : vscode.l10n.t(
        'The launch cannot be recorded ({0}) and was stopped. Check the storage of VS Code.',
        code,
      );
}

/** What the journal says of a failure, for the row of its launch. */
export function problemText(problem: Problem | undefined): string {
  const { kind = '', status, code, words, file, host } = problem ?? {};
  const parts = [file, host, status, code, words].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? kind : parts.join(', ');
}
