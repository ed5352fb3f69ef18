import { hostname } from 'node:os';
import * as l10n from '@vscode/l10n';
import { escapeInvisible } from '../client/text/visibleText';
import type { BaseUrlProblem } from '../client/url/baseUrl';
import { settings } from '../contributions';
import { findAccessProblem } from '../files/accessProblem';
import type { FileWriteError } from '../platform/output';
import type { SampleError } from '../platform/sampleModel';
import type { TasksFileError } from '../platform/tasksFile';
import { maxEnvironmentNameLength } from '../session/environments';
import type { NotConnectedError, SettingError } from '../session/errors';
import type { PageError, PageProblem } from '../session/pages';
import type { StudyError } from '../study/studyProblem';
import type { FileUnreadableError, FileUploadError, SelectionError } from '../upload/errors';
import { toStandIn } from '../upload/standIn';
import { describeByKind, type TextsByKind } from './byKind';
import type { OwnError } from './errorTypes';
import { isDiskFull, launchErrorTexts } from './launchErrors';
import { describeMappingError } from './mappingErrors';
import { describeStandIn } from './rejections';
import { describeReason, describeServiceError } from './serviceErrors';
import { nameSetting } from './settingNames';

/** Describes any error to the user in whole sentences: what failed, why, and what to do next. */
export function describeError(error: unknown): string {
  return isOwnError(error) && Object.hasOwn(texts, error.kind)
    ? describeByKind(error, texts)
    : describeUnexpected();
}

/** Whether an error is one of this extension's own classes, which have a kind. */
export function isOwnError(error: unknown): error is OwnError {
  return error instanceof Error && 'kind' in error;
}

/** Describes an error that is none of this extension's own, or a recorded one of an unknown kind. */
export function describeUnexpected(): string {
  return l10n.t('An unexpected error occurred. See the log for details.');
}

/** Does not compile if an error kind has no text. */
const texts: TextsByKind<OwnError> = {
  ...launchErrorTexts,
  status: describeServiceError,
  network: describeServiceError,
  response: describeServiceError,
  uploadUrl: describeServiceError,
  signedOut: describeServiceError,
  unsupported: describeServiceError,
  mapping: describeMappingError,
  fileUpload: withFile,
  fileChanged: describeChangedFile,
  fileUnreadable: describeUnreadableFile,
  selection: ({ reason }) => describeSelectionError(reason),
  notConnected: describeNotConnected,
  setting: describeSettingError,
  page: describePageError,
  untrusted: () => l10n.t('This works only in a trusted workspace.'),
  study: describeStudyError,
  sample: describeSampleError,
  fileWrite: describeUnwrittenFile,
  tasksFile: describeTasksFileError,
};

/** What a disk that is full or can only be read says does not depend on other programs. */
function describeUnwrittenFile({ file, code }: FileWriteError): string {
  const name = escapeInvisible(file, maxEnvironmentNameLength);
  if (isDiskFull(code))
    return l10n.t(
      '“{0}” could not be written, because the disk is full. Free up space and try again, or choose another place.',
      name,
    );
  return code === 'EROFS'
    ? l10n.t('“{0}” could not be written, because its disk can only be read. Choose another place.', name)
    : l10n.t(
        '“{0}” could not be written. If another program has it open, close it there and try again, or choose another place.',
        name,
      );
}

function describeStudyError({ problems }: StudyError): string {
  return l10n.t('Problems in the table: {0}. Nothing was created.', problems.length);
}

function withFile(error: FileUploadError): string {
  const what = l10n.t('“{0}” could not be uploaded.', error.file);
  const why = describeReason(error.cause);
  return error.tries === 1
    ? `${what} ${why}`
    : `${what} ${why} ${l10n.t('The upload was attempted {0} times.', error.tries)}`;
}

export function describeChangedFile({
  file,
  change,
}: {
  readonly file: string;
  readonly change: string;
}): string {
  return change === 'gone'
    ? l10n.t('“{0}” no longer exists. Start again with the current files.', file)
    : l10n.t('“{0}” changed during the upload. Wait until no program writes to it, then start again.', file);
}

/** Codes with which systems deny access. With others, a drive, a network or a program fails. */
const ofPermissions: ReadonlySet<string> = new Set(['EACCES', 'EPERM']);

/** @param code of the system's error */
export function describeUnreadableFile({ file, code }: Pick<FileUnreadableError, 'file' | 'code'>): string {
  const standIn = toStandIn(code);
  if (standIn !== undefined) return l10n.t('“{0}” cannot be uploaded: {1}.', file, describeStandIn(standIn));
  if (code === 'EMFILE' || code === 'ENFILE')
    return l10n.t(
      '“{0}” cannot be read ({1}): too many files are open on this computer. Close other programs or windows, then try again.',
      file,
      code,
    );
  if (code === 'ENOENT') return l10n.t('“{0}” does not exist. Check its path.', file);
  return {
    inUse: l10n.t('“{0}” is open in another program. Close it there and try again.', file),
    inUseOrForbidden: l10n.t(
      '“{0}” cannot be opened ({1}): another program has it open, or you lack the permission to read it.',
      file,
      code,
    ),
    unreadable: ofPermissions.has(code)
      ? l10n.t('“{0}” cannot be read ({1}). Check its permissions and try again.', file, code)
      : l10n.t(
          '“{0}” cannot be read ({1}). Check that its drive, or the program that provides it, such as OneDrive, is connected and running, then try again.',
          file,
          code,
        ),
  }[findAccessProblem(code)];
}

function describeSampleError({ folder, code }: SampleError): string {
  return l10n.t(
    'The sample model cannot be created in “{0}” ({1}). Choose another folder, or check its permissions.',
    folder,
    code,
  );
}

function describeTasksFileError({ problem }: TasksFileError): string {
  return {
    invalid: l10n.t(
      'The file tasks.json is not valid, so no task was added to it. Correct it and try again.',
    ),
    changed: l10n.t('There is already a task with this name.'),
    variable: l10n.t(
      'A name in this launch contains “${”. In a task, VS Code would replace it with something else. Nothing was changed.',
    ),
  }[problem];
}

function describeSelectionError(reason: SelectionError['reason']): string {
  return {
    badArguments: l10n.t(
      'The command was called with an argument that is not a file. Select files or folders in the Explorer.',
    ),
    notAFileList: l10n.t('The dropped data is not a list of files. Drag files or folders from the Explorer.'),
    noFiles: l10n.t('There are no files to upload. Select files or folders in the Explorer.'),
    notOnDisk: l10n.t('Only files on disk can be uploaded.'),
    outsideWindow: l10n.t(
      'This window works with the files of “{0}”, but these files come from elsewhere. Drop them into the Explorer first, then drag them from there.',
      hostname(),
    ),
    outsideWorkspace: l10n.t('Only files in the workspace can be uploaded. Open their folder first.'),
  }[reason];
}

function describeNotConnected({ problem, environment = '' }: NotConnectedError): string {
  switch (problem) {
    case 'notConfigured':
      return l10n.t('No simulation service is configured. Set its base URL, or start the local emulator.');
    case 'unknownEnvironment':
      return l10n.t(
        'The environment “{0}” is not defined. Nothing was sent. Define it in the setting {1}, or select another environment.',
        escapeInvisible(environment, maxEnvironmentNameLength),
        settings.environments,
      );
    default:
      return describeBaseUrlProblem(problem);
  }
}

/** Describes the problem of a base URL. Does not quote the URL, which may contain a password. */
export function describeBaseUrlProblem(problem: BaseUrlProblem): string {
  return {
    notAUrl: l10n.t('The base URL is not a valid address. Example: https://simulation.example.com.'),
    scheme: l10n.t('The base URL must begin with https:// or http://.'),
    credentials: l10n.t('The base URL must not contain a user name or a password.'),
    query: l10n.t(
      'The base URL must not contain “?”. A service that requires a query in every request cannot be used.',
    ),
    fragment: l10n.t('The base URL must not contain “#”.'),
    host: l10n.t('The host or port of the base URL is not valid.'),
    insecure: l10n.t(
      'A base URL with http:// is accepted only for this computer. Use https://, or enable the setting {0}.',
      settings.allowInsecureHttp,
    ),
  }[problem];
}

function describeSettingError({ setting, entry }: SettingError): string {
  if (entry !== undefined) return describeEntryError(entry);
  return setting === settings.apiKeyHeader
    ? l10n.t('The setting {0} does not contain a valid header name for an API key.', setting)
    : l10n.t('The setting {0} has an unknown value.', setting);
}

function describePageError({ page, problem, environment }: PageError): string {
  const setting = nameSetting(settings.pages, environment);
  const where = l10n.t('The address “{0}” in the setting {1} is not used.', page, setting);
  return `${where} ${describePageProblem(problem)}`;
}

/** Says what is wrong with the address of a page. */
export function describePageProblem(problem: PageProblem): string {
  return {
    address: l10n.t(
      'It must be a complete address, such as https://portal.example.com/runs/{simulation_id}.',
    ),
    scheme: l10n.t('It must begin with https://, or with http:// for this computer.'),
    credentials: l10n.t('It must not contain a user name or a password.'),
    hidden: l10n.t('It has characters that cannot be seen.'),
    host: l10n.t('Placeholders are allowed only after the host.'),
    placeholder: l10n.t('Only the placeholders {project_id}, {model_id} and {simulation_id} are allowed.'),
  }[problem];
}

function describeEntryError({ environment, field }: NonNullable<SettingError['entry']>): string {
  const name = escapeInvisible(environment, maxEnvironmentNameLength);
  const setting = settings.environments;
  return field === ''
    ? l10n.t('The environment “{0}” in the setting {1} must be an object.', name, setting)
    : l10n.t(
        'The entry {0} of the environment “{1}” in the setting {2} is not valid.',
        escapeInvisible(field, maxEnvironmentNameLength),
        name,
        setting,
      );
}
