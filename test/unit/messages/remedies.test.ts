import assert from 'node:assert/strict';
import {
  NetworkError,
  ResponseError,
  type ResponseErrorReason,
  type StatusDetails,
  StatusError,
  UnsupportedOperationError,
  UploadUrlError,
  type UploadUrlReason,
} from '../../../src/client/core/errors';
import type { Operation } from '../../../src/client/core/types';
import { MappingError } from '../../../src/client/mapping/mappingError';
import { AlreadyResolvedError, RecordGoneError } from '../../../src/journal/errors';
import { LockedError, LockLostError } from '../../../src/journal/recordLock';
import { remediesFor } from '../../../src/messages/remedies';
import { FileUploadError } from '../../../src/upload/errors';

const at = { operation: 'listProjects', host: 'sim.example' } as const;

const status = (code: number, details: StatusDetails = {}, operation: Operation = at.operation) =>
  new StatusError({ ...at, operation, status: code }, details);
const unusable = (reason: ResponseErrorReason, pageTitle?: string) =>
  new ResponseError({ ...at, status: 200 }, reason, [], pageTitle);
const urlError = (reason: UploadUrlReason) =>
  new UploadUrlError('createModel', at.host, { reason, urlHost: 'f.example', headers: ['content-type'] });

const network = (isAtFault: boolean) => {
  const proxy = { host: 'proxy.example', source: 'http.proxy', isAtFault } as const;
  return new NetworkError(at.operation, at.host, { code: 'refused', sent: 'no', proxy });
};

const checkConnection = 'Check Connection: simulationService.checkConnection';
const setBaseUrl = 'Set Base URL…: simulationService.setBaseUrl';
const selectVariant = 'Select Variant…: simulationService.selectVariant';
const openSetting = 'Open Setting: setting simulationService';
const showLog = 'Show Log: simulationService.showLog';

/** An error, its buttons and their actions. */
const buttons: readonly (readonly [name: string, error: unknown, buttons: readonly string[]])[] = [
  ['a service that cannot be reached', network(false), [checkConnection, setBaseUrl, showLog]],
  ['a proxy that cannot be reached', network(true), [checkConnection, showLog]],
  ['a rejection without a token', status(401), ['Sign In…: simulationService.signIn', showLog]],
  [
    'a path that does not exist',
    status(404),
    [selectVariant, setBaseUrl, `${openSetting}.pathPrefix`, showLog],
  ],
  [
    'a model that does not exist',
    status(404, {}, 'createSimulation'),
    [`${openSetting}.pathPrefix`, showLog],
  ],
  ['a base URL with the version', status(404, { repeatedPath: '/v7' }), [setBaseUrl, showLog]],
  ['a file server that does not know an upload URL', status(404, {}, 'uploadFile'), [showLog]],
  ['a redirect', status(302, { redirectHost: 'x.example' }), [setBaseUrl, showLog]],
  [
    'a redirect to a sign-in page',
    status(302, { redirectHost: 'x.example', redirectReason: 'signIn' }),
    [showLog],
  ],
  [
    'a redirect of a service behind a proxy',
    status(302, { redirectHost: 'backend:8000', redirectReason: 'proxy' }),
    [showLog],
  ],
  ['a redirect by the file server', status(302, { redirectHost: 'x.example' }, 'uploadFile'), [showLog]],
  [
    'a body that the service does not take',
    status(422, {}, 'createModel'),
    ['Edit Request Body…: simulationService.editRequestBody', showLog],
  ],
  ['a list that is refused', status(400), [showLog]],
  ['a path that a gateway forbids', status(403), [checkConnection, setBaseUrl, showLog]],
  ['a run that is forbidden', status(403, {}, 'createSimulation'), [showLog]],
  [
    'a service that forbids requests without credentials',
    status(403, { lack: 'notSignedIn' }),
    ['Sign In…: simulationService.signIn', showLog],
  ],
  [
    'a refusal whose words are about the token',
    status(400, { serverMessage: 'Token has expired' }, 'createModel'),
    ['Sign In…: simulationService.signIn', 'Edit Request Body…: simulationService.editRequestBody', showLog],
  ],
  [
    'a list whose code is about the token',
    status(200, { code: 'token_expired' }),
    ['Sign In…: simulationService.signIn', showLog],
  ],
  [
    'a file without the signed headers',
    new FileUploadError('a.inp', 1, status(403, { code: 'SignatureDoesNotMatch' }, 'uploadFile')),
    [`${openSetting}.uploadHeaders`, showLog],
  ],
  ['a failure of the service', status(500), [showLog]],
  ['a web page instead of a response', unusable('html', 'Sign in'), [checkConnection, showLog]],
  ['a response that cannot be read', unusable('notJson'), [showLog]],
  [
    'a response in which nothing is found',
    unusable('noList'),
    ['Show Response: simulationService.showResponse', `${openSetting}.responses`, showLog],
  ],
  [
    'a response in which nothing is found, which is at hand',
    new ResponseError({ ...at, status: 200, unread: { operation: 'listProjects', json: {} } }, 'noList'),
    [
      'Find Values…: simulationService.findValuesInResponse',
      'Show Response: simulationService.showResponse',
      `${openSetting}.responses`,
      showLog,
    ],
  ],
  ['a web page with the status of a failure', status(503, { pageTitle: '' }), [checkConnection, showLog]],
  [
    'a web page at an address that does not exist',
    status(404, { pageTitle: '404 Not Found' }),
    [checkConnection, setBaseUrl, showLog],
  ],
  [
    'an operation of the other variant',
    new UnsupportedOperationError('listReusableModels', 'sim.example', 'variant_a'),
    [selectVariant],
  ],
  ['an invalid setting', new MappingError('pathPrefix', 'pathPrefix'), [`${openSetting}.pathPrefix`]],
  [
    'an upload URL that requires headers',
    urlError('signedHeaders'),
    [`${openSetting}.uploadHeaders`, showLog],
  ],
  ['an upload URL that must not be used', urlError('fragment'), [showLog]],
  ...[new LockedError(), new LockLostError(), new AlreadyResolvedError(), new RecordGoneError()].map(
    (error) => [error.name, error, ['Show Launches: simulationService.launches.focus']] as const,
  ),
  ['anything else', new Error('unexpected'), [showLog]],
];

describe('The buttons of a message', () => {
  for (const [name, error, expected] of buttons)
    it(`help with ${name}`, () => {
      const found = remediesFor(error).map(
        (remedy) => `${remedy.label}: ${'command' in remedy ? remedy.command : `setting ${remedy.setting}`}`,
      );
      assert.deepEqual(found, expected);
    });
});
