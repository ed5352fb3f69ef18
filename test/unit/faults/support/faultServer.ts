import { createServer } from 'node:net';
import type { FakeClock } from '../../../support/fakeClock';
import { listen } from '../../../support/testServer';
import { Visit } from './visit';

/** Handles one request. Resolves when the fault has happened. */
export type FaultAct = (visit: Visit) => Promise<void>;

export type FaultServer = Awaited<ReturnType<typeof startFaultServer>>;

/**
 * A server on raw sockets that handles one request for each connection, to disturb it in any way.
 * @param forwardTo origin of the real server, for faults around an operation that takes effect
 */
export async function startFaultServer(act: FaultAct, forwardTo: string, clock: FakeClock) {
  const visits: Visit[] = [];
  const acts: Promise<void>[] = [];
  const server = createServer((socket) => {
    const visit = new Visit(socket, clock, forwardTo);
    visits.push(visit);
    const acting = act(visit);
    acting.catch(() => undefined);
    acts.push(acting);
  });
  const { host, close } = await listen(server);
  /** How often the fault has happened. Fails if it could not happen. */
  const fired = async (): Promise<number> => (await Promise.all(acts)).length;
  return { host, visits, fired, stop: close };
}
