import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import S3rver from 's3rver';
import { toSlashes } from '../../src/files/paths';
import { sha256 } from './hashes';
import { tempTree } from './tempTree';

/** A file server that is not part of this project. */
export interface ForeignServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Name of each stored file, with its SHA-256 in hex. */
  stored(): Promise<Readonly<Record<string, string>>>;
}

export const bucket = 'models';

const closings: (() => Promise<unknown>)[] = [];

/** Call after each test, once no client has an open connection. */
export async function stopForeignServers(): Promise<void> {
  await Promise.all(closings.splice(0).map((close) => close()));
}

/** An object store with one bucket. */
export async function startObjectStore(): Promise<ForeignServer> {
  const directory = await tempTree();
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    vhostBuckets: false,
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

export async function hashesBelow(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    hashes[toSlashes(path.relative(folder, file))] = sha256(await readFile(file));
  }
  return hashes;
}
