import * as vscode from 'vscode';
import type { BaseUrlProblem } from './client/baseUrl';
import { asksForSignIn, NetworkError, StatusError, UnsupportedOperationError } from './client/errors';
import { ShapeError } from './client/shapeError';
import { visibleText } from './client/visibleText';
import { SelectionError } from './commands/selection';
import { NotConnectedError } from './connection';
import { commands, settings, views } from './contributions';
import { longestName } from './environments';
import { AlreadySettledError, RecordGoneError } from './launch/errors';
import { LockedError, LockLostError } from './launch/launchLock';
import { launchErrorText } from './launchErrorText';
import { showMessage } from './outlets';
import type { OwnError } from './ownErrors';
import type { SampleError } from './sample';
import { reasonText, serviceErrorText } from './serviceErrorText';
import { shapeErrorText, shapeSettingId } from './shapeErrorText';
import { settingCommand } from './settingCommand';
import { SettingError } from './settings';
import { UntrustedError } from './trust';
import type { FileChangedError, FileUnreadableError, FileUploadError } from './upload/errors';

/** Something that a person can do about an error. */
export interface Remedy {
  readonly label: string;
  readonly command: string;
  readonly argument?: unknown;
}

/** One place words every error for people: what failed, why, and what to do next. Whole sentences. */
export function describeError(error: unknown): string {
  return isOwnError(error) ? ownErrorText(error) : unexpectedText();
}

/** Only kinds that this extension has are looked at further. */
function isOwnError(error: unknown): error is OwnError {
  return error instanceof Error && 'kind' in error;
}

function unexpectedText(): string {
  return vscode.l10n.t('Something unexpected went wrong. The log has the details.');
}

function ownErrorText(error: OwnError): string {
  switch (error.kind) {
    case 'status':
    case 'network':
    case 'answer':
    case 'uploadUrl':
    case 'signedOut':
    case 'unsupported':
      return serviceErrorText(error);
    case 'shape':
      return shapeErrorText(error);
    case 'fileUpload':
      return withFile(error);
    case 'fileChanged':
      return changedText(error);
    case 'fileUnreadable':
      return unreadableText(error);
    case 'selection':
      return selectionText(error.reason);
    case 'notConnected':
      return notConnectedText(error);
    case 'setting':
      return settingText(error);
    case 'untrusted':
      return untrustedText(error);
    case 'sample':
      return sampleText(error);
    default:
      return launchErrorText(error) ?? unexpectedText();
  }
}

/** Shows an error with the buttons that help. `also` is one more sentence about what exists by now. */
export async function showError(error: unknown, also?: string): Promise<void> {
  const text = also === undefined ? describeError(error) : `${describeError(error)} ${also}`;
  const remedies = remediesFor(error);
  const chosen = await showMessage('error', text, ...remedies.map((remedy) => remedy.label));
  await runRemedy(remedies, chosen);
}

/** @param chosen the label of the one that somebody wants; nothing for none */
export async function runRemedy(remedies: readonly Remedy[], chosen: string | undefined): Promise<void> {
  const remedy = remedies.find(({ label }) => label === chosen);
  if (remedy !== undefined) await vscode.commands.executeCommand(remedy.command, remedy.argument);
}

/** The remedies that more than one kind of failure has. */
export function commonRemedies(): Readonly<
  Record<'showLog' | 'checkConnection' | 'setBaseUrl' | 'selectVariant' | 'signIn', Remedy>
> {
  return {
    showLog: { label: vscode.l10n.t('Show Log'), command: commands.showLog },
    checkConnection: { label: vscode.l10n.t('Check Connection'), command: commands.checkConnection },
    setBaseUrl: { label: vscode.l10n.t('Set Base URL…'), command: commands.setBaseUrl },
    selectVariant: { label: vscode.l10n.t('Select Variant…'), command: commands.selectVariant },
    signIn: { label: vscode.l10n.t('Sign In…'), command: commands.signIn },
  };
}

export function remediesFor(error: unknown): Remedy[] {
  const { showLog, checkConnection, setBaseUrl, selectVariant, signIn } = commonRemedies();
  if (error instanceof SelectionError) return [];
  if (isSettledInLaunches(error)) {
    return [{ label: vscode.l10n.t('Show Launches'), command: `${views.launches}.focus` }];
  }
  if (error instanceof NotConnectedError) {
    return error.environment === undefined ? [setBaseUrl] : environmentRemedies();
  }
  const setting = settingOf(error);
  if (setting !== undefined) {
    return [{ label: vscode.l10n.t('Open Setting'), ...settingCommand(setting) }];
  }
  if (error instanceof UntrustedError) {
    return [{ label: vscode.l10n.t('Manage Workspace Trust'), command: 'workbench.trust.manage' }];
  }
  if (asksForSignIn(error)) return [signIn, showLog];
  if (error instanceof NetworkError) {
    const isOnTheWay = error.proxy?.isAtFault === true;
    return isOnTheWay ? [checkConnection, showLog] : [checkConnection, setBaseUrl, showLog];
  }
  if (error instanceof UnsupportedOperationError) return [selectVariant];
  if (error instanceof StatusError && error.status === 404) return [selectVariant, setBaseUrl, showLog];
  return [showLog];
}

/** Nothing has failed, but another window knows more of the launch. */
function isSettledInLaunches(error: unknown): boolean {
  return [LockedError, LockLostError, AlreadySettledError, RecordGoneError].some(
    (oneOf) => error instanceof oneOf,
  );
}

function environmentRemedies(): Remedy[] {
  return [
    { label: vscode.l10n.t('Select Environment…'), command: commands.selectEnvironment },
    { label: vscode.l10n.t('Open Setting'), ...settingCommand(settings.environments) },
  ];
}

/** The setting that has to be put right. */
function settingOf(error: unknown): string | undefined {
  if (error instanceof ShapeError) return shapeSettingId(error);
  return error instanceof SettingError ? error.setting : undefined;
}

function withFile(error: FileUploadError): string {
  const what = vscode.l10n.t('“{0}” could not be uploaded.', error.file);
  const why = reasonText(error.cause);
  return error.tries === 1
    ? `${what} ${why}`
    : `${what} ${why} ${vscode.l10n.t('It was tried {0} times.', error.tries)}`;
}

function changedText({ file, change }: FileChangedError): string {
  return change === 'gone'
    ? vscode.l10n.t('“{0}” is no longer there. Start again with the files as they are now.', file)
    : vscode.l10n.t(
        '“{0}” changed while it was being uploaded. Wait until nothing writes it any more, then start again.',
        file,
      );
}

function unreadableText({ file, code }: FileUnreadableError): string {
  return vscode.l10n.t('“{0}” cannot be read ({1}). Check its permissions and try again.', file, code);
}

function untrustedText({ action }: UntrustedError): string {
  return action === 'send'
    ? vscode.l10n.t('Files are sent to a service only from a workspace that you trust.')
    : vscode.l10n.t('Files are added only to a workspace that you trust.');
}

function sampleText({ folder, code }: SampleError): string {
  return vscode.l10n.t(
    'The sample model cannot be created in “{0}” ({1}). Choose another folder, or check its permissions.',
    folder,
    code,
  );
}

function selectionText(reason: SelectionError['reason']): string {
  switch (reason) {
    case 'badArguments':
      return vscode.l10n.t(
        'The command was called with something that is no file. Select files or folders in the Explorer.',
      );
    case 'noFiles':
      return vscode.l10n.t('There are no files to upload. Select files or folders in the Explorer.');
    case 'notOnDisk':
      return vscode.l10n.t('Only files on disk can be uploaded.');
    case 'outsideWorkspace':
      return vscode.l10n.t('Only files of the workspace can be uploaded. Open their folder first.');
  }
}

function notConnectedText({ problem, environment = '' }: NotConnectedError): string {
  switch (problem) {
    case 'notConfigured':
      return vscode.l10n.t('No simulation service is set. Set its base URL, or start the local emulator.');
    case 'unknownEnvironment':
      return vscode.l10n.t(
        'No environment “{0}” is defined, so nothing was sent. Define it in the setting {1}, or select another one.',
        visibleText(environment, longestName),
        settings.environments,
      );
    default:
      return baseUrlProblemText(problem);
  }
}

/** Says what is wrong with a base URL. Does not repeat it: it may hold a password. */
export function baseUrlProblemText(problem: BaseUrlProblem): string {
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
    case 'host':
      return vscode.l10n.t('The host or port of the base URL cannot be used.');
    case 'insecure':
      return vscode.l10n.t(
        'A base URL with http:// is only accepted for this computer. Use https://, or allow it in the setting simulationService.allowInsecureHttp.',
      );
  }
}

function settingText({ setting, entry }: SettingError): string {
  if (entry !== undefined) return entryText(entry);
  return setting === settings.apiKeyHeader
    ? vscode.l10n.t('The setting {0} is not the name of a header that an API key can be sent in.', setting)
    : vscode.l10n.t('The setting {0} has a value that does not exist.', setting);
}

function entryText({ environment, field }: NonNullable<SettingError['entry']>): string {
  const [name, setting] = [visibleText(environment, longestName), settings.environments];
  return field === ''
    ? vscode.l10n.t('The environment “{0}” in the setting {1} must be an object.', name, setting)
    : vscode.l10n.t(
        'The entry {0} of the environment “{1}” in the setting {2} cannot be used.',
        ...[visibleText(field, longestName), name, setting],
      );
}
