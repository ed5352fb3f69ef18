import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { type Authentication, splitApiKeyHeader } from '../client/authentication';
import { parseBaseUrl } from '../client/url/baseUrl';
import { getErrnoCode } from '../files/errnoCode';
import { retryWhenOpen } from '../files/retryWhenOpen';
import { describeServiceFileProblem } from '../messages/serviceFiles';
import { createRouting } from '../platform/routing';
import type { UploadUrlKeyring } from '../platform/uploadUrlStorage';
import { AccountSecrets, getAccountAt, type SecretStore } from '../secrets/accountSecrets';
import {
  findPasswordProblem,
  findUserProblem,
  joinCredentials,
  splitCredentials,
} from '../secrets/basicCredentials';
import { parseToken } from '../secrets/parseToken';
import { type Redactor } from '../secrets/redactor';
import { parseServiceFile, serviceFileExtension } from '../serviceFile/serviceFile';
import { createRunners, type Runners } from '../session/createRunners';
import type { Environment } from '../session/environments';
import { NotConnectedError } from '../session/errors';
import type { ServiceSnapshot } from '../session/service';
import { ServiceClients } from '../session/serviceClients';
import { ServiceConnection } from '../session/serviceConnection';
import { type FileSettings, readInput } from './readInputs';
import { RefusedError } from './refusedError';
import type { Options } from './usage';

export const credentialVariable = 'SIMULATION_SERVICE_CREDENTIAL';

/** The parts of a session that a window has as well, made from files and the environment. */
export interface CliSession {
  readonly connection: ServiceConnection;
  /** Credentials by their exact origin, kept in memory alone. */
  readonly secrets: AccountSecrets;
  readonly runners: Runners;
  readonly redactor: Redactor;
  readonly log: (line: string) => void;
}

/**
 * @param settings absent where nothing is sent
 * @throws RefusedError
 */
export function openSession(
  options: Options,
  settings: FileSettings | undefined,
  { redactor, log }: Pick<CliSession, 'redactor' | 'log'>,
): CliSession {
  const onSecret = (secret: string) => redactor.addSecret(secret);
  const secrets = new AccountSecrets(noKeyring, { onSecret });
  const network = {
    proxy: '',
    noProxy: [],
    support: 'override',
    authorization: undefined,
    strict: true,
    systemCertificates: true,
  };
  const clients = new ServiceClients({
    secrets,
    signIn: () => Promise.resolve(undefined),
    createRouting: () => createRouting(network, onSecret, () => Promise.resolve(undefined)),
    clientOptions: { log, hide: (text, carried) => redactor.words(text, carried) },
  });
  const environment = settings && readService(options, settings);
  const connection = new ServiceConnection(
    {
      environments: environment === undefined ? [] : [environment],
      environment: environment?.name ?? '',
      baseUrl: '',
      variant: 'variant_b',
      allowInsecureHttp: settings?.allowInsecureHttp ?? false,
      authentication: { scheme: 'none' },
      mapping: {},
      finaliseAfterUpload: true,
    },
    { changed: { event: neverFired, fire: () => undefined }, secrets, clients },
  );
  const folder =
    options.records === undefined ? path.join(stateFolder(), 'launches') : path.resolve(options.records);
  const runners = createRunners(
    {
      folder,
      connection,
      settings: {
        parallelFiles: settings?.parallelFiles ?? 'auto',
        maxUploadBytesPerSecond: settings?.maxUploadBytesPerSecond,
      },
      keyring: createPrivateFiles(path.join(stateFolder(), 'upload-urls')),
      log: { warn: log },
      redactor,
      requireTrust: () => undefined,
    },
    () => undefined,
  );
  return { connection, secrets, runners, redactor, log };
}

/**
 * The service of the options, and the credential for it.
 * @throws RefusedError, NotConnectedError, MappingError
 */
export async function connect(
  { connection, secrets }: CliSession,
  options: Options,
): Promise<ServiceSnapshot> {
  const service = connection.serviceAt(connection.address());
  const { authentication, baseUrl } = service;
  if (authentication.scheme === 'none') return service;
  const account = getAccountAt(authentication.scheme, baseUrl);
  const text = readCredential(options);
  secrets.conceal(account, text);
  await secrets.set(account, parseCredential(authentication, text));
  return service;
}

function readService({ service, folder = '.' }: Options, { allowInsecureHttp }: FileSettings): Environment {
  if (service === undefined) throw new RefusedError('Name the service with --service.');
  const isPath = service.endsWith(serviceFileExtension);
  const file = isPath ? service : path.join(folder, `${service}${serviceFileExtension}`);
  const found = parseServiceFile(readInput(path.resolve(file)));
  if ('kind' in found) throw new RefusedError(describeServiceFileProblem(found));
  const baseUrl = parseBaseUrl(found.environment.baseUrl, { allowInsecureHttp });
  if (!(baseUrl instanceof URL)) throw new NotConnectedError(baseUrl);
  return found.environment;
}

function readCredential({ 'credential-fd': fd }: Options): string {
  if (fd !== undefined && !/^\d{1,9}$/.test(fd))
    throw new RefusedError('--credential-fd is the number of a file descriptor.');
  const given = fd === undefined ? process.env[credentialVariable] : readInput(Number(fd));
  // No thread inherits it.
  process.env[credentialVariable] = '';
  const text = given?.replace(/\r?\n$/, '') ?? '';
  const place = fd === undefined ? credentialVariable : `file descriptor ${fd}`;
  if (text === '') throw new RefusedError(`There is no credential in ${place}.`);
  return text;
}

function parseCredential(authentication: Authentication, text: string): string {
  if (authentication.scheme === 'basic') {
    const { user, password } = splitCredentials(text);
    const problem = text.includes(':') ? (findUserProblem(user) ?? findPasswordProblem(password)) : 'colon';
    if (problem === undefined) return joinCredentials({ user, password });
    throw new RefusedError(`The credential is no user:password (${problem}).`);
  }
  const word = authentication.scheme === 'apiKey' ? splitApiKeyHeader(authentication.header).word : 'Bearer';
  const parsed = parseToken(text, word);
  if (typeof parsed === 'object') return parsed.token;
  throw new RefusedError(`The credential is no token or key (${parsed}).`);
}

/** Where records are, as programs without a window have it on this system. */
function stateFolder(): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: local } = process.env;
  const home = path.join(homedir(), '.local', 'state');
  return path.join((process.platform === 'win32' ? local : state) || home, 'simulation-service');
}

/** The service never changes, so nobody listens. */
const neverFired = () => undefined as never;

/** The credential is in the memory of this process alone. */
const noKeyring: SecretStore = {
  get: () => Promise.resolve(undefined),
  store: () => Promise.resolve(),
  delete: () => Promise.resolve(),
  keys: () => Promise.resolve([]),
};

/** Keeps upload URLs until their upload ends, in files that only this user can read, as programs keep their keys. */
function createPrivateFiles(folder: string): UploadUrlKeyring {
  const fileOf = (key: string) => path.join(folder, createHash('sha256').update(key).digest('hex'));
  return {
    async get(key) {
      try {
        return await retryWhenOpen(() => readFile(fileOf(key), 'utf8'));
      } catch (error) {
        if (getErrnoCode(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    async store(key, value) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const part = `${fileOf(key)}.${process.pid}`;
      await writeFile(part, value, { mode: 0o600, flush: true });
      await retryWhenOpen(() => rename(part, fileOf(key)));
    },
    delete: (key) => retryWhenOpen(() => rm(fileOf(key), { force: true })),
  };
}
