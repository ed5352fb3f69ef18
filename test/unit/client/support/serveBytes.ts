import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { listen, type ListeningServer } from '../../../support/testServer';

interface BytesServer extends ListeningServer {
  /** The first bytes that came on each connection, decrypted. */
  readonly heads: readonly string[];
  /** The end of each connection. */
  readonly closed: readonly Promise<unknown>[];
}

/** A server, with TLS if this is given, that responds to the first bytes of each connection with these, and then closes it. */
export async function serveBytes(bytes: string | Buffer, tls?: TlsOptions): Promise<BytesServer> {
  const heads: string[] = [];
  const closed: Promise<unknown>[] = [];
  const onConnection = (socket: Socket): void => {
    socket.on('error', () => undefined);
    closed.push(new Promise((resolve) => socket.once('close', resolve)));
    socket.once('data', (chunk: Buffer) => {
      heads.push(chunk.toString('latin1'));
      socket.end(bytes);
    });
  };
  const server = tls === undefined ? createServer(onConnection) : createTlsServer(tls, onConnection);
  const listening = await listen(server, { scheme: tls === undefined ? 'http' : 'https' });
  return { ...listening, heads, closed };
}
