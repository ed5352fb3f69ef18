import { Readable } from 'node:stream';
import type { Operation } from '../../src/client/core/types';
import type { ServiceClient } from '../../src/client/serviceClient';

const never = new AbortController().signal;

/** Sends a file to an upload URL. */
export function sendFile(
  client: ServiceClient,
  url: string,
  body: Readable | Buffer = Buffer.of(1),
  size = body instanceof Readable ? 1 : body.length,
  signal = never,
): Promise<void> {
  return client.uploadFile(url, { file: 'a.dat', size, body }, signal);
}

/** The operations of the interface, which need no setting. */
export type InterfaceOperation = Exclude<Operation, 'readSimulation'>;

/** One call for each operation; the file also goes to the origin of `server`. */
export const clientCalls: Readonly<
  Record<InterfaceOperation, (client: ServiceClient, server: string) => Promise<unknown>>
> = {
  createProject: (client) => client.createProject('x'),
  listProjects: (client) => client.listProjects(),
  createModel: (client) => client.createModel('x', [{ name: 'a', size: 1 }]),
  uploadFile: (client, server) => sendFile(client, `${server}/a?sig=1`),
  finaliseModel: (client) => client.finaliseModel('m'),
  listReusableModels: (client) => client.listReusableModels(),
  createSimulation: (client) => client.createSimulation('p', 'm'),
};
