import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createProblem, type EmulatedExchange, type RequestHandler, sendJson, sendPlain } from './exchange';
import { handleNormally, type Interceptor } from './faults';
import { isForeignRequest } from './originCheck';
import { beginRecord, type RecordedRequest } from './requestRecord';

/** Everything that both servers of an emulator share. */
export interface EmulatorContext {
  /** ms since the epoch */
  now(): number;
  intercept: Interceptor | undefined;
  /** Receives each request when its headers have arrived. */
  onRequest(request: RecordedRequest): void;
  /** Receives one line per finished request. */
  log(line: string): void;
}

export interface Listener {
  /** `http://<host>:<port>` */
  readonly url: string;
  /** Closes the port and every open connection, then waits for running requests. */
  stop(): Promise<void>;
}

/** The address to listen on; port 0 selects a free one. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Listens on one address. `begin` decides how a request is handled and names its operation in the record. Rejects
 * with the system's error when the port is not available.
 */
export async function startListener(
  server: RecordedRequest['server'],
  address: ListenAddress,
  shared: EmulatorContext,
  begin: (exchange: EmulatedExchange) => RequestHandler,
): Promise<Listener> {
  const open = new Map<EmulatedExchange, Promise<void>>();
  // A slow upload may take any time; only its headers have a timeout.
  const http = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, (request, response) => {
    const exchange = openExchange(server, request, response, shared);
    const work = serve(exchange, shared, begin).finally(() => open.delete(exchange));
    open.set(exchange, work);
  });
  const url = await listen(http, address);
  return {
    url,
    async stop() {
      const closed = new Promise((resolve) => http.close(resolve));
      for (const exchange of open.keys()) exchange.cut = true;
      http.closeAllConnections();
      await closed;
      await Promise.all(open.values());
    },
  };
}

function listen(server: Server, { host, port }: ListenAddress): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(`http://${host}:${typeof address === 'object' && address !== null ? address.port : port}`);
    });
  });
}

function openExchange(
  server: RecordedRequest['server'],
  request: IncomingMessage,
  response: ServerResponse,
  shared: EmulatorContext,
): EmulatedExchange {
  // Split by hand: a URL parser would resolve `..` and so accept paths that were never signed.
  const [path = '', ...rest] = (request.url ?? '').split('?');
  const record = beginRecord(server, request, path, shared.now());
  shared.onRequest(record);
  const ended = new Promise<void>((resolve) => response.once('close', resolve));
  const now = () => shared.now();
  const exchange: EmulatedExchange = {
    request,
    response,
    record,
    ended,
    now,
    query: rest.join('?'),
    cut: false,
  };
  void ended.then(() => {
    if (record.status === undefined) {
      record.aborted = !exchange.cut;
      record.finishedAt = shared.now();
    }
    shared.log(`${record.method} ${path} ${record.status ?? (record.aborted ? 'aborted' : 'cut')}`);
  });
  return exchange;
}

async function serve(
  exchange: EmulatedExchange,
  shared: EmulatorContext,
  begin: (exchange: EmulatedExchange) => RequestHandler,
): Promise<void> {
  try {
    if (isForeignRequest(exchange.request)) {
      await refuse(exchange);
      return;
    }
    const handling = begin(exchange);
    const handle = shared.intercept?.(exchange.record) ?? handleNormally;
    await handle(exchange, handling);
  } catch (error) {
    // Usually the client has disconnected and receives nothing. Any other error is sent to the client.
    if (exchange.response.headersSent) return;
    const detail = error instanceof Error ? error.message : String(error);
    await sendJson(exchange, createProblem(500, detail)).catch(() => undefined);
  }
}

/** Responds before a byte of the body is read. */
async function refuse(exchange: EmulatedExchange): Promise<void> {
  const body = 'This emulator responds only to programs that call it by its own address.';
  await sendPlain(exchange, { status: 403, headers: { connection: 'close' }, body }, { readsRest: false });
}
