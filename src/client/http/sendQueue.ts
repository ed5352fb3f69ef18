import { accessSync, constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** All TCP connections that Linux knows of here, one a line; see proc_pid_net(5). */
const tables = { IPv4: '/proc/self/net/tcp', IPv6: '/proc/self/net/tcp6' } as const;

/**
 * Whether the system tells what it holds of a connection, as Linux does. Linux takes megabytes at once and then takes no
 * more until a third of them has gone. Other systems take more as soon as a little has gone.
 */
export const showsSendQueues = canRead(tables.IPv4);

/** The tables that are being read: that takes milliseconds, so connections that look at the same time share it. */
const reading = new Map<string, Promise<string>>();

/** A connection by its two ends. */
export type ConnectionEnds = Pick<Socket, 'localPort' | 'remotePort' | 'remoteFamily'>;

/**
 * The bytes that the system has taken for a connection and the other end has not confirmed: they change when bytes go.
 * Connections between the same two ports at other addresses count as well.
 * @returns undefined if the system does not tell
 */
export async function readSendQueue(ends: ConnectionEnds): Promise<number | undefined> {
  const { localPort, remotePort, remoteFamily } = ends;
  if (!showsSendQueues || localPort === undefined || remotePort === undefined) return undefined;
  const table = await readTable(remoteFamily === 'IPv6' ? tables.IPv6 : tables.IPv4);
  const ports = `:${toHex(localPort)} [\\dA-F]+:${toHex(remotePort)}`;
  const queues = [...table.matchAll(new RegExp(`${ports} [\\dA-F]{2} ([\\dA-F]{8}):`, 'g'))];
  if (queues.length === 0) return undefined;
  return queues.reduce((sum, [, bytes = '']) => sum + parseInt(bytes, 16), 0);
}

async function readTable(file: string): Promise<string> {
  const text =
    reading.get(file) ??
    readFile(file, 'latin1')
      .catch(() => '')
      .finally(() => reading.delete(file));
  reading.set(file, text);
  return await text;
}

/** As the tables have ports. */
function toHex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}

function canRead(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
