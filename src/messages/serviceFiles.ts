/** The texts about files and documents that describe a service. Nothing was written when one of them is shown. */

import * as l10n from '@vscode/l10n';
import type { Operation } from '../client/core/types';
import { operations } from '../client/operations';
import { escapeInvisible } from '../client/text/visibleText';
import type { HostWarning } from '../serviceFile/hostWarnings';
import type { Omission, OpenApiProblem } from '../serviceFile/openApi';
import type { ServiceFileProblem } from '../serviceFile/serviceFile';
import { describeBaseUrlProblem, describePageProblem } from './describeError';
import { describeMappingProblem } from './mappingErrors';

/** Says why a file does not describe a service that could be added. */
export function describeServiceFileProblem(problem: ServiceFileProblem): string {
  switch (problem.kind) {
    case 'tooLarge':
      return l10n.t('The file is too large for the description of a service.');
    case 'notJson':
      return l10n.t('The file is not valid JSON.');
    case 'encoding':
      return l10n.t('The file is not in UTF-8, or letters in it were lost before.');
    case 'notAService':
      return l10n.t('The file does not describe a service: it lacks “name” or “baseUrl”.');
    case 'duplicate':
      return describeDuplicate(problem.field);
    case 'number':
      return l10n.t(
        'The number {0} is too large or has too many digits to be sent as it is.',
        escapeInvisible(problem.number, 40),
      );
    case 'name':
      return l10n.t('The name of the service must be a text of 1 to 100 characters.');
    case 'field':
      return problem.field === ''
        ? l10n.t('The file does not describe a service: it lacks “name” or “baseUrl”.')
        : l10n.t('The entry {0} of the service is not valid.', escapeInvisible(problem.field, 100));
    case 'invisible':
      return l10n.t('{0} has characters that cannot be seen, or blanks at an end.', problem.field);
    case 'baseUrl':
      return describeBaseUrlProblem(problem.problem);
    case 'page':
      return `${l10n.t('The address “{0}” in the pages of the service is not valid.', problem.page)} ${describePageProblem(problem.problem)}`;
    case 'choices':
      return l10n.t('A question in {0} has more than 500 choices.', problem.field);
    case 'secret':
      return l10n.t(
        'The value of {0} looks like a secret, which must not be in the file of a service. All users sign in with their own.',
        escapeInvisible(problem.field, 100),
      );
    case 'mapping': {
      const { setting, reason, entry } = problem;
      return describeMappingProblem({ reason, entry }, setting);
    }
  }
}

function describeDuplicate(key: string): string {
  return l10n.t('The file has the key “{0}” twice in one place.', escapeInvisible(key, 100));
}

/** Says why nothing can be proposed from a document. */
export function describeOpenApiProblem(problem: OpenApiProblem): string {
  switch (problem.kind) {
    case 'tooLarge':
      return l10n.t('The document is larger than 4 MB.');
    case 'notJson':
      return l10n.t('The document is not valid JSON. A document in YAML has to be converted first.');
    case 'notOpenApi':
      return l10n.t('The file is not an OpenAPI document.');
    case 'version':
      return l10n.t(
        'The document has version {0} of OpenAPI. Only version 3 can be read.',
        escapeInvisible(problem.version, 20),
      );
    case 'openPrefix':
      return l10n.t(
        'The document has the requests below “{0}”, of which a part is left open. Replace that part in the document, for example by the name of your tenant.',
        escapeInvisible(problem.prefix, 100),
      );
    case 'duplicate':
      return describeDuplicate(problem.field);
    case 'noOperations':
      return l10n.t(
        'The document describes none of the requests that are needed, such as POST …/simulations.',
      );
  }
}

/** Says what could not be taken from a document. */
export function describeOmission(omission: Omission): string {
  switch (omission.kind) {
    case 'servers':
      return l10n.t(
        'Addresses in the document that cannot be used, or are too many to choose from: {0}.',
        omission.count,
      );
    case 'prefixes':
      return l10n.t('Paths in the document that are too many to choose from: {0}.', omission.count);
    case 'severalAuthentications':
      return l10n.t(
        'The document names several ways of signing in, and none for all requests: {0}. Select yours when you sign in.',
        escapeInvisible(omission.types, 200),
      );
    case 'authentication':
      return l10n.t(
        'The document asks for a way of signing in that is not supported: {0}.',
        escapeInvisible(omission.type, 60),
      );
    default:
      return describeOmissionIn(nameRequest(omission.operation), omission);
  }
}

/** Says what could not be taken of one request. */
function describeOmissionIn(
  request: string,
  omission: Extract<Omission, { readonly operation: Operation }>,
): string {
  switch (omission.kind) {
    case 'operation':
      return l10n.t('The document does not describe the request “{0}”.', request);
    case 'path':
      return l10n.t(
        'The request “{0}” has another path in the document, to which it is not sent: {1}',
        request,
        escapeInvisible(omission.path, 100),
      );
    case 'parameter':
      return l10n.t(
        'The request “{0}” needs the parameter {1}, which is not sent. If it is a header, add it to the headers of requests.',
        request,
        escapeInvisible(omission.parameter, 100),
      );
    case 'parameterElsewhere':
      return l10n.t(
        'The request “{0}” has a parameter that is described in another place, which is not read: {1}. It is not sent. If it is a header, add it to the headers of requests.',
        request,
        escapeInvisible(omission.reference, 100),
      );
    case 'property':
      return l10n.t(
        'Nothing is known that fits the required field {0} of the request “{1}”. Add it by hand.',
        escapeInvisible(omission.property, 100),
        request,
      );
    case 'condition':
      return l10n.t(
        'The document has conditions for the body of the request “{0}” that cannot be read, such as fields that need other fields.',
        request,
      );
    case 'otherServers':
      return l10n.t(
        'The document has the request “{0}” at another address than the others. It is left out.',
        request,
      );
    case 'mediaType':
      return l10n.t(
        'The request “{0}” is sent with another Content-Type than {1}, which the document wants. A header among the headers of requests changes it for all of them.',
        request,
        escapeInvisible(omission.type, 100),
      );
    case 'body':
      return l10n.t('The document does not say clearly what the request “{0}” sends.', request);
    case 'response':
      return l10n.t(
        'The document does not say clearly what the response to the request “{0}” contains.',
        request,
      );
  }
}

/** Says why a person should look twice at the host of a service. */
export function describeHostWarning(warning: HostWarning): string {
  switch (warning.kind) {
    case 'otherHost':
      return l10n.t('The service with this name has another host in your settings: {0}.', warning.host);
    case 'similarHost':
      return warning.name === ''
        ? l10n.t('The host looks like that of your base URL, {0}, but it is another one.', warning.address)
        : l10n.t(
            'The host looks like that of “{0}”, {1}, but it is another one.',
            escapeInvisible(warning.name, 100),
            warning.address,
          );
    case 'foreignLetters':
      return l10n.t(
        'The host has letters that look like others. It is displayed as {0}.',
        escapeInvisible(warning.host, 100),
      );
    case 'notEncrypted':
      return l10n.t('The connection to this host is not encrypted.');
    case 'unprotected':
      return l10n.t('The service with this name is protected in your settings, and would not be any more.');
    case 'pageHost':
      return l10n.t('Pages of this service would open at another host: {0}.', shortenHost(warning.host));
  }
}

/** Limit for the part of a host that is shown; characters. */
const maxHostLength = 60;

/** A longer host is shown by its end, which decides whose it is. */
export function shortenHost(host: string): string {
  return host.length > maxHostLength ? `…${host.slice(-maxHostLength)}` : host;
}

/** Says that the settings have another service whose name reads like that of a service to be added. */
export function describeSimilarName(name: string): string {
  return l10n.t(
    'Your settings have “{0}”, whose name reads like this one. Both would be there.',
    escapeInvisible(name, 100),
  );
}

/** Such as `POST /models`: as the interface says it, in all languages. */
function nameRequest(operation: Operation): string {
  const { method, path } = operations[operation];
  return `${method} ${path}`;
}
