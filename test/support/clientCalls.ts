import type { Operation } from '../../src/client/core/types';
import type { ServiceClient } from '../../src/client/serviceClient';

const never = new AbortController().signal;

/** One call for each operation; the file also goes to the origin of `server`. */
export const clientCalls: Readonly<
  Record<Operation, (client: ServiceClient, server: string) => Promise<unknown>>
> = {
  createProject: (client) => client.createProject('x'),
  listProjects: (client) => client.listProjects(),
  createModel: (client) => client.createModel('x', [{ name: 'a', size: 1 }]),
  uploadFile: (client, server) =>
    client.uploadFile(`${server}/a?sig=1`, { file: 'a', size: 1, body: Buffer.of(1) }, never),
  finaliseModel: (client) => client.finaliseModel('m'),
  listReusableModels: (client) => client.listReusableModels(),
  createSimulation: (client) => client.createSimulation('p', 'm'),
};
