import * as l10n from '@vscode/l10n';
import { maxClockDifferenceMs } from '../client/core/clock';
import {
  type ClientError,
  ResponseError,
  type ResponseErrorReason,
  type ResponseFindings,
  type ServiceError,
  StatusError,
  type UnmatchedElement,
  UploadUrlError,
} from '../client/core/errors';
import type { BodyOperation, Operation } from '../client/core/types';
import { findUploadRefusal, type UploadRefusal } from '../client/core/uploadRefusal';
import { settings } from '../contributions';
import { formatWait } from '../platform/format';
import { describeByKind, type TextsByKind } from './byKind';
import { describeEntryCount } from './counts';
import { describeNetworkError } from './networkErrors';
import { nameSetting } from './settingNames';
import { describeUploadUrlError } from './uploadUrlErrors';

/**
 * Describes what failed between this client and the service, why, and what to do next.
 * @param form `withoutKeys` where the keys of a response are listed beside it
 */
export function describeServiceError(error: ServiceError, form: 'whole' | 'withoutKeys' = 'whole'): string {
  const what =
    (error instanceof UploadUrlError || error instanceof ResponseError) && error.modelId !== undefined
      ? l10n.t('Model {0} was created, but cannot be completed.', String(error.modelId))
      : describeFailure(error.operation);
  const isWhole = form === 'whole' || !(error instanceof ResponseError);
  return `${what} ${isWhole ? describeReason(error) : describeUnusableResponse(error)}`;
}

/** Describes why it failed, and what to do next. */
export function describeReason(error: ServiceError): string {
  // The union contains every class, so a new one does not compile without a text.
  return describeByKind<ClientError>(error as ClientError, reasons);
}

const reasons: TextsByKind<ClientError> = {
  status: describeStatus,
  network: describeNetworkError,
  response: describeResponseError,
  uploadUrl: describeUploadUrlError,
  signedOut: ({ host }) => describeSignedOut(host),
  unsupported: () => l10n.t('The selected API variant does not offer this.'),
};

export function describeSignedOut(host: string): string {
  return l10n.t(
    'You are no longer signed in to {0}, or you are signed in with another account. Sign in and try again.',
    host,
  );
}

function describeStatus(error: StatusError): string {
  const { operation, host, status, serverMessage, pageTitle, redirectHost } = error;
  if (redirectHost !== undefined)
    return `${describeRedirect(host, redirectHost)} ${describeStepAfterRedirect(error)}`;
  if (hasTooLargeHeaders(error)) {
    const words = serverMessage ?? (pageTitle === '' ? undefined : pageTitle);
    return `${describeServerResponse(host, status, words)} ${describeStepForLargeHeaders(error)}`;
  }
  const isPage = pageTitle !== undefined;
  const parts = [
    isPage ? describeWebPage(error) : describeServerResponse(host, status, serverMessage),
    isPage && operation !== 'uploadFile' ? describeStepAfterPage(error) : describeNextStep(error),
    describeClockReason(error),
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

export function describeRedirect(host: string, redirectHost: string): string {
  return l10n.t('{0} redirects to {1}. Redirects are not followed.', host, redirectHost);
}

function describeStepAfterRedirect({ operation, redirectReason }: StatusError): string {
  if (operation === 'uploadFile')
    return l10n.t('Ask the operator of the service for upload URLs that need no redirect.');
  switch (redirectReason) {
    case 'signIn':
      return l10n.t(
        'This is a page where users sign in with a browser. Ask your administrator for an address of the service without it.',
      );
    case 'encryption':
      return l10n.t('The base URL must begin with https://.');
    case 'slash':
      return l10n.t(
        'It expects a slash at the end of each path. Ask the operator of the service to accept paths without it.',
      );
    case 'itself':
      return l10n.t(
        'This is the address that was requested. Ask the operator of the service whether it knows at which address a proxy offers it, or requires cookies, which are not sent.',
      );
    case 'proxy':
      return l10n.t(
        'The service seems not to know at which address a proxy offers it, so the base URL may be right. Ask its operator to let it know the scheme and the host of that address, for example with X-Forwarded-Proto and X-Forwarded-Host.',
      );
    default:
      return l10n.t('Correct the base URL.');
  }
}

/** Describes a response, quoting the server's own message if there is one. */
export function describeServerResponse(
  host: string,
  status: number,
  serverMessage: string | undefined,
): string {
  if (serverMessage === undefined) return l10n.t('{0} responded with status {1}.', host, status);
  return /[.!?…。！？]$/u.test(serverMessage)
    ? l10n.t('{0} responded with status {1}: “{2}”', host, status, serverMessage)
    : l10n.t('{0} responded with status {1}: “{2}”.', host, status, serverMessage);
}

/** A response that cannot be used, or a web page with any status. */
interface UnusableResponse {
  readonly operation: Operation;
  readonly host: string;
  readonly status: number;
  readonly pageTitle?: string | undefined;
  readonly environment?: string | undefined;
}

/** Describes a web page that came instead of a response of the service, quoting its title if it has one. */
function describeWebPage({ operation, host, status, pageTitle }: UnusableResponse): string {
  const title = pageTitle === '' ? undefined : pageTitle;
  const question = l10n.t('Is there a sign-in page or a proxy in between?');
  if (operation !== 'uploadFile') return `${describePage(host, status, title)} ${question}`;
  // A file server need not use JSON, so the page of a refusal is its own.
  const response = describeServerResponse(host, status, title);
  return isSuccess(status) ? `${response} ${question}` : response;
}

function describePage(host: string, status: number, title: string | undefined): string {
  return title === undefined
    ? l10n.t('{0} responded with status {1} and a web page instead of JSON.', host, status)
    : l10n.t('{0} responded with status {1} and a web page instead of JSON (“{2}”).', host, status, title);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Most statuses of a page say nothing about the service. */
function describeStepAfterPage(error: StatusError): string | undefined {
  const { status } = error;
  if (status === 404 || error.repeatedPath !== undefined) return describeUnknownPath(error);
  // These say why, whoever sends them.
  if (status === 413 || status === 429 || status === 511) return describeNextStep(error);
  return status >= 500 ? l10n.t('If not, try again later.') : undefined;
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

/**
 * Describes the difference of two clocks in whole minutes.
 * @param differenceMs milliseconds by which this computer's clock is ahead
 */
export function describeClockDifference(host: string, differenceMs: number): string {
  const minutes = Math.round(Math.abs(differenceMs) / 60_000);
  return differenceMs > 0
    ? l10n.t('The clock of this computer is {0} minutes ahead of the clock of {1}.', minutes, host)
    : l10n.t('The clock of this computer is {0} minutes behind the clock of {1}.', minutes, host);
}

function describeNextStep(error: StatusError): string | undefined {
  const { status, validInMs, repeatedPath } = error;
  if (validInMs !== undefined) return l10n.t('The upload URL is not valid yet. Try again later.');
  const refusal = findUploadRefusal(error);
  if (refusal !== undefined) return describeStepAfterRefusal(refusal, error);
  if (speaksOfSignIn(error)) return l10n.t('If this is about your sign-in, sign in again, then try again.');
  if (status === 401) return describeStepAfterSignIn(error);
  if (status === 403) return describeStepAfterForbidden(error);
  if (status === 404 || repeatedPath !== undefined) return describeUnknownPath(error);
  if (status === 400 || status === 422) return describeStepForRequest(error);
  if (status === 413) return l10n.t('The request is larger than the server accepts.');
  if (status === 429)
    return describeWait(error) ?? l10n.t('The server is busy. Wait a moment, then try again.');
  if (status === 511) return describeSignInToNetwork();
  if (status >= 500) return describeWait(error) ?? l10n.t('The server has a problem. Try again later.');
  return undefined;
}

function describeStepAfterRefusal(refusal: UploadRefusal, { environment }: StatusError): string {
  const headers = nameSetting(settings.uploadHeaders, environment);
  return {
    url: l10n.t('The upload URL was rejected or has expired. Upload the files again as a new model.'),
    request: l10n.t(
      'What was sent is not what the upload URL was signed for. Headers that are the same for all files can be set in {0}, with the values that the operator of the service specifies. Then try again. A new model alone does not help.',
      headers,
    ),
    content: l10n.t(
      'The upload URL, or a header in {0}, has a checksum that is not the one of this file. Try again, in case the file was damaged on the way. If it is refused again, ask the operator of the service for upload URLs without a checksum.',
      headers,
    ),
    store: l10n.t(
      'The files that were accepted are kept. Ask the operator of the service for the cause, then try again. If the same file is refused again, start over.',
    ),
  }[refusal];
}

/** Codes with which services refuse a token although they respond with another status than 401. */
const signInCodes =
  /^(token|session|jwt|api_?key|auth(entication)?)[_-]?(is[_-])?(expired|invalid|not[_-]valid|revoked|missing|required|failed)$|^(expired|invalid)[_-]?(token|session|jwt|api_?key|credentials?)$|^(not[_-]?authenticated|unauthenticated|authentication[_-]failed)$/i;
/** Such words, for services without codes. They add a remedy, and decide nothing else. */
const signInWords =
  /\b(access|refresh|auth|authentication|bearer|id)? ?(token|session|jwt)\b[^.;]{0,30}\b(expired|revoked)\b|\bnot authenticated\b|\b(sign|log) in again\b|^not enough segments$/i;

/** Whether a refusal with any other status than 401 is about the token, by its code, or else by its words. */
export function speaksOfSignIn({ operation, status, code, serverMessage = '', lack }: StatusError): boolean {
  if (lack === 'notSignedIn') return false;
  if (operation === 'uploadFile' || [401, 404].includes(status) || status >= 500) return false;
  return signInCodes.test(code ?? '') || signInWords.test(serverMessage);
}

function describeStepAfterSignIn(error: StatusError): string {
  const access = l10n.t('Check that you have access to the service.');
  const characters = describeLackOfAscii(error);
  return characters === undefined ? access : `${access} ${characters}`;
}

/** Says that servers may read a user name and password in another encoding; undefined where that cannot be. */
export function describeLackOfAscii(error: unknown): string | undefined {
  return error instanceof StatusError && error.lack === 'notAscii'
    ? l10n.t(
        'The user name or the password has characters beyond ASCII, which are sent as UTF-8. This server may read them in another encoding: try a password without them.',
      )
    : undefined;
}

function describeStepAfterForbidden(error: StatusError): string {
  if (error.lack === 'notSignedIn')
    return l10n.t(
      'You are not signed in. Sign in, then try again, or check that you have access to the service.',
    );
  const access = describeStepAfterSignIn(error);
  return namesCreated.has(error.operation)
    ? access
    : `${access} ${l10n.t('Some gateways respond in this way to a path that they do not have: check the base URL and the setting {0} too.', nameSetting(settings.pathPrefix, error.environment))}`;
}

/** Up to this time, "a moment" is true; ms. */
const momentMs = 2 * 60_000;

/** Says when the server wants to be asked again; undefined if it does not say so, or soon. */
function describeWait({ retryAfter = 0 }: StatusError): string | undefined {
  if (retryAfter <= momentMs) return undefined;
  return l10n.t('The server asks you to try again {0}.', formatWait(retryAfter));
}

/** Networks of hotels and trains respond in place of every server until somebody has signed in (RFC 6585). */
function describeSignInToNetwork(): string {
  return l10n.t(
    'This does not come from the service: the network of this computer has a sign-in page. Open any page in a browser, sign in to the network, then try again.',
  );
}

/** The requests whose paths or bodies name what was created before. */
export const namesCreated: ReadonlySet<Operation> = new Set(['finaliseModel', 'createSimulation']);

/** Nothing is at this path, or what the request names is gone. */
function describeUnknownPath({ operation, repeatedPath, environment }: StatusError): string {
  const prefix = nameSetting(settings.pathPrefix, environment);
  if (repeatedPath !== undefined)
    return l10n.t(
      'The base URL already has {0}, which is added to it. Set the base URL without it.',
      repeatedPath,
    );
  return namesCreated.has(operation)
    ? l10n.t(
        'The service no longer has what this request names, or it has another path: see the setting {0}.',
        prefix,
      )
    : l10n.t('Check the base URL, the variant, and the setting {0}.', prefix);
}

/** The fields of bodies are not documented, so that the settings describe them. */
function describeStepForRequest(error: StatusError): string | undefined {
  const { operation, environment } = error;
  const key = getBodySetting(operation);
  const setting = key && nameSetting(key, environment);
  const headers = nameSetting(settings.requestHeaders, environment);
  const ofBody = setting && l10n.t('The setting {0} describes the body of this request.', setting);
  if (!speaksOfHeaders(error)) return ofBody;
  const ofHeaders = l10n.t('The setting {0} has the headers of each request.', headers);
  return ofBody === undefined ? ofHeaders : `${ofBody} ${ofHeaders}`;
}

/** Whether a request to the service is refused with words about a header. They add a remedy, and decide nothing else. */
export function speaksOfHeaders({ operation, status, serverMessage = '' }: StatusError): boolean {
  return (
    operation !== 'uploadFile' && (status === 400 || status === 422) && /\bheaders?\b/i.test(serverMessage)
  );
}

/**
 * Whether the headers of a request are larger than the server takes: by the status of RFC 6585 or of nginx, or, for
 * servers that have none for it (HTTP.sys, Tomcat, Apache), by their words, which add a remedy and decide nothing else.
 */
export function hasTooLargeHeaders({ status, serverMessage, pageTitle }: StatusError): boolean {
  if (status === 431 || status === 494) return true;
  const words = serverMessage ?? pageTitle ?? '';
  return status === 400 && /\brequest headers?\b[^.;]{0,60}\b(too (large|long|big)|exceeds?)\b/i.test(words);
}

function describeStepForLargeHeaders({ operation, environment }: StatusError): string {
  return operation === 'uploadFile'
    ? l10n.t(
        'The headers of the request are larger than the file server accepts. Remove what it does not need from the setting {0}, or ask the operator of the service.',
        nameSetting(settings.uploadHeaders, environment),
      )
    : l10n.t(
        'The headers of the request are larger than the server accepts. Often the token is too long, for example because it names many groups. Ask your administrator for a shorter one, or the operator of the service to accept larger headers.',
      );
}

/** The settings for the bodies of requests. */
export const bodySettings: Readonly<Record<BodyOperation, string>> = {
  createProject: settings.createProjectBody,
  createModel: settings.createModelBody,
  finaliseModel: settings.finaliseModelBody,
  createSimulation: settings.createSimulationBody,
};

/** Whether a request has a body, or may have one. */
export function hasBody(operation: Operation): operation is BodyOperation {
  return Object.hasOwn(bodySettings, operation);
}

/** The setting for the body of a request; undefined for one without a body. */
export function getBodySetting(operation: Operation): string | undefined {
  return hasBody(operation) ? bodySettings[operation] : undefined;
}

function describeResponseError(error: ResponseError): string {
  const { keys } = error;
  const text = describeUnusableResponse(error);
  if (listPointerNames(error).length === 0 || error.findings?.element?.fromElement !== undefined) return text;
  const seen = keys.length === 0 ? l10n.t('none') : keys.map(({ pointer }) => pointer).join(', ');
  return `${text} ${l10n.t('Keys in the response: {0}.', seen)}`;
}

type UnusableJson = Pick<UnusableResponse, 'operation'> & { readonly reason: ResponseErrorReason };

/** Says that a simulation was created, but that it is not known under which identifier. */
export function describeMissingSimulationId(): string {
  return l10n.t('The simulation was created, but its ID was not found in the response.');
}

/** The entries of the setting for responses that say where a value stands which was not found. */
export function listPointerNames({ operation, reason }: UnusableJson): readonly string[] {
  const isOfModels = operation === 'listReusableModels';
  switch (reason) {
    case 'noIdentifier':
      if (operation === 'createProject') return ['createdProjectId'];
      return [operation === 'createModel' ? 'createdModelId' : 'createdSimulationId'];
    case 'noList':
    case 'ambiguousList':
      return isOfModels ? ['models', 'modelId'] : ['projects', 'projectId'];
    case 'noName':
      return [isOfModels ? 'modelName' : 'projectName'];
    case 'uploadUrls':
    case 'ownUploadUrls':
      return ['uploadUrls', 'uploadUrlName', 'uploadUrl'];
    default:
      return [];
  }
}

/** Describes why a response cannot be used, and how a setting may help. */
export function describeUnusableResponse(response: DefectiveResponse): string {
  const text = describeFindings(response) ?? describeDefect(response);
  const names = listPointerNames(response);
  if (names.length === 0 || response.findings?.element?.fromElement !== undefined) return text;
  return `${text} ${l10n.t('If the value is there, use the setting {0} ({1}) to specify where it is.', nameSetting(settings.responses, response.environment), names.join(', '))}`;
}

interface DefectiveResponse extends UnusableResponse {
  readonly reason: ResponseErrorReason;
  readonly findings?: ResponseFindings;
}

/** Names the places that were found; undefined if there is none to name. */
function describeFindings({
  host,
  reason,
  findings: { candidates, element, noListAt } = {},
}: DefectiveResponse): string | undefined {
  if (noListAt !== undefined)
    return l10n.t('The response from {0} has no list at {1}.', host, showPointer(noListAt));
  if (candidates?.length === 1)
    return l10n.t(
      'In the response from {0}, only {1} could be meant, and that may be something else.',
      host,
      candidates.map(showPointer).join(', '),
    );
  if (candidates !== undefined)
    return l10n.t(
      'In the response from {0}, several values could be meant: {1}.',
      host,
      candidates.map(showPointer).join(', '),
    );
  if (element === undefined) return undefined;
  const { fromElement } = element;
  const text = reason === 'noName' ? describeWithoutName(element) : describeWithoutId(element);
  if (fromElement === undefined) return text;
  return `${text} ${l10n.t('The pointer starts at the element: {0}', fromElement)}`;
}

function describeWithoutId({ list, entries, place }: UnmatchedElement): string {
  return l10n.t(
    'The list at {0} has {1}, but no ID at {2}.',
    showPointer(list),
    describeEntryCount(entries),
    place,
  );
}

function describeWithoutName({ list, entries, place }: UnmatchedElement): string {
  return l10n.t(
    'The list at {0} has {1}, but no name at {2}.',
    showPointer(list),
    describeEntryCount(entries),
    place,
  );
}

/** The pointer to the whole response is empty. */
function showPointer(pointer: string): string {
  return pointer === '' ? '""' : pointer;
}

function describeDefect(response: DefectiveResponse): string {
  const { host, reason } = response;
  const tooLarge = l10n.t('The response from {0} is too large.', host);
  const unreadable = l10n.t('The response from {0} cannot be read.', host);
  return {
    html: describeWebPage(response),
    noIdentifier: l10n.t('The response from {0} has no valid ID.', host),
    noStatus: l10n.t('The response from {0} has no status of this simulation.', host),
    noList: l10n.t('The response from {0} has no list.', host),
    ambiguousList: l10n.t('The response from {0} has more than one list.', host),
    noName: l10n.t('The list from {0} has no names in the expected place.', host),
    uploadUrls: l10n.t(
      'In the response from {0}, it is not certain which upload URL belongs to which file: each file needs one absolute URL, and names, numbers and order must not contradict each other.',
      host,
    ),
    ownUploadUrls: l10n.t(
      'In the response from {0}, the URLs of the files are addresses of the service itself, and nothing says that the files are uploaded there.',
      host,
    ),
    uploadForm: l10n.t(
      'The response from {0} asks for files as forms with POST, but this extension sends each file with PUT. Ask the operator of the service for upload URLs for PUT.',
      host,
    ),
    tooLarge,
    tooDeep: tooLarge,
    notJson: unreadable,
    encoded: l10n.t('The response from {0} is compressed in a way that cannot be read.', host),
  }[reason];
}

function describeFailure(operation: Operation): string {
  return {
    createProject: l10n.t('The project could not be created.'),
    listProjects: l10n.t('The projects could not be listed.'),
    createModel: l10n.t('The model could not be created.'),
    uploadFile: l10n.t('The file could not be uploaded.'),
    finaliseModel: l10n.t('The model could not be finalised.'),
    listReusableModels: l10n.t('The reusable models could not be listed.'),
    createSimulation: l10n.t('The simulation could not be created.'),
    readSimulation: l10n.t('The status of the simulation could not be read.'),
  }[operation];
}
