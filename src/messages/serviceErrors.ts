import * as l10n from '@vscode/l10n';
import { maxClockDifferenceMs } from '../client/core/clock';
import {
  type ClientError,
  ResponseError,
  type ServiceError,
  type StatusError,
  UploadUrlError,
} from '../client/core/errors';
import type { Operation } from '../client/core/types';
import { settings } from '../contributions';
import { describeClockDifference } from './clockDifference';
import { describeNetworkError } from './networkErrors';
import { describeUploadUrlError } from './uploadUrlErrors';

/** Describes what failed between this client and the service, why, and what to do next. */
export function describeServiceError(error: ServiceError): string {
  const what =
    (error instanceof UploadUrlError || error instanceof ResponseError) && error.modelId !== undefined
      ? l10n.t('Model {0} was created, but cannot be completed.', String(error.modelId))
      : describeFailure(error.operation);
  return `${what} ${describeReason(error)}`;
}

/** Describes why it failed, and what to do next. */
export function describeReason(error: ServiceError): string {
  // The union contains every class, so a new one does not compile without a text.
  const known = error as ClientError;
  switch (known.kind) {
    case 'status':
      return describeStatus(known);
    case 'network':
      return describeNetworkError(known);
    case 'response':
      return describeResponseError(known);
    case 'uploadUrl':
      return describeUploadUrlError(known);
    case 'signedOut':
      return l10n.t(
        'You are no longer signed in to {0}, or you are signed in with another account. Sign in and try again.',
        known.host,
      );
    case 'unsupported':
      return l10n.t('The selected API variant does not offer this.');
  }
}

function describeStatus(error: StatusError): string {
  const { operation, host, status, serverMessage, redirectHost } = error;
  if (redirectHost !== undefined) {
    return l10n.t(
      '{0} redirects to {1}. Redirects are not followed. Correct the base URL.',
      host,
      redirectHost,
    );
  }
  const parts = [
    describeServerResponse(host, status, serverMessage),
    describeNextStep(operation, status),
    describeClockReason(error),
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

/** Describes a response, quoting the server's own message if there is one. */
export function describeServerResponse(
  host: string,
  status: number,
  serverMessage: string | undefined,
): string {
  return serverMessage === undefined
    ? l10n.t('{0} responded with status {1}.', host, status)
    : l10n.t('{0} responded with status {1}: “{2}”.', host, status, serverMessage);
}

/** Codes with which file servers reject a signature that has expired, or was made by a wrong clock. */
const signatureCodes =
  /^(RequestTimeTooSkewed|RequestExpired|ExpiredToken|AccessDenied|Authentication(Failed|Failure)|AuthorizationFailure|SignatureDoesNotMatch|AuthorizationHeaderMalformed|MalformedHeader)$/;

/** Signatures and tokens are valid for a limited time, so differing clocks make servers reject them. */
function describeClockReason({
  operation,
  host,
  status,
  code,
  clockDifference = 0,
}: StatusError): string | undefined {
  const isOfSignature = operation === 'uploadFile' && status === 400 && signatureCodes.test(code ?? '');
  const isRefused = status === 401 || status === 403 || isOfSignature;
  if (!isRefused || Math.abs(clockDifference) <= maxClockDifferenceMs) return undefined;
  return `${describeClockDifference(host, clockDifference)} ${l10n.t('Signed requests are rejected while the clocks differ. Correct the time, then try again.')}`;
}

function describeNextStep(operation: Operation, status: number): string | undefined {
  const isFileServer = operation === 'uploadFile';
  if (isFileServer && [401, 403, 404, 410].includes(status)) {
    return l10n.t('The upload link was rejected or has expired. Upload the files again as a new model.');
  }
  if (status === 401 || status === 403) return l10n.t('Check that you have access to the service.');
  if (status === 404) return l10n.t('Check the base URL and the variant.');
  if (status === 413) return l10n.t('The request is larger than the server accepts.');
  if (status === 429) return l10n.t('The server is busy. Wait a moment, then try again.');
  if (status >= 500) return l10n.t('The server has a problem. Try again later.');
  return undefined;
}

function describeResponseError({ host, reason, keys }: ResponseError): string {
  const seen = keys.length === 0 ? l10n.t('none') : keys.join(', ');
  switch (reason) {
    case 'html':
      return l10n.t(
        '{0} responded with a web page. Check the base URL and whether your network requires you to sign in.',
        host,
      );
    case 'noIdentifier':
      return l10n.t('The response from {0} has no valid ID. Keys in the response: {1}.', host, seen);
    case 'noList':
      return l10n.t('The response from {0} has no list. Keys in the response: {1}.', host, seen);
    case 'ambiguousList':
      return l10n.t('The response from {0} has more than one list. Keys in the response: {1}.', host, seen);
    case 'noName':
      return l10n.t(
        'The list from {0} has no names in the expected place. Keys in the response: {1}.',
        host,
        seen,
      );
    case 'uploadUrls':
      return l10n.t(
        'The response from {0} does not have exactly one upload link for each file. If the upload links are there, use the setting {1} to specify where each of them is and which file it belongs to. Keys in the response: {2}.',
        host,
        settings.responses,
        seen,
      );
    case 'tooEarly':
      return l10n.t('{0} reported success before it had received the whole file.', host);
    case 'tooLarge':
    case 'tooDeep':
      return l10n.t('The response from {0} is too large.', host);
    case 'notJson':
    case 'encoded':
      return l10n.t('The response from {0} cannot be read.', host);
  }
}

function describeFailure(operation: Operation): string {
  switch (operation) {
    case 'createProject':
      return l10n.t('The project could not be created.');
    case 'listProjects':
      return l10n.t('The projects could not be listed.');
    case 'createModel':
      return l10n.t('The model could not be created.');
    case 'uploadFile':
      return l10n.t('The file could not be uploaded.');
    case 'finaliseModel':
      return l10n.t('The model could not be finalised.');
    case 'listReusableModels':
      return l10n.t('The reusable models could not be listed.');
    case 'createSimulation':
      return l10n.t('The simulation could not be created.');
  }
}
