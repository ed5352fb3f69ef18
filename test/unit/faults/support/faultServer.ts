import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { FakeClock } from '../../../support/fakeClock';
import { selfSigned } from '../../../support/selfSigned';
import { listen } from '../../../support/testServer';
import { Visit } from './visit';

/** Handles one request. Resolves when the fault has happened. */
export type FaultAct = (visit: Visit) => Promise<void>;

export interface FaultServerOptions {
  readonly act: FaultAct;
  /** Origin of the real server, for faults around an operation that takes effect. */
  readonly forwardTo: string;
  readonly clock: FakeClock;
  /** Uses TLS with an untrusted certificate. */
  readonly untrusted?: boolean;
}

export interface FaultServer {
  /** `127.0.0.1:<port>` */
  readonly host: string;
  readonly visits: readonly Visit[];
  /** How often the fault has happened. Fails if it could not happen. */
  fired(): Promise<number>;
  readonly stop: () => Promise<void>;
}

/** A server on raw sockets that handles one request for each connection, to disturb it in any way. */
export async function startFaultServer(options: FaultServerOptions): Promise<FaultServer> {
  const visits: Visit[] = [];
  const acts: Promise<void>[] = [];
  const server = createServer((socket) => {
    const visit = new Visit(socket, options.clock, options.forwardTo);
    visits.push(visit);
    const act = options.untrusted === true ? refuseCertificate(visit) : options.act(visit);
    act.catch(() => undefined);
    acts.push(act);
  });
  const { host, close } = await listen(server);
  return { host, visits, fired: async () => (await Promise.all(acts)).length, stop: close };
}

/** A handshake that the client aborts. */
async function refuseCertificate({ socket }: Visit): Promise<void> {
  const tls = createTlsServer(selfSigned);
  const ended = new Promise<void>((resolve, reject) => {
    tls.on('tlsClientError', () => resolve());
    tls.on('secureConnection', (secure) => {
      secure.on('data', () => reject(new Error('a request came in spite of the certificate')));
      secure.on('error', () => undefined).on('close', () => resolve());
    });
  });
  tls.emit('connection', socket);
  await ended;
}
