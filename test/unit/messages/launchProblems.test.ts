import assert from 'node:assert/strict';
import {
  type NetworkDetails,
  NetworkError,
  ResponseError,
  StatusError,
  UploadUrlError,
} from '../../../src/client/core/errors';
import { JournalError, JournalUnreadableError, RecordUnreadableError } from '../../../src/journal/errors';
import type { Problem } from '../../../src/launch/journalEntry';
import { describeError } from '../../../src/messages/describeError';
import { describeProblem } from '../../../src/messages/launchProblems';
import { FileUnreadableError } from '../../../src/upload/errors';
import { onPlatform } from '../../support/otherSystems';

const host = 'sim.example';
const at = { operation: 'createSimulation', host } as const;
const status = (code: number, serverMessage?: string): Problem => ({
  kind: 'status',
  ...at,
  status: code,
  ...(serverMessage !== undefined && { serverMessage }),
});
const page = (code: number, title?: string): Problem => ({
  kind: 'response',
  ...at,
  status: code,
  code: 'html',
  ...(title !== undefined && { serverMessage: title }),
});

const failed = (code: number, details: ConstructorParameters<typeof StatusError>[1]) =>
  new StatusError({ operation: 'listProjects', host, status: code }, details);

const proxy = { host: 'proxy.example:3128', isAtFault: true } as const;
const unreached = (details: Omit<NetworkDetails, 'sent'>) =>
  new NetworkError('listProjects', host, { sent: 'no', ...details });

/** Recorded problems and their sentences. */
const sentences: readonly (readonly [problem: Problem, text: string])[] = [
  [
    status(500, 'No licence for solver NASTRAN is free. Try again after 18:00.'),
    'sim.example responded with status 500: “No licence for solver NASTRAN is free. Try again after 18:00.”',
  ],
  [status(422, 'cores: field required'), 'sim.example responded with status 422: “cores: field required”.'],
  [status(504), 'sim.example responded with status 504.'],
  [
    { ...status(302), redirectHost: 'login.example' },
    'sim.example redirects to login.example. Redirects are not followed.',
  ],
  [
    { ...status(302), operation: 'uploadFile', file: 'a.inp', redirectHost: 'cdn.example' },
    '“a.inp” could not be uploaded. sim.example redirects to cdn.example. Redirects are not followed.',
  ],
  [
    page(200, 'Sign in to Contoso'),
    'sim.example responded with status 200 and a web page instead of JSON (“Sign in to Contoso”). Is there a sign-in page or a proxy in between?',
  ],
  [
    page(200),
    'sim.example responded with status 200 and a web page instead of JSON. Is there a sign-in page or a proxy in between?',
  ],
  [
    { ...page(413, '413 Request Entity Too Large'), operation: 'uploadFile', file: 'mesh/a.inp' },
    '“mesh/a.inp” could not be uploaded. sim.example responded with status 413: “413 Request Entity Too Large”.',
  ],
  [
    { ...page(200, 'Sign in'), operation: 'uploadFile', file: 'mesh/a.inp' },
    '“mesh/a.inp” could not be uploaded. sim.example responded with status 200: “Sign in”. Is there a sign-in page or a proxy in between?',
  ],
  [
    { kind: 'response', ...at, status: 200, code: 'notJson' },
    'The response from sim.example cannot be read.',
  ],
  [
    { kind: 'response', ...at, status: 200, code: 'noIdentifier' },
    'The response from sim.example has no valid ID. If the value is there, use the setting simulationService.responses (createdSimulationId) to specify where it is.',
  ],
  [
    { kind: 'network', ...at, code: 'reset' },
    'The connection to sim.example was lost before a response arrived.',
  ],
  [{ kind: 'network', ...at, code: 'timeout' }, 'sim.example did not respond in time.'],
  [{ kind: 'network', ...at, code: 'other' }, 'The connection to sim.example failed.'],
  [{ kind: 'uploadUrl', ...at, code: 'scheme' }, 'sim.example returned an upload URL that cannot be used.'],
  [
    { kind: 'uploadUrl', ...at, code: 'signedHeaders' },
    'The upload URLs of sim.example require headers that are not set. Add them to the setting simulationService.uploadHeaders. They are the same for all files; a service that requires other values for each file cannot be used.',
  ],
  [
    { kind: 'signedOut', ...at },
    'You are no longer signed in to sim.example, or you are signed in with another account. Sign in and try again.',
  ],
  [
    { kind: 'fileChanged', file: 'a.inp', code: 'size' },
    '“a.inp” changed during the upload. Wait until no program writes to it, then start again.',
  ],
  [
    { kind: 'filesChanged', file: 'a.inp', code: 'size' },
    '“a.inp” has changed since the launch was planned.',
  ],
  [
    { kind: 'fileUnreadable', file: 'a.inp', code: 'EBUSY' },
    '“a.inp” is open in another program. Close it there and try again.',
  ],
  [
    { kind: 'fileUnreadable', file: 'a.inp', code: 'EIO' },
    '“a.inp” cannot be read (EIO). Check that its drive, or the program that provides it, such as OneDrive, is connected and running, then try again.',
  ],
  [{ kind: 'uploadUrlsUnavailable', code: 'expired' }, 'The upload URLs have expired.'],
  [{ kind: 'uploadUrlsUnavailable', code: 'lost' }, 'The upload URLs are not in the secret storage.'],
  [{ kind: 'keyring' }, 'The upload URLs could not be read, because the secret storage did not respond.'],
  [{ kind: 'requestAbandoned' }, 'The request was cancelled before a response arrived.'],
  [{ kind: 'unexpected' }, 'An unexpected error occurred. See the log for details.'],
  [{ kind: 'of a later version', ...at }, 'An unexpected error occurred. See the log for details.'],
];

describe('A recorded problem', () => {
  for (const [problem, text] of sentences)
    it(`reads: ${text}`, () => assert.equal(describeProblem(problem), text));

  it('names both reasons for which Windows refuses a file', async () => {
    const problem: Problem = { kind: 'fileUnreadable', file: 'a.inp', code: 'EPERM' };
    const on = (platform: NodeJS.Platform) => onPlatform(platform, () => describeProblem(problem));
    assert.equal(
      await on('win32'),
      '“a.inp” cannot be opened (EPERM): another program has it open, or you lack the permission to read it.',
    );
    assert.equal(await on('linux'), '“a.inp” cannot be read (EPERM). Check its permissions and try again.');
  });
});

describe('A record of a launch that another program has open', () => {
  const open = 'another program has it open, or you lack the permission to read it.';

  it('can be closed there, or be forbidden, which Windows does not tell apart', async () => {
    const kinds = [RecordUnreadableError, JournalUnreadableError, JournalError];
    const textsOn = (platform: NodeJS.Platform, code: string) =>
      onPlatform(platform, () => kinds.map((Kind) => describeError(new Kind(code))));
    for (const platform of ['win32', 'linux'] as const)
      assert.deepEqual(await textsOn(platform, 'EBUSY'), [
        'The record of this launch is open in another program. Close it there, then refresh the list.',
        'The list of launches is open in another program. Close it there, then refresh the list.',
        'The launch cannot be recorded and was stopped, because its record is open in another program. Close it there and try again.',
      ]);
    for (const code of ['EPERM', 'EACCES'])
      assert.deepEqual(await textsOn('win32', code), [
        `The record of this launch cannot be opened (${code}): ${open} Close it in that program or check its permissions, then refresh the list.`,
        `The list of launches cannot be opened (${code}): ${open} Close it in that program or check its permissions, then refresh the list.`,
        `The launch could not be recorded (${code}) and was stopped: another program has its record open, or you lack the permission to write it. Close it in that program or check its permissions, then try again.`,
      ]);
    assert.deepEqual(await textsOn('linux', 'EACCES'), [
      'The record of this launch cannot be read at the moment (EACCES). Check that the storage folder of VS Code is accessible, then refresh the list.',
      'The list of launches cannot be read at the moment (EACCES). Check that the storage folder of VS Code is accessible, then refresh the list.',
      'The launch cannot be recorded (EACCES) and was stopped. Check that the storage folder of VS Code is accessible.',
    ]);
  });
});

/** Errors of the list of projects, of which the text also says what failed and what to do. */
const errors: readonly (readonly [error: Error, text: string])[] = [
  // Its own text may contain anything.
  [
    new Error('https://files.example/x?signature=abc'),
    'An unexpected error occurred. See the log for details.',
  ],
  [
    failed(401, { pageTitle: 'Sign in to Contoso' }),
    'The projects could not be listed. sim.example responded with status 401 and a web page instead of JSON (“Sign in to Contoso”). Is there a sign-in page or a proxy in between?',
  ],
  [
    failed(404, { pageTitle: '404 Not Found' }),
    'The projects could not be listed. sim.example responded with status 404 and a web page instead of JSON (“404 Not Found”). Is there a sign-in page or a proxy in between? Check the base URL, the variant, and the setting simulationService.pathPrefix.',
  ],
  [
    failed(404, { repeatedPath: '/variant_b/v7' }),
    'The projects could not be listed. sim.example responded with status 404. The base URL already has /variant_b/v7, which is added to it. Set the base URL without it.',
  ],
  [
    failed(404, { serverMessage: 'No such path' }),
    'The projects could not be listed. sim.example responded with status 404: “No such path”. Check the base URL, the variant, and the setting simulationService.pathPrefix.',
  ],
  [
    new StatusError({ ...at, status: 404 }, { serverMessage: 'Model 7 is gone.' }),
    'The simulation could not be created. sim.example responded with status 404: “Model 7 is gone.” The service no longer has what this request names, or it has another path: see the setting simulationService.pathPrefix.',
  ],
  [
    new StatusError({ operation: 'createModel', host, status: 422 }, { serverMessage: 'mesh: required' }),
    'The model could not be created. sim.example responded with status 422: “mesh: required”. The setting simulationService.requests.createModel describes the body of this request.',
  ],
  [
    failed(302, { redirectHost: 'login.example', redirectReason: 'signIn' }),
    'The projects could not be listed. sim.example redirects to login.example. Redirects are not followed. This is a page where users sign in with a browser. Ask your administrator for an address of the service without it.',
  ],
  [
    failed(301, { redirectHost: 'sim.example', redirectReason: 'encryption' }),
    'The projects could not be listed. sim.example redirects to sim.example. Redirects are not followed. The base URL must begin with https://.',
  ],
  [
    failed(307, { redirectHost: 'sim.example', redirectReason: 'slash' }),
    'The projects could not be listed. sim.example redirects to sim.example. Redirects are not followed. It expects a slash at the end of each path. Ask the operator of the service to accept paths without it.',
  ],
  [
    failed(302, { redirectHost: 'sim.example', redirectReason: 'itself' }),
    'The projects could not be listed. sim.example redirects to sim.example. Redirects are not followed. This is the address that was requested. Ask the operator of the service whether it knows at which address a proxy offers it, or requires cookies, which are not sent.',
  ],
  [
    failed(302, { redirectHost: 'other.example' }),
    'The projects could not be listed. sim.example redirects to other.example. Redirects are not followed. Correct the base URL.',
  ],
  [
    new StatusError({ operation: 'uploadFile', host, status: 307 }, { redirectHost: 'cdn.example' }),
    'The file could not be uploaded. sim.example redirects to cdn.example. Redirects are not followed. Ask the operator of the service for upload URLs that need no redirect.',
  ],
  [
    new NetworkError('uploadFile', host, { code: 'dns', sent: 'maybe', systemCode: 'ENOTFOUND' }),
    'The file could not be uploaded. The host name of the file server sim.example could not be resolved. Check the network and the VPN, or ask the operator of the service. (ENOTFOUND)',
  ],
  // https://github.com/OpenNeuroOrg/openneuro/issues/2613
  [
    new NetworkError('uploadFile', host, { code: 'other', sent: 'no', systemCode: 'EMFILE' }),
    'The file could not be uploaded. No connection to sim.example could be opened, because too many files and connections are open on this computer. Close other programs or windows, or lower the setting simulationService.upload.parallelFiles, then try again. (EMFILE)',
  ],
  [
    unreached({ code: 'protocol', systemCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
    'The projects could not be listed. sim.example does not use encryption at this port. Check the beginning and the port of the base URL. (ERR_SSL_WRONG_VERSION_NUMBER)',
  ],
  [
    unreached({ code: 'protocol', systemCode: 'HPE_INVALID_CONSTANT' }),
    'The projects could not be listed. sim.example did not send a valid HTTP response. Check the base URL. (HPE_INVALID_CONSTANT)',
  ],
  [
    unreached({ code: 'protocol', systemCode: 'HPE_INVALID_CHUNK_SIZE' }),
    'The projects could not be listed. sim.example did not send a valid HTTP response. Ask its operator. (HPE_INVALID_CHUNK_SIZE)',
  ],
  [
    unreached({ code: 'protocol', systemCode: 'UND_ERR_HEADERS_OVERFLOW' }),
    'The projects could not be listed. The headers of the response from sim.example are larger than is accepted. (UND_ERR_HEADERS_OVERFLOW)',
  ],
  [
    unreached({ code: 'certificate', systemCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
    'The projects could not be listed. The certificate of sim.example was rejected. The server sends its certificate alone, and this computer does not know the authority that issued it. If browsers accept it, they have found an intermediate certificate by themselves: ask the operator of the server to send it as well. Otherwise, ask your administrator to add that authority to the certificates of the system, and keep the setting http.systemCertificates enabled. (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
  ],
  [
    failed(511, { pageTitle: 'Guest Wi-Fi' }),
    'The projects could not be listed. sim.example responded with status 511 and a web page instead of JSON (“Guest Wi-Fi”). Is there a sign-in page or a proxy in between? This does not come from the service: the network of this computer has a sign-in page. Open any page in a browser, sign in to the network, then try again.',
  ],
  [
    failed(511, {}),
    'The projects could not be listed. sim.example responded with status 511. This does not come from the service: the network of this computer has a sign-in page. Open any page in a browser, sign in to the network, then try again.',
  ],
  [
    failed(502, { pageTitle: '' }),
    'The projects could not be listed. sim.example responded with status 502 and a web page instead of JSON. Is there a sign-in page or a proxy in between? If not, try again later.',
  ],
  [
    new StatusError({ operation: 'uploadFile', host, status: 403 }, { pageTitle: '403 Forbidden' }),
    'The file could not be uploaded. sim.example responded with status 403: “403 Forbidden”. The files that were accepted are kept. Ask the operator of the service for the cause, then try again. If the same file is refused again, start over.',
  ],
  [
    new ResponseError({ operation: 'listProjects', host, status: 200 }, 'noList', [
      { pointer: '/data', type: 'object' },
      { pointer: '/data/id', type: 'number' },
    ]),
    'The projects could not be listed. The response from sim.example has no list. If the value is there, use the setting simulationService.responses (projects, projectId) to specify where it is. Keys in the response: /data, /data/id.',
  ],
  [
    new ResponseError({ operation: 'createModel', host, status: 201, modelId: 'm' }, 'uploadUrls'),
    'Model m was created, but cannot be completed. In the response from sim.example, it is not certain which upload URL belongs to which file: each file needs one absolute URL, and names, numbers and order must not contradict each other. If the value is there, use the setting simulationService.responses (uploadUrls, uploadUrlName, uploadUrl) to specify where it is. Keys in the response: none.',
  ],
  [
    new ResponseError({ operation: 'createModel', host, status: 201, modelId: 'm' }, 'ownUploadUrls'),
    'Model m was created, but cannot be completed. In the response from sim.example, the URLs of the files are addresses of the service itself, and nothing says that the files are uploaded there. If the value is there, use the setting simulationService.responses (uploadUrls, uploadUrlName, uploadUrl) to specify where it is. Keys in the response: none.',
  ],
  [
    new ResponseError({ operation: 'createModel', host, status: 201, modelId: 'm' }, 'uploadForm'),
    'Model m was created, but cannot be completed. The response from sim.example asks for files as forms with POST, but this extension sends each file with PUT. Ask the operator of the service for upload URLs for PUT.',
  ],
  [
    new UploadUrlError(
      'createModel',
      host,
      { reason: 'signedHeaders', urlHost: 'f.example', headers: ['content-type', 'x-amz-acl'] },
      'm',
    ),
    'Model m was created, but cannot be completed. The upload URL to f.example requires headers that are not set: content-type, x-amz-acl. Add them to the setting simulationService.uploadHeaders, with the values that the operator of the service specifies. They are the same for all files; a service that requires other values for each file cannot be used.',
  ],
  [
    failed(200, { serverMessage: 'Quota exceeded' }),
    'The projects could not be listed. sim.example responded with status 200: “Quota exceeded”.',
  ],
  [
    new NetworkError('createModel', host, { code: 'reset', sent: 'maybe', systemCode: 'ECONNRESET' }),
    'The model could not be created. The connection to sim.example was lost before a response arrived. (ECONNRESET)',
  ],
  [
    unreached({ code: 'refused', systemCode: 'ECONNREFUSED', proxy: { ...proxy, source: 'http.proxy' } }),
    'The projects could not be listed. The proxy proxy.example:3128 cannot be reached. The proxy is set in http.proxy. Check its address there. (ECONNREFUSED)',
  ],
  [
    unreached({ code: 'proxyAuthentication', proxy: { ...proxy, source: 'HTTPS_PROXY', status: 407 } }),
    'The projects could not be listed. The proxy proxy.example:3128 requires valid credentials. The proxy is set in the environment variable HTTPS_PROXY. Add the user name and password there, or set http.proxyAuthorization. (407)',
  ],
  [
    unreached({ code: 'certificate', systemCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
    'The projects could not be listed. The certificate of sim.example was rejected. It was issued for a different host. Check the address. If it is correct, do not continue: the connection may be intercepted. (ERR_TLS_CERT_ALTNAME_INVALID)',
  ],
  [
    new NetworkError('uploadFile', host, {
      code: 'certificate',
      sent: 'no',
      systemCode: 'ERR_TLS_CERT_ALTNAME_INVALID',
    }),
    'The file could not be uploaded. The certificate of sim.example was rejected. It was issued for a different host. The service gave this address: ask its operator whether it is correct. If it is, do not continue: the connection may be intercepted. (ERR_TLS_CERT_ALTNAME_INVALID)',
  ],
  ...(['http.proxy', 'HTTPS_PROXY'] as const).map(
    (source) =>
      [
        unreached({ code: 'proxyUnescaped', proxy: { host: '', isAtFault: true, source } }),
        `The projects could not be listed. The address of the proxy is not used, because its user name or password contains “#”, “/”, “?” or “\\”, which end the name of a host. Write them as %23, %2F, %3F or %5C. The proxy is set in ${source === 'http.proxy' ? source : `the environment variable ${source}`}. Check its address there.`,
      ] as const,
  ),
  [
    failed(401, { lack: 'notAscii' }),
    'The projects could not be listed. sim.example responded with status 401. Check that you have access to the service. The user name or the password has characters beyond ASCII, which are sent as UTF-8. This server may read them in another encoding: try a password without them.',
  ],
  [
    failed(403, { lack: 'notSignedIn', serverMessage: 'Not authenticated' }),
    'The projects could not be listed. sim.example responded with status 403: “Not authenticated”. You are not signed in. Sign in, then try again, or check that you have access to the service.',
  ],
  [
    failed(403, { serverMessage: 'Missing Authentication Token' }),
    'The projects could not be listed. sim.example responded with status 403: “Missing Authentication Token”. Check that you have access to the service. Some gateways respond in this way to a path that they do not have: check the base URL and the setting simulationService.pathPrefix too.',
  ],
  [
    new StatusError({ ...at, status: 403 }),
    'The simulation could not be created. sim.example responded with status 403. Check that you have access to the service.',
  ],
  ...(
    [
      [400, { serverMessage: 'Token has expired' }],
      [422, { serverMessage: 'Not enough segments' }],
      [400, { serverMessage: 'No.', code: 'invalid_token' }],
      [403, { serverMessage: 'No.', code: 'token_not_valid' }],
    ] as const
  ).map(
    ([code, details]) =>
      [
        new StatusError({ ...at, status: code }, details),
        `The simulation could not be created. sim.example responded with status ${code}: “${details.serverMessage}${details.serverMessage === 'No.' ? '”' : '”.'} If this is about your sign-in, sign in again, then try again.`,
      ] as const,
  ),
  [
    new StatusError({ ...at, status: 422 }, { serverMessage: 'token count must be positive' }),
    'The simulation could not be created. sim.example responded with status 422: “token count must be positive”. The setting simulationService.requests.createSimulation describes the body of this request.',
  ],
  ...(
    [
      [429, 28_800_000, 'asks you to try again in 8 hours'],
      [503, 600_000, 'asks you to try again in 10 minutes'],
      [429, 7 * 86_400_000, 'asks you to try again in 7 days'],
    ] as const
  ).map(
    ([code, retryAfter, words]) =>
      [
        failed(code, { retryAfter }),
        `The projects could not be listed. sim.example responded with status ${code}. The server ${words}.`,
      ] as const,
  ),
  [
    failed(429, { retryAfter: 120_000 }),
    'The projects could not be listed. sim.example responded with status 429. The server is busy. Wait a moment, then try again.',
  ],
  ...(['project', 'model', 'simulation'] as const).map(
    (what) =>
      [
        new JournalError('ENOSPC', { what, id: 'x1' }),
        `The service created ${what} x1, but this could not be recorded, because the disk is full. Free up space, then ${what === 'model' ? 'resolve the outcome in the Launches view' : `confirm in the Launches view that the ${what} was created`}.`,
      ] as const,
  ),
  ...(['UNKNOWN', 'ESTALE', 'ETIMEDOUT'] as const).map(
    (code) =>
      [
        new FileUnreadableError('a.inp', code),
        `“a.inp” cannot be read (${code}). Check that its drive, or the program that provides it, such as OneDrive, is connected and running, then try again.`,
      ] as const,
  ),
  [
    new FileUnreadableError('a.inp', 'ENFILE'),
    '“a.inp” cannot be read (ENFILE): too many files are open on this computer. Close other programs or windows, then try again.',
  ],
  ...(
    [
      ['ENOSPC', ', because the disk is full. Free up space and try again, or choose another place.'],
      ['EDQUOT', ', because the disk is full. Free up space and try again, or choose another place.'],
      ['EROFS', ', because its disk can only be read. Choose another place.'],
      [
        'NoPermissions',
        '. If another program has it open, close it there and try again, or choose another place.',
      ],
    ] as const
  ).map(
    ([code, words]) =>
      [
        Object.assign(new Error(code), { kind: 'fileWrite', file: 'rows.csv', code }),
        `“rows.csv” could not be written${words}`,
      ] as const,
  ),
  [
    unreached({ code: 'certificate', systemCode: 'CERT_NOT_YET_VALID' }),
    'The projects could not be listed. The certificate of sim.example was rejected. It is not valid yet. Check the date and time of this computer. (CERT_NOT_YET_VALID)',
  ],
];

describe('The message of a failed request', () => {
  for (const [error, text] of errors) it(`reads: ${text}`, () => assert.equal(describeError(error), text));
});
