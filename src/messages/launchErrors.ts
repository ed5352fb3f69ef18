import * as l10n from '@vscode/l10n';
import { escapeInvisible } from '../client/text/visibleText';
import { settings } from '../contributions';
import { findAccessProblem } from '../files/accessProblem';
import type { CreatedObject, JournalError } from '../journal/errors';
import type { FilesChangedError, UploadUrlsUnavailableError } from '../launch/errors';
import type { FilesNotDescribableError, LaunchRequestError } from '../request/errors';
import type { TextsByKind } from './byKind';
import type { LaunchError } from './errorTypes';
import { describeRequestProblem } from './requestProblems';

/** Why a launch cannot continue, and what to do next. */
export const launchErrorTexts: TextsByKind<LaunchError> = {
  launchRequest: describeRequestError,
  filesNotDescribable: describeRequestError,
  filesChanged: describeChangedFiles,
  uploadUrlsUnavailable: describeLostUrls,
  journal: describeJournalError,
  locked: () =>
    l10n.t(
      'Another window, or the command line, is running this launch. Wait until it is done, or cancel it there.',
    ),
  lockLost: () =>
    l10n.t(
      'Another window has taken over this launch, so this window stopped and sent nothing more. Check the launch in the Launches view.',
    ),
  unknownOutcome: describeOpenQuestion,
  requestAbandoned: describeOpenQuestion,
  alreadyResolved: () =>
    l10n.t(
      'This question has been resolved, or the launch has continued since. Nothing was sent. Check the launch in the Launches view.',
    ),
  keyring: () =>
    l10n.t(
      'The upload URLs could not be read, because the secret storage did not respond. Unlock the keyring of this computer, then resume the launch. Nothing was lost.',
    ),
  recordGone: () => l10n.t('This launch was removed from the list. Nothing was sent.'),
  journalUnreadable: ({ code }) => describeUnreadableList(code),
  recordUnreadable: ({ code }) => describeUnreadableRecord(code),
  damagedRecord: describeDamagedRecord,
  otherService: ({ host }) =>
    l10n.t(
      'Another service has been selected since you started, or the settings for {0} have changed. Nothing was created. Start again.',
      host,
    ),
  folderNotOpen: ({ file }) =>
    l10n.t(
      '“{0}” is in a folder that is not open in this window. Nothing was sent. Open the folder first.',
      file,
    ),
  linkedFolder: ({ file }) =>
    l10n.t(
      'A folder of “{0}” is now a link to another location. Nothing was sent. Select the files again.',
      file,
    ),
  launchCancelled: () => l10n.t('The launch was cancelled before it went on. Nothing was sent.'),
  bodiesChanged: ({ operation }) =>
    l10n.t(
      'The setting {0} has changed since you agreed to this launch. Nothing was sent. Resume it, or the study that it belongs to, to see what will be sent.',
      settings[`${operation}Body`],
    ),
  projectExists: ({ project, reason }) =>
    reason === 'exists'
      ? l10n.t(
          'A project with the name “{0}” has been created since this launch was planned. No second one was created. Start again, and choose that project or another name.',
          escapeInvisible(project),
        )
      : l10n.t(
          'The service lists only some of its projects now, so it is not known whether one with the name “{0}” has been created since this launch was planned. No project was created. Resume the launch to look again, or start again with another name.',
          escapeInvisible(project),
        ),
  rowTaken: ({ row }) =>
    l10n.t('“{0}” was started by another study. Nothing was created for this launch.', escapeInvisible(row)),
  rowsChanged: () =>
    l10n.t('Other studies have taken some of these rows since you were asked. Nothing was created.'),
  rowOfStudy: () =>
    l10n.t('The rows of a study that is in the list cannot be removed alone. Remove the study as a whole.'),
  serviceChanged: ({ host }) =>
    l10n.t(
      'The path prefix or the headers for {0} have changed since this launch started. Nothing was sent. Restore them, or start a new launch.',
      host,
    ),
};

function describeOpenQuestion(): string {
  return l10n.t('The outcome of the last request is unknown. Resolve it first.');
}

/**
 * Describes why the record of a launch cannot be read, and what to do next.
 * @param code see {@link RecordUnreadableError}
 */
export function describeUnreadableRecord(code: string): string {
  switch (code) {
    case 'newer':
      return l10n.t(
        'The record of this launch was created by a newer version of this extension. Reload the window to use this launch.',
      );
    case 'damaged':
      return describeDamagedRecord();
    default:
      return describeInaccessibleRecord(code);
  }
}

function describeInaccessibleRecord(code: string): string {
  return {
    inUse: l10n.t(
      'The record of this launch is open in another program. Close it there, then refresh the list.',
    ),
    inUseOrForbidden: l10n.t(
      'The record of this launch cannot be opened ({0}): another program has it open, or you lack the permission to read it. Close it in that program or check its permissions, then refresh the list.',
      code,
    ),
    unreadable: l10n.t(
      'The record of this launch cannot be read at the moment ({0}). Check that the storage folder of VS Code is accessible, then refresh the list.',
      code,
    ),
  }[findAccessProblem(code)];
}

function describeUnreadableList(code: string): string {
  return {
    inUse: l10n.t('The list of launches is open in another program. Close it there, then refresh the list.'),
    inUseOrForbidden: l10n.t(
      'The list of launches cannot be opened ({0}): another program has it open, or you lack the permission to read it. Close it in that program or check its permissions, then refresh the list.',
      code,
    ),
    unreadable: l10n.t(
      'The list of launches cannot be read at the moment ({0}). Check that the storage folder of VS Code is accessible, then refresh the list.',
      code,
    ),
  }[findAccessProblem(code)];
}

function describeDamagedRecord(): string {
  return l10n.t(
    'The record of this launch is damaged, so the launch cannot continue. Check what was created on the service, then remove the record from the list.',
  );
}

function describeChangedFiles({ files }: FilesChangedError): string {
  const names = files.map(({ file }) => `“${file}”`).join(', ');
  return l10n.t('Changed since the launch was planned: {0}. Start over with a new model.', names);
}

function describeLostUrls({ reason, files }: UploadUrlsUnavailableError): string {
  return reason === 'expired'
    ? l10n.t('Files whose upload URL has expired: {0}. Start over with a new model.', files)
    : l10n.t(
        'Files whose upload URL is not in the secret storage: {0}. Unlock the keyring of this computer and try again, or start over with a new model.',
        files,
      );
}

/** @param code of the system's error */
export function isDiskFull(code: string): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT';
}

function describeJournalError({ code, created }: JournalError): string {
  if (created !== undefined) return describeUnrecorded(created, code);
  if (isDiskFull(code))
    return l10n.t(
      'The disk is full, so the launch cannot be recorded and was stopped. Free up space and try again.',
    );
  return {
    inUse: l10n.t(
      'The launch cannot be recorded and was stopped, because its record is open in another program. Close it there and try again.',
    ),
    inUseOrForbidden: l10n.t(
      'The launch could not be recorded ({0}) and was stopped: another program has its record open, or you lack the permission to write it. Close it in that program or check its permissions, then try again.',
      code,
    ),
    unreadable: l10n.t(
      'The launch cannot be recorded ({0}) and was stopped. Check that the storage folder of VS Code is accessible.',
      code,
    ),
  }[findAccessProblem(code)];
}

function describeUnrecorded({ what, id }: CreatedObject, code: string): string {
  const shown = escapeInvisible(String(id));
  if (isDiskFull(code)) return describeUnrecordedForSpace(what, shown);
  return {
    project: l10n.t(
      'The service created project {0}, but this could not be recorded ({1}). Check that the storage folder of VS Code is accessible, then confirm in the Launches view that the project was created.',
      shown,
      code,
    ),
    model: l10n.t(
      'The service created model {0}, but this could not be recorded ({1}). Check that the storage folder of VS Code is accessible, then resolve the outcome in the Launches view.',
      shown,
      code,
    ),
    simulation: l10n.t(
      'The service created simulation {0}, but this could not be recorded ({1}). Check that the storage folder of VS Code is accessible, then confirm in the Launches view that the simulation was created.',
      shown,
      code,
    ),
  }[what];
}

function describeUnrecordedForSpace(what: CreatedObject['what'], id: string): string {
  return {
    project: l10n.t(
      'The service created project {0}, but this could not be recorded, because the disk is full. Free up space, then confirm in the Launches view that the project was created.',
      id,
    ),
    model: l10n.t(
      'The service created model {0}, but this could not be recorded, because the disk is full. Free up space, then resolve the outcome in the Launches view.',
      id,
    ),
    simulation: l10n.t(
      'The service created simulation {0}, but this could not be recorded, because the disk is full. Free up space, then confirm in the Launches view that the simulation was created.',
      id,
    ),
  }[what];
}

function describeRequestError(error: LaunchRequestError | FilesNotDescribableError): string {
  if (error.kind === 'launchRequest')
    return [...error.problems.map(describeRequestProblem), l10n.t('Nothing was sent.')].join(' ');
  return error.reason === 'excluded'
    ? l10n.t(
        'Some files of this launch are excluded by the setting “{0}”. A task cannot send excluded files. Change the setting, or launch without these files.',
        settings.exclude,
      )
    : l10n.t(
        'The files of this launch are not all in one workspace folder. Open the folder that contains all of them.',
      );
}
