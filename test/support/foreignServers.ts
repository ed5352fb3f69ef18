import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import S3rver from 's3rver';
import { v2 as webdav } from 'webdav-server';
import { toSlashes } from '../../src/files/paths';
import { tempTree } from './tempTree';

/** A file server that is not part of this project. */
export interface ForeignServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Name of each stored file, with its SHA-256 in hex. */
  stored(): Promise<Readonly<Record<string, string>>>;
}

export const bucket = 'models';

/** The built-in key of s3rver. */
export const accessKey = { id: 'S3RVER', secret: 'S3RVER' };

const closings: (() => Promise<unknown>)[] = [];

/** Call after each test, once no client has an open connection. */
export async function stopForeignServers(): Promise<void> {
  await Promise.all(closings.splice(0).map((close) => close()));
}

/** An object store with one bucket. */
export async function startObjectStore(): Promise<ForeignServer> {
  const directory = await tempTree();
  const store = new S3rver({
    ...{ address: '127.0.0.1', port: 0, directory, silent: true, vhostBuckets: false },
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await store.run();
  closings.push(() => store.close());
  const suffix = '._S3rver_object';
  return {
    origin: `http://127.0.0.1:${port}`,
    async stored() {
      const all = Object.entries(await hashesBelow(path.join(directory, bucket)));
      const objects = all.filter(([name]) => name.endsWith(suffix));
      return Object.fromEntries(objects.map(([name, hash]) => [name.slice(0, -suffix.length), hash]));
    },
  };
}

/** The header that the WebDAV server requires. */
export const keyHeader = 'x-upload-key';

/** A WebDAV server with these folders, which requires the key. */
export async function startWebdavServer(folders: readonly string[], key: string): Promise<ForeignServer> {
  const root = await tempTree();
  for (const folder of folders) await mkdir(path.join(root, folder), { recursive: true });
  const options = Object.assign(new webdav.WebDAVServerOptions(), {
    hostname: '127.0.0.1',
    port: 0,
    requireAuthentification: true,
    httpAuthentication: lettingIn(key),
    rootFileSystem: new webdav.PhysicalFileSystem(root),
  });
  const store = new webdav.WebDAVServer(options);
  const server = await new Promise<Server>((resolve) => store.start((started) => resolve(started!)));
  closings.push(() => store.stopAsync());
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stored: () => hashesBelow(root),
  };
}

/** A custom header, because the settings hold no credentials: files are sent without `authorization`. */
function lettingIn(key: string): webdav.HTTPAuthentication {
  const user = { uid: 'sender', username: 'sender', isAdministrator: true, isDefaultUser: false };
  return {
    askForAuthentication: () => ({}),
    getUser({ headers }, callback) {
      if (headers.find(keyHeader) === key) callback(null as unknown as Error, user);
      else callback(webdav.Errors.BadAuthentication);
    },
  };
}

export async function hashesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const hashes = await Promise.all(
    files.map(async (file) => {
      const hash = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      return [toSlashes(path.relative(folder, file)), hash] as const;
    }),
  );
  return Object.fromEntries(hashes);
}
