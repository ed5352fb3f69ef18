import * as l10n from '@vscode/l10n';
import {
  hasWebPage,
  isSignInRequired,
  mayLackCredentials,
  type ResponseError,
  type ServiceError,
  StatusError,
} from '../client/core/errors';
import { findUploadRefusal } from '../client/core/uploadRefusal';
import { commands, settings, views } from '../contributions';
import type { NotConnectedError } from '../session/errors';
import { isOwnError } from './describeError';
import type { OwnError } from './errorTypes';
import { withEllipsis } from './labels';
import { getMappingSettingId } from './mappingErrors';
import {
  getBodySetting,
  hasTooLargeHeaders,
  listPointerNames,
  namesCreated,
  speaksOfHeaders,
  speaksOfSignIn,
} from './serviceErrors';
import { findSettingId } from './settingNames';

/** A button of a message about an error: runs a command, or opens a setting. */
export type Remedy =
  | { readonly label: string; readonly command: string; readonly argument?: unknown }
  | { readonly label: string; readonly setting: string };

/** Remedies shared by several kinds of failure. */
export function listCommonRemedies(): Readonly<
  Record<'showLog' | 'checkConnection' | 'setBaseUrl' | 'selectVariant' | 'signIn', Remedy>
> {
  return {
    showLog: { label: l10n.t('Show Log'), command: commands.showLog },
    checkConnection: { label: l10n.t('Check Connection'), command: commands.checkConnection },
    setBaseUrl: { label: withEllipsis(l10n.t('Set Base URL')), command: commands.setBaseUrl },
    selectVariant: { label: withEllipsis(l10n.t('Select Variant')), command: commands.selectVariant },
    signIn: { label: withEllipsis(l10n.t('Sign In')), command: commands.signIn },
  };
}

/** A button that opens a setting to be corrected. */
export function openSetting(setting: string): Remedy {
  return { label: l10n.t('Open Setting'), setting };
}

/** As {@link openSetting}, for a setting that describes the service that the error is about. */
function openFor({ environment }: ServiceError, setting: string): Remedy {
  return openSetting(findSettingId(setting, environment));
}

/** The button that asks where the values of a response are; none where the response is not at hand. */
export function listFindValues(error: ResponseError): Remedy[] {
  if (error.unread === undefined || listPointerNames(error).length === 0) return [];
  return [{ label: l10n.t('Find Values…'), command: commands.findValuesInResponse, argument: error }];
}

/** Whether a remedy is about the request or response that failed, rather than about the service or the log. */
export function isSpecific(remedy: Remedy): boolean {
  const specific: readonly string[] = [
    commands.findValuesInResponse,
    commands.showResponse,
    commands.editRequestBody,
  ];
  return 'setting' in remedy || specific.includes(remedy.command);
}

/** The buttons that help with an error, the most helpful one first. */
export function remediesFor(error: unknown): Remedy[] {
  const { showLog, signIn } = listCommonRemedies();
  if (isSignInRequired(error) || mayLackCredentials(error)) return [signIn, showLog];
  return isOwnError(error) ? listRemediesForKind(error) : [showLog];
}

function listRemediesForKind(error: OwnError): Remedy[] {
  const { showLog, checkConnection, setBaseUrl, selectVariant } = listCommonRemedies();
  switch (error.kind) {
    case 'selection':
      return [];
    case 'locked':
    case 'lockLost':
    case 'alreadyResolved':
    case 'recordGone':
      // Not a failure: another window knows more about the launch.
      return [{ label: l10n.t('Show Launches'), command: `${views.launches}.focus` }];
    case 'notConnected':
      return listRemediesForAddress(error);
    case 'mapping':
      return [openSetting(getMappingSettingId(error))];
    case 'setting':
      return [openSetting(error.setting)];
    case 'page':
      return [openSetting(error.environment === undefined ? settings.pages : settings.environments)];
    case 'untrusted':
      return [{ label: l10n.t('Manage Workspace Trust'), command: 'workbench.trust.manage' }];
    case 'network': {
      // The service gives the addresses of files.
      const isOtherAddress = error.proxy?.isAtFault === true || error.operation === 'uploadFile';
      return isOtherAddress ? [checkConnection, showLog] : [checkConnection, setBaseUrl, showLog];
    }
    case 'uploadUrl':
      return [...(error.reason === 'signedHeaders' ? [openFor(error, settings.uploadHeaders)] : []), showLog];
    case 'unsupported':
      return [selectVariant];
    case 'fileUpload':
      return error.cause instanceof StatusError ? listRemediesForUpload(error.cause) : [showLog];
    case 'status':
      return listRemediesForStatus(error);
    case 'response':
      if (hasWebPage(error)) return [checkConnection, showLog];
      if (listPointerNames(error).length === 0) return [showLog];
      return [
        ...listFindValues(error),
        { label: l10n.t('Show Response'), command: commands.showResponse, argument: error },
        openFor(error, settings.responses),
        showLog,
      ];
    default:
      return [showLog];
  }
}

function listRemediesForStatus(error: StatusError): Remedy[] {
  const { showLog, checkConnection, setBaseUrl, selectVariant, signIn } = listCommonRemedies();
  const { operation, status, redirectHost, redirectReason, repeatedPath } = error;
  if (operation === 'uploadFile') return listRemediesForUpload(error);
  if (redirectHost !== undefined) {
    const isBaseUrl = redirectReason === undefined || redirectReason === 'encryption';
    return [...(isBaseUrl ? [setBaseUrl] : []), showLog];
  }
  if (repeatedPath !== undefined) return [setBaseUrl, showLog];
  if (hasTooLargeHeaders(error)) return [signIn, showLog];
  if (hasWebPage(error)) return [checkConnection, ...(status === 404 ? [setBaseUrl] : []), showLog];
  if (status === 404) {
    const ofAddress = namesCreated.has(operation) ? [] : [selectVariant, setBaseUrl];
    return [...ofAddress, openFor(error, settings.pathPrefix), showLog];
  }
  const isBody = (status === 400 || status === 422) && getBodySetting(operation) !== undefined;
  const edit = {
    label: l10n.t('Edit Request Body…'),
    command: commands.editRequestBody,
    argument: error,
  };
  if (speaksOfSignIn(error)) return isBody ? [signIn, edit, showLog] : [signIn, showLog];
  if (status === 403 && !namesCreated.has(operation)) return [checkConnection, setBaseUrl, showLog];
  const ofHeaders = speaksOfHeaders(error) ? [openFor(error, settings.requestHeaders)] : [];
  return [...(isBody ? [edit] : []), ...ofHeaders, showLog];
}

function listRemediesForUpload(error: StatusError): Remedy[] {
  const { showLog, checkConnection } = listCommonRemedies();
  const refusal = findUploadRefusal(error);
  const isOfHeaders = refusal === 'request' || refusal === 'content';
  if (isOfHeaders) return [openFor(error, settings.uploadHeaders), showLog];
  return hasWebPage(error) ? [checkConnection, showLog] : [showLog];
}

function listRemediesForAddress({ environment, problem }: NotConnectedError): Remedy[] {
  if (environment === undefined) {
    const emulator = { label: l10n.t('Start Local Emulator'), command: commands.startEmulator };
    return [listCommonRemedies().setBaseUrl, ...(problem === 'notConfigured' ? [emulator] : [])];
  }
  return [
    { label: withEllipsis(l10n.t('Select Environment')), command: commands.selectEnvironment },
    openSetting(settings.environments),
  ];
}
