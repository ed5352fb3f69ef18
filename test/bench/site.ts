import { type ChildProcess, fork, type ForkOptions, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installVscode } from '../host/installVscode';
import { vscodeVersions } from '../host/vscodeVersions';
import type { ConnectionLimit } from '../support/connectionLimit';
import type { RemoteEmulator } from '../support/emulatorProcess';
import { bytesOf, countOf, createFolder, type FileSet } from './fileSet';
import type { Arrived, Protocol, ServerOrder } from './putServer';
import type { RelayOrder } from './relay';
import type { UploadCost, UploadOrder } from './uploader';

/** Destination of an upload. */
interface Destination {
  readonly protocol: Protocol;
  /** The network link in front of the server; none if absent. */
  readonly link?: Omit<RelayOrder, 'port'>;
  /** How many connections the server serves; any number if absent. */
  readonly limit?: ConnectionLimit;
}

/** Some files to send, and their destination. */
export interface Job {
  readonly files: FileSet;
  readonly to: Destination;
  /** As in the setting; `auto` is the default of the extension, and for curl its own default. */
  readonly parallelFiles: number | 'auto';
}

interface Server {
  readonly process: ChildProcess;
  readonly port: number;
}

/** The files and servers of one run, created on first use. They are removed when this process ends. */
export class Site {
  readonly #root = mkdtempSync(path.join(tmpdir(), 'simulation-service-bench-'));
  readonly #folders = new Map<string, Promise<string>>();
  readonly #servers = new Map<string, Promise<Server>>();
  readonly #relays = new Map<string, Promise<Server>>();

  constructor() {
    process.once('exit', () => rmSync(this.#root, { recursive: true, force: true }));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  }

  /** A file that one reference can write to. */
  file(name: string): string {
    return path.join(this.#root, name);
  }

  /** A folder with exactly these files. */
  folder(files: FileSet): Promise<string> {
    const key = files.map(({ count, size }) => `${count}-${size}`).join('-');
    return made(this.#folders, key, () => createFolder(path.join(this.#root, key), files));
  }

  /** Origin of a server, or of the link in front of it. The host is a name, as in real upload URLs. */
  async origin(to: Destination): Promise<string> {
    const { port } = await this.#server(to);
    const listening = to.link === undefined ? port : (await this.#relay(to, { ...to.link, port })).port;
    return `${to.protocol}://localhost:${listening}`;
  }

  /** Origin of an emulator that takes this time to create a simulation; ms. */
  async emulator(responseMs: number): Promise<string> {
    const start = () => startServer('../support/emulatorProcess', String(responseMs));
    return `http://127.0.0.1:${(await made(this.#servers, `emulator ${responseMs}`, start)).port}`;
  }

  /**
   * Runs a function that sends these files.
   * @throws when not all of them have arrived
   */
  async sending<T>({ files, to }: Omit<Job, 'parallelFiles'>, send: () => Promise<T>): Promise<T> {
    const server = await this.#server(to);
    // Otherwise what another measurement has left would count.
    await ask<Arrived>(server.process, 'arrived?');
    const result = await send();
    const arrived = await ask<Arrived>(server.process, 'arrived?');
    const isAll = arrived.files === countOf(files) && arrived.bytes === bytesOf(files);
    if (!isAll) throw new Error(`${arrived.files} files with ${arrived.bytes} bytes have arrived`);
    return result;
  }

  /** One server for each route, so that the arrivals can be told apart. */
  #server(to: Destination): Promise<Server> {
    const { protocol, limit } = to;
    const order: ServerOrder = { protocol, ...(limit && { limit }) };
    return made(this.#servers, keyOf(to), () => startServer('putServer', JSON.stringify(order)));
  }

  #relay(to: Destination, order: RelayOrder): Promise<Server> {
    return made(this.#relays, keyOf(to), () => startServer('relay', JSON.stringify(order)));
  }

  async stop(): Promise<void> {
    for (const server of [...this.#relays.values(), ...this.#servers.values()])
      (await server).process.disconnect();
  }
}

/**
 * Runs one of the programs beside this one with an order, in the Node.js of the latest VS Code: the extension runs in
 * no other one.
 * @returns the message that it sends at its end
 */
export async function runProgram<T>(
  program: string,
  order: unknown,
  execArgv: readonly string[] = [],
): Promise<T> {
  const { node } = await installVscode(vscodeVersions[0], () => undefined);
  const child = start(program, JSON.stringify(order), { execArgv: [...execArgv], execPath: node.command[0] });
  const [result] = (await Promise.race([once(child, 'message'), failure(child, program)])) as [T];
  await once(child, 'close');
  return result;
}

/** Sends the files of a job as the extension does. */
export async function runUpload(site: Site, { files, to, parallelFiles }: Job): Promise<UploadCost> {
  const order: UploadOrder = {
    folder: await site.folder(files),
    origin: await site.origin(to),
    parallelFiles,
  };
  return await site.sending({ files, to }, () => runProgram<UploadCost>('uploader', order));
}

/** Seconds that the extension needs to send the files of a job. */
export async function uploadSeconds(site: Site, job: Job): Promise<number> {
  return (await runUpload(site, job)).seconds;
}

async function startServer(program: string, argument: string): Promise<Server> {
  const child = start(program, argument);
  const [port] = (await Promise.race([once(child, 'message'), failure(child, program)])) as [
    number | RemoteEmulator,
  ];
  return { process: child, port: typeof port === 'number' ? port : Number(new URL(port.baseUrl).port) };
}

function start(program: string, argument: string, options: ForkOptions = {}): ChildProcess {
  return fork(path.join(__dirname, `${program}.js`), [argument], { execArgv: [], ...options });
}

async function failure(child: ChildProcess, program: string): Promise<never> {
  await once(child, 'exit');
  throw new Error(`${program} has failed`);
}

async function ask<T>(child: ChildProcess, question: Serializable): Promise<T> {
  const received = once(child, 'message');
  child.send(question);
  return ((await received) as [T])[0];
}

function keyOf({ protocol, link, limit }: Destination): string {
  return JSON.stringify([protocol, link, limit]);
}

function made<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
