import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';

/** A server that serves only so many connections at the same time. */
export interface ConnectionLimit {
  readonly maxConnections: number;
  /** Treatment of further connections; see {@link limitConnections}. */
  readonly extra: 'refuse' | 'reset' | 'wait';
}

/**
 * Takes the connections of an HTTP server, and hands over to it as many as it may have. Further ones are closed at
 * once (`refuse`), reset when the first bytes of a request arrive (`reset`), or left unread until another one closes
 * (`wait`).
 * @returns the server that has to listen
 */
export function limitConnections(server: HttpServer, { maxConnections, extra }: ConnectionLimit): Server {
  let open = 0;
  const waiting: Socket[] = [];
  const serveNext = (): void => {
    const next = waiting.shift();
    if (next?.destroyed === true) serveNext();
    else if (next !== undefined) serve(next);
  };
  const serve = (socket: Socket): void => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
      serveNext();
    });
    server.emit('connection', socket);
    socket.resume();
  };
  const turnAway = {
    refuse: (socket: Socket) => socket.destroy(),
    reset: (socket: Socket) => socket.once('data', () => socket.resetAndDestroy()).resume(),
    wait: (socket: Socket) => waiting.push(socket),
  }[extra];
  return createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    if (open < maxConnections) serve(socket);
    else turnAway(socket);
  });
}
