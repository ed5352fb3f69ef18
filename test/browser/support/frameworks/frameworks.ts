import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { repositoryRoot } from '../../../host/testDataFolder';
import { waitFor } from '../../../host/waitFor';
import { installDebianPackages } from '../../../support/debianPackages';
import { startFastifyService } from './fastifyService';

/** What a service has done or refused, in order. */
export type FrameworkEvent =
  | { readonly kind: 'file'; readonly model: Id; readonly name: string; readonly sha256: string }
  | { readonly kind: 'finalised'; readonly model: Id }
  | { readonly kind: 'refused'; readonly model: Id }
  | { readonly kind: 'simulation'; readonly id: Id; readonly project: Id; readonly model: Id };

type Id = string | number;

/** A service that somebody made with a web framework, whose habits it has. */
export interface Framework {
  readonly name: string;
  /** The settings that describe it, without the base URL. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What the user enters to sign in. */
  readonly secret: string;
  /** The header that the user names for it by Other Method…, where the settings say nothing about that. */
  readonly otherHeader?: string;
  /** What the service says of a name that is too long, with the field. */
  readonly refusal: RegExp;
  /** Whether it takes a while until a finalised model is ready. */
  readonly isSlow: boolean;
  readonly start: (tell: (event: FrameworkEvent) => void) => Promise<RunningService>;
}

export interface RunningService {
  readonly origin: string;
  readonly stop: () => Promise<unknown>;
}

/** The packages of Debian that provide the frameworks in Python. */
const frameworkPackages = ['python3-fastapi', 'python3-uvicorn', 'python3-djangorestframework'];

const key = '4f9d2a6b8c1e3f507a9b';

const fastapi: Framework = {
  name: 'FastAPI',
  secret: key,
  isSlow: true,
  // As the two major versions of Pydantic say it.
  refusal: /name: (ensure this value has|String should have) at most 30 characters/,
  settings: {
    'simulationService.pathPrefix': '/api',
    'simulationService.requests.createModel': {
      name: '{name}',
      files: [{ path: '{file.name}', size: '{file.size}' }],
    },
    'simulationService.requests.createSimulation': { project: '{project_id}', model: '{model_id}' },
    'simulationService.responses': {
      projects: '',
      projectId: '/id',
      createdProjectId: '/id',
      createdModelId: '/id',
      createdSimulationId: '/id',
    },
  },
  start: (tell) => startPython('fastapi_service.py', [key], tell),
};

const django: Framework = {
  name: 'Django REST framework',
  secret: key,
  otherHeader: 'Authorization: Token',
  isSlow: true,
  refusal: /title: Ensure this field has no more than 30 characters/,
  settings: {
    'simulationService.pathPrefix': '/api/v2',
    'simulationService.requests.createProject': { title: '{name}' },
    'simulationService.requests.createModel': {
      title: '{name}',
      parts: [{ name: '{file.name}', size: '{file.size}' }],
    },
    'simulationService.requests.createSimulation': { project: '{project_id}', model: '{model_id}' },
    'simulationService.responses': {
      projects: '/results',
      projectId: '/id',
      createdProjectId: '/id',
      createdModelId: '/id',
      createdSimulationId: '/id',
    },
  },
  start: (tell) => startPython('django_service.py', [key], tell),
};

const fastify: Framework = {
  name: 'Fastify',
  secret: key,
  isSlow: false,
  refusal: /body\/name must NOT have more than 30 characters/,
  settings: {
    'simulationService.authentication': 'apiKey',
    'simulationService.apiKeyHeader': 'X-API-Key',
    'simulationService.pathPrefix': '/v3',
    'simulationService.requests.createModel': { name: '{name}', files: ['{file.name}'] },
    'simulationService.requests.createSimulation': { projectId: '{project_id}', modelId: '{model_id}' },
    'simulationService.responses': {
      projects: '/data',
      projectId: '/projectId',
      createdProjectId: '/data/projectId',
      createdModelId: '/data/modelId',
      createdSimulationId: '/data/simulationId',
    },
  },
  start: (tell) => startFastifyService(key, tell),
};

export const frameworks: readonly Framework[] = [fastapi, django, fastify];

let installing: Promise<void> | undefined;

/** Installs what a bare Debian lacks. */
async function installFrameworks(): Promise<void> {
  const folders = ['fastapi', 'uvicorn', 'rest_framework'].map(
    (name) => `/usr/lib/python3/dist-packages/${name}`,
  );
  if (folders.every((folder) => existsSync(folder))) return;
  await (installing ??= installDebianPackages(frameworkPackages));
}

/** Starts a service in Python; it ends when its standard input does. */
async function startPython(
  script: string,
  args: readonly string[],
  tell: (event: FrameworkEvent) => void,
): Promise<RunningService> {
  await installFrameworks();
  const file = path.join(repositoryRoot(), 'test/browser/support/frameworks', script);
  // The one of Debian, which has the packages of Debian.
  const child = spawn('/usr/bin/python3', ['-B', file, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  let port: number | undefined;
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  child.on('error', (error) => (log += String(error)));
  createInterface(child.stdout).on('line', (line) => {
    const event = JSON.parse(line) as FrameworkEvent | { kind: 'listening'; port: number };
    if (event.kind === 'listening') ({ port } = event);
    else tell(event);
  });
  await waitFor(`${script} to listen`, () => port !== undefined || child.exitCode !== null, {
    state: () => log,
  });
  if (port === undefined) throw new Error(`${script} has ended: ${log}`);
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode !== null) return;
      const closed = once(child, 'close');
      child.stdin.end();
      await closed;
    },
  };
}
