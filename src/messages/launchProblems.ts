/** Describes the recorded problem of a launch, in the words of the error that it was. */

import * as l10n from '@vscode/l10n';
import { type NetworkCode, NetworkError, type ResponseErrorReason } from '../client/core/errors';
import { settings } from '../contributions';
import type { Problem } from '../launch/journalEntry';
import { describeChangedFile, describeUnexpected, describeUnreadableFile } from './describeError';
import { describeNetworkError } from './networkErrors';
import {
  describeRedirect,
  describeServerResponse,
  describeSignedOut,
  describeUnusableResponse,
} from './serviceErrors';
import { nameSetting } from './settingNames';

/** Whether a web page came instead of a response of the service. */
export function isPageProblem({ kind, code }: Problem): boolean {
  return kind === 'response' && code === 'html';
}

/** Describes why a launch stopped, from its record: what came, in the words of the service if there are any. */
export function describeProblem(problem: Problem): string {
  const { kind, file = '', code = '' } = problem;
  switch (kind) {
    case 'fileChanged':
      return describeChangedFile({ file, change: code });
    case 'fileUnreadable':
      return describeUnreadableFile({ file, code });
    case 'filesChanged':
      return l10n.t('“{0}” has changed since the launch was planned.', file);
    case 'uploadUrlsUnavailable':
      return code === 'expired'
        ? l10n.t('The upload URLs have expired.')
        : l10n.t('The upload URLs are not in the secret storage.');
    case 'keyring':
      return l10n.t('The upload URLs could not be read, because the secret storage did not respond.');
    case 'projectExists':
      return code === 'exists'
        ? l10n.t('A project with the name of the new one has been created since the launch was planned.')
        : l10n.t('The service lists only some of its projects, and the new one may already be there.');
    case 'damagedRecord':
      return l10n.t('The record of its files is damaged.');
    case 'requestAbandoned':
      return l10n.t('The request was cancelled before a response arrived.');
    default: {
      const reason = describeServiceProblem(problem);
      return file === '' ? reason : `${l10n.t('“{0}” could not be uploaded.', file)} ${reason}`;
    }
  }
}

function describeServiceProblem({
  kind,
  operation,
  host,
  status = 0,
  code = '',
  serverMessage,
  redirectHost,
  environment,
}: Problem): string {
  if (operation === undefined || host === undefined) return describeUnexpected();
  switch (kind) {
    case 'status':
      return redirectHost === undefined
        ? describeServerResponse(host, status, serverMessage)
        : describeRedirect(host, redirectHost);
    case 'network':
      // Only these values are recorded.
      return describeNetworkError(
        new NetworkError(operation, host, { code: code as NetworkCode, sent: 'maybe' }),
      );
    case 'response':
      return describeUnusableResponse({
        operation,
        host,
        status,
        reason: code as ResponseErrorReason,
        pageTitle: serverMessage,
        environment,
      });
    case 'uploadUrl':
      return code === 'signedHeaders'
        ? l10n.t(
            'The upload URLs of {0} require headers that are not set. Add them to the setting {1}. They are the same for all files; a service that requires other values for each file cannot be used.',
            host,
            nameSetting(settings.uploadHeaders, environment),
          )
        : l10n.t('{0} returned an upload URL that cannot be used.', host);
    case 'signedOut':
      return describeSignedOut(host);
    default:
      return describeUnexpected();
  }
}
