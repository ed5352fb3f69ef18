import * as l10n from '@vscode/l10n';
import { escapeInvisible } from '../client/text/visibleText';
import type {
  FilesChangedError,
  FolderNotOpenError,
  JournalError,
  LinkedFolderError,
  Made,
  UploadUrlsUnavailableError,
} from '../launch/errors';
import type { LaunchError } from './ownErrors';

/** Says what keeps a launch from going on, why, and what to do next. @returns nothing for an error of others */
export function describeLaunchError(error: LaunchError): string | undefined {
  switch (error.kind) {
    case 'filesChanged':
      return changedFilesText(error);
    case 'linksGone':
      return linksGoneText(error);
    case 'journal':
      return journalText(error);
    case 'locked':
      return l10n.t('Another window works on this launch. Wait for it, or cancel it there.');
    case 'lockLost':
      return l10n.t(
        'Another window has taken over this launch, so this window stopped and sent nothing more. Look at it in Launches.',
      );
    case 'unknownOutcome':
    case 'brokenOff':
      return l10n.t('It is not known what became of the last request. Find that out first.');
    case 'alreadySettled':
      return l10n.t(
        'This question has been settled, or the launch has moved on since. Nothing was sent. Look at it in Launches.',
      );
    case 'keyring':
      return l10n.t(
        'The keyring did not answer, so the upload links could not be read. Unlock it and resume the launch; nothing was lost.',
      );
    case 'recordGone':
      return l10n.t('Another window has removed this launch from the list. Nothing was sent.');
    case 'journalUnreadable':
      return l10n.t(
        'The list of launches cannot be read for now ({0}). Check the storage of VS Code, then refresh the list.',
        error.code,
      );
    case 'recordUnreadable':
      return describeUnreadableRecord(error.code);
    case 'damagedRecord':
      return damagedRecordText();
    case 'otherService':
      return l10n.t(
        'Since you began, another service was selected, or {0} is spoken to in another way. Nothing was created. Start again.',
        error.host,
      );
    case 'folderNotOpen':
    case 'linkedFolder':
      return folderText(error);
    case 'serviceChanged':
      return l10n.t(
        'Since this launch began, the path prefix or the headers for {0} were changed, so nothing was sent. Set them as they were, or begin a new launch.',
        error.host,
      );
    default:
      // Does not compile when a kind of error has no words.
      error satisfies never;
      return undefined;
  }
}

/** Why the record of a launch cannot be read, and what to do next. @param code see {@link RecordUnreadableError} */
export function describeUnreadableRecord(code: string): string {
  switch (code) {
    case 'newer':
      return l10n.t(
        'The record of this launch was made by a newer version of this extension. Reload the window to use it.',
      );
    case 'damaged':
      return damagedRecordText();
    default:
      return l10n.t(
        'The record of this launch cannot be read for now ({0}). Check the storage of VS Code, then refresh the list.',
        code,
      );
  }
}

function folderText({ kind, file }: FolderNotOpenError | LinkedFolderError): string {
  return kind === 'folderNotOpen'
    ? l10n.t(
        '“{0}” lies in a folder that is not open here, so nothing was sent. Open its folder first.',
        file,
      )
    : l10n.t(
        'A folder of “{0}” is a link by now and leads to another place, so nothing was sent. Choose the files anew.',
        file,
      );
}

function damagedRecordText(): string {
  return l10n.t(
    'The record of this launch is damaged, so the launch cannot go on. Check on the service what was created, then remove the record from the list.',
  );
}

function changedFilesText({ files }: FilesChangedError): string {
  const names = files.map(({ file }) => `“${file}”`).join(', ');
  return files.length === 1
    ? l10n.t('{0} changed since the launch was planned. Start over with a new model.', names)
    : l10n.t('These files changed since the launch was planned: {0}. Start over with a new model.', names);
}

function linksGoneText({ reason, files }: UploadUrlsUnavailableError): string {
  const isOne = files === 1;
  if (reason === 'expired') {
    return isOne
      ? l10n.t('The upload link of one file has expired. Start over with a new model.')
      : l10n.t('The upload links of {0} files have expired. Start over with a new model.', files);
  }
  return isOne
    ? l10n.t(
        'The keyring of this computer does not have the upload link of one file. Unlock it and try again, or start over with a new model.',
      )
    : l10n.t(
        'The keyring of this computer does not have the upload links of {0} files. Unlock it and try again, or start over with a new model.',
        files,
      );
}

function journalText({ code, made }: JournalError): string {
  if (made !== undefined) return unrecordedText(made, code);
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? l10n.t('The disk is full, so the launch cannot be recorded and was stopped. Make room and try again.')
    : l10n.t('The launch cannot be recorded ({0}) and was stopped. Check the storage of VS Code.', code);
}

function unrecordedText({ what, id }: Made, code: string): string {
  const shown = escapeInvisible(String(id));
  switch (what) {
    case 'project':
      return l10n.t(
        'The service created project {0}, but that could not be recorded ({1}). Check the storage of VS Code, then say in Launches that the project was created.',
        shown,
        code,
      );
    case 'model':
      return l10n.t(
        'The service created model {0}, but that could not be recorded ({1}). Check the storage of VS Code, then settle the launch in Launches.',
        shown,
        code,
      );
    case 'simulation':
      return l10n.t(
        'The service created simulation {0}, but that could not be recorded ({1}). Check the storage of VS Code, then say in Launches that the simulation was created.',
        shown,
        code,
      );
  }
}
