import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { waitFor } from '../host/waitFor';
import { type ForeignServer, hashesBelow } from './foreignServers';
import { tempTree } from './tempTree';
import { unusedPort } from './testServer';

/** An installed web server, in a folder of its own; `packages` are the Debian packages that provide it. */
export interface WebServer {
  readonly name: string;
  readonly packages: string;
  readonly program: string;
  readonly args: (folder: string) => readonly string[];
  readonly configuration: (port: number, folder: string) => string;
}

/** The program of nginx, whatever it serves. */
export const nginxProgram = {
  name: 'nginx',
  packages: 'nginx-light',
  program: '/usr/sbin/nginx',
  args: (folder: string) => ['-e', 'stderr', '-c', path.join(folder, 'server.conf')],
} as const;

/** @param http directives of its block `http` */
export function configureNginx(folder: string, http: string): string {
  return `
    daemon off;
    user root;
    pid ${folder}/server.pid;
    error_log stderr;
    events {}
    http {
      access_log off;
      client_body_temp_path ${folder}/body;
      fastcgi_temp_path ${folder}/fastcgi;
      proxy_temp_path ${folder}/proxy;
      scgi_temp_path ${folder}/scgi;
      uwsgi_temp_path ${folder}/uwsgi;
      ${http}
    }`;
}

export const nginx: WebServer = {
  ...nginxProgram,
  configuration: (port, folder) =>
    configureNginx(
      folder,
      `client_max_body_size 0;
      server {
        listen 127.0.0.1:${port};
        root ${folder}/files;
        dav_methods PUT;
      }`,
    ),
};

/** Responds to each new file with 201 and an HTML page. */
export const apache: WebServer = {
  name: 'Apache',
  packages: 'apache2',
  program: '/usr/sbin/apache2',
  args: (folder) => ['-D', 'FOREGROUND', '-f', path.join(folder, 'server.conf')],
  configuration: (port, folder) => `
    ServerRoot ${folder}
    ServerName 127.0.0.1
    Listen 127.0.0.1:${port}
    PidFile ${folder}/server.pid
    ErrorLog ${folder}/error.log
    User www-data
    Group www-data
    ${['mpm_event', 'authz_core', 'dav', 'dav_fs'].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n    ')}
    DavLockDB ${folder}/locks
    DocumentRoot ${folder}/files
    <Directory ${folder}/files>
      Dav On
      Require all granted
    </Directory>`,
};

const running: ChildProcess[] = [];

/** Call after each test. */
export async function stopWebServers(): Promise<void> {
  await Promise.all(
    running.splice(0).map(async (child) => {
      if (child.exitCode !== null || child.pid === undefined) return;
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    }),
  );
}

/** Starts the server with these folders for files; it accepts every PUT. */
export async function startWebServer(server: WebServer, folders: readonly string[]): Promise<ForeignServer> {
  const { origin, files } = await startProgram(server, folders);
  return { origin, stored: () => hashesBelow(files) };
}

/** Starts the program, and waits until it listens. @returns its origin, and the folder of its files */
export async function startProgram(
  server: WebServer,
  folders: readonly string[],
): Promise<{ readonly origin: string; readonly files: string }> {
  const folder = await tempTree();
  const files = path.join(folder, 'files');
  for (const name of ['.', ...folders]) await mkdir(path.join(files, name), { recursive: true });
  await openToAll(folder, ['', 'files', ...folders.flatMap(withParents).map((name) => `files/${name}`)]);
  const port = await unusedPort();
  await writeFile(path.join(folder, 'server.conf'), server.configuration(port, folder));
  const child = spawn(server.program, server.args(folder), { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  child.on('error', () => (log += `${server.name} is not installed: apt-get install ${server.packages}`));
  running.push(child);
  const origin = `http://127.0.0.1:${port}`;
  await waitFor(`${server.name} to listen`, () => isListening(port), { state: () => log });
  return { origin, files };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** The server may run as another user. */
async function openToAll(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await chmod(path.join(folder, name), 0o777);
}

function withParents(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === '.' ? [folder] : [...withParents(parent), folder];
}
