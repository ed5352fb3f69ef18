import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Emulator, startEmulator } from '../../src/emulator/emulator';
import { repositoryRoot } from '../host/testDataFolder';
import { type FileTree, makeTempFolder, tempTree } from './tempTree';

/** The built program, as it is in the package. */
export const program = path.join(repositoryRoot(), 'dist/cli.mjs');

/** A token that must never be in any output. */
export const token = 'canary:7d1f0a4be2c94f6b8a51';

/** How a command ended. */
export interface Ended {
  readonly exitCode: number | null;
  /** Standard output, as one JSON document. */
  readonly document: Readonly<Record<string, unknown>>;
  /** The lines of standard error. */
  readonly lines: readonly string[];
  /** Both outputs as they came. */
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What another program writes into its standard input, in two parts. */
  readonly input?: string;
}

/** The variables of this environment without which no program starts. */
const needed = ['PATH', 'SystemRoot', 'TEMP', 'NODE_OPTIONS'];

/** The environment of a command: what it needs of this one, and these variables. */
export function environmentWith(variables: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const inherited = needed.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return { ...(Object.fromEntries(inherited) as NodeJS.ProcessEnv), ...variables };
}

/** Starts a command in a process of its own. Nothing else of this environment reaches it. */
export function startCommand(args: readonly string[], { cwd, env, input }: CommandOptions = {}) {
  // Files, because not every program of Windows can write into a pipe in Wine.
  const folder = makeTempFolder('command-');
  const files = ['stdout', 'stderr'].map((name) => path.join(folder, name));
  const [stdout = 0, stderr = 0] = files.map((file) => openSync(file, 'w'));
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: environmentWith(env),
    stdio: [input === undefined ? 'ignore' : 'pipe', stdout, stderr],
  });
  if (input !== undefined) {
    const middle = Math.ceil(input.length / 2);
    child.stdin?.write(input.slice(0, middle), () => child.stdin?.end(input.slice(middle)));
  }
  closeSync(stdout);
  closeSync(stderr);
  return {
    child,
    ended: once(child, 'close').then(([exitCode]): Ended => {
      const [printed = '', said = ''] = files.map((file) => readFileSync(file, 'utf8'));
      rmSync(folder, { recursive: true, force: true });
      const lines = said.split('\n').filter((line) => line !== '');
      const document = printed.startsWith('{') ? (JSON.parse(printed) as Ended['document']) : {};
      return { exitCode: exitCode as number | null, document, lines, output: printed + said };
    }),
  };
}

/** A folder with a service, a task and files, and the service itself. */
export interface World {
  readonly emulator: Emulator;
  /** The workspace folder. */
  readonly root: string;
  /** Home of the user, in which records are. */
  readonly home: string;
  /** The variables of a command. */
  readonly env: NodeJS.ProcessEnv;
  /** The folder of records. */
  readonly records: string;
  /** The requests that the service has got since it began, without identifiers. */
  readonly describeService: () => Created;
  readonly run: (...args: readonly string[]) => Promise<Ended>;
  readonly start: (...args: readonly string[]) => ReturnType<typeof startCommand>;
}

/** The requests that a service has got. */
interface Created {
  readonly projects: readonly string[];
  readonly models: readonly {
    readonly name: string;
    readonly status: string;
    /** Sizes of the files that are complete; bytes. */
    readonly files: Readonly<Record<string, number>>;
  }[];
  readonly simulations: number;
}

/** The state of the service after `meshTask` was carried out once. */
export const meshCreated: Created = {
  projects: ['Nightly'],
  models: [{ name: 'Wing', status: 'finalised', files: { 'mesh.inc': 300_000, 'wing.inp': 34 } }],
  simulations: 1,
};

export interface WorldOptions {
  readonly service?: object;
  readonly tasks?: readonly object[];
  readonly files?: FileTree;
  readonly emulator?: Parameters<typeof startEmulator>[0];
}

export const meshTask = {
  type: 'simulation',
  label: 'mesh',
  files: ['.'],
  exclude: ['.vscode/', '*.service.json'],
  model: 'Wing',
  project: 'Nightly',
  createProject: true,
};

/**
 * A service whose simulations have a speed, and a study of a table of them.
 * @param rows of the table: a name and a speed
 */
export function describeSpeeds(rows: readonly string[]): WorldOptions {
  return {
    tasks: [
      {
        type: 'simulation',
        label: 'study',
        study: 'cases.csv',
        files: ['wing.inp', 'mesh.inc'],
        model: 'Wing',
        project: 'Wing box static loads',
      },
    ],
    files: { 'cases.csv': ['name,speed', ...rows].join('\n') },
    service: {
      requests: {
        createSimulation: {
          project_id: '{project_id}',
          model_id: '{model_id}',
          speed: '{prompt.speed}',
          $prompts: { speed: { type: 'number' } },
        },
      },
    },
  };
}

const emulators: Emulator[] = [];

/** Call after each test. */
export async function stopWorlds(): Promise<void> {
  await Promise.all(emulators.splice(0).map((emulator) => emulator.stop()));
}

/** Starts a service, and makes a folder with a task for it. */
export async function makeWorld({
  service,
  tasks = [meshTask],
  files,
  ...options
}: WorldOptions = {}): Promise<World> {
  const emulator = await startEmulator(options.emulator);
  emulators.push(emulator);
  const before = new Set([...emulator.projects, ...emulator.models].map(getId));
  const root = await tempTree({
    'test.service.json': JSON.stringify({ name: 'test', baseUrl: emulator.baseUrl, ...service }),
    '.vscode/tasks.json': JSON.stringify({ version: '2.0.0', tasks }),
    '.env': 'SECRET=1',
    'wing.inp': '*HEADING\n*INCLUDE, INPUT=mesh.inc\n',
    'mesh.inc': Buffer.alloc(300_000, 7),
    ...files,
  });
  const home = await tempTree();
  const env = { ...homeVariables(home), SIMULATION_SERVICE_CREDENTIAL: token };
  const start = (...args: readonly string[]) => startCommand(args, { cwd: root, env });
  const describeService = () => ({
    projects: emulator.projects.filter((one) => !before.has(getId(one))).map(({ name }) => name),
    models: emulator.models
      .filter((one) => !before.has(getId(one)))
      .map(({ name, model_id: id, status }) => {
        const files = [...emulator.storedFiles(id)].map(([file, { size }]) => [file, size] as const);
        return { name, status, files: Object.fromEntries(files) };
      }),
    simulations: emulator.simulations.length,
  });
  const records = path.join(stateOf(home), 'launches');
  return {
    emulator,
    root,
    home,
    env,
    records,
    start,
    describeService,
    run: (...args) => start(...args).ended,
  };
}

/** The variables by which a system says where the home of a user is. */
export function homeVariables(home: string): NodeJS.ProcessEnv {
  return { HOME: home, USERPROFILE: home, LOCALAPPDATA: path.join(home, 'AppData') };
}

/** The folder below a home in which records and upload URLs are. */
export function stateOf(home: string): string {
  const parent = process.platform === 'win32' ? 'AppData' : path.join('.local', 'state');
  return path.join(home, parent, 'simulation-service');
}

function getId(one: { readonly project_id: string } | { readonly model_id: string }): string {
  return 'model_id' in one ? one.model_id : one.project_id;
}
