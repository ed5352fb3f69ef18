import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/**
 * Columns of the Linux socket tables (proc_pid_net(5)): addresses with ports, state, and the sizes of both queues.
 */
const line = /^\s*\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) \w\w ([\dA-F]{8}):/gm;

/**
 * Bytes that the OS has accepted for a connection and the other end has not acknowledged; undefined on platforms
 * other than Linux, which do not report it. Linux buffers megabytes, and accepts more only when a third of them has
 * been sent: on a slow line, minutes pass without visible progress.
 */
export async function readUnconfirmedBytes({ localPort, remotePort }: Socket): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
  const texts = await Promise.all(tables.map((table) => readFile(table, 'latin1').catch(() => '')));
  for (const [, local = '', remote = '', queue = ''] of texts.join('').matchAll(line)) {
    if (parseInt(local, 16) === localPort && parseInt(remote, 16) === remotePort) return parseInt(queue, 16);
  }
  return undefined;
}
