import { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { raceAbort } from '../core/raceAbort';
import { ConnectionPool, type Connector } from './connections';
import { connectThroughProxy } from './proxyTunnel';
import { RequestInterruptedError } from './requestTimeouts';
import { addressRules, isForwarded, type Route, tlsRules } from './route';

/** How long a connection may take, its TLS handshake included. */
export const connectTimeoutMs = 15_000;

/** The one request that a connection is for. */
export interface OwnRequest {
  readonly signal: AbortSignal;
  /** @throws to withdraw the request */
  readonly beforeSend: () => Promise<void>;
}

/** A pool of kept connections. @param own the only request that the pool is for; it then makes one connection */
export function createPool(route: Route, origin: URL, own?: OwnRequest): ConnectionPool {
  const forwarded = isForwarded(route, origin);
  const near = forwarded && route.proxy?.url !== undefined ? route.proxy.url.origin : origin.origin;
  const connect = createConnector(route, forwarded);
  return new ConnectionPool(near, own === undefined ? connect : connectAfterConsent(connect, own));
}

function createConnector({ proxy, secureContext }: Route, forwarded: boolean): Connector {
  if (proxy === undefined) {
    const tls = { ...tlsRules, ...(secureContext && { secureContext }) };
    // `connect` returns the socket at once, which its types do not say.
    const connect = buildConnector({ ...tls, ...addressRules, allowH2: false, timeout: connectTimeoutMs });
    return makeStoppable(connect);
  }
  return (server, callback, closing) => {
    const route = { proxy, secureContext };
    const end = forwarded ? undefined : server;
    connectThroughProxy({ route, server: end, signal: closing, timeoutMs: connectTimeoutMs }).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error as Error, null),
    );
  };
}

function makeStoppable(connect: (...of: Parameters<buildConnector.connector>) => unknown): Connector {
  return (server, callback, closing) => {
    const stop = (): void => {
      if (socket instanceof Socket) socket.destroy(closing.reason as Error);
    };
    const socket = connect(server, (...result) => {
      closing.removeEventListener('abort', stop);
      callback(...result);
    });
    closing.addEventListener('abort', stop);
  };
}

/** Connects once, and hands the connection over only after `beforeSend` has resolved. */
function connectAfterConsent(connect: Connector, { beforeSend, signal }: OwnRequest): Connector {
  let isFirst = true;
  return (server, callback, closing) => {
    // undici would reconnect when this connection breaks before the request is written.
    if (!isFirst) {
      callback(new RequestInterruptedError('reset'), null);
      return;
    }
    isFirst = false;
    const connected: typeof callback = (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      // Reading makes Node notice when the server closes in the meantime.
      const listen = (): void => undefined;
      socket.on('readable', listen).on('error', listen);
      raceAbort(beforeSend(), signal)
        .finally(() => socket.off('readable', listen))
        .then(
          () => callback(null, socket),
          () => {
            socket.destroy();
            callback(new RequestInterruptedError('other'), null);
          },
        );
    };
    connect(server, connected, closing);
  };
}

/**
 * Request options for undici. No request announces `connection: close`: some servers would then close in the middle
 * of a response that is longer than the part of the request they have read.
 * @param proxy proxy that forwards the request
 */
