import { createServer } from 'node:net';
import { createServer as createSocksServer } from '@pondwader/socks5-server';
import { Server } from 'proxy-chain';
import { listen } from './httpServer';

export interface TestProxy {
  /** `127.0.0.1:<port>` */
  readonly host: string;
  /** What it was asked for and let through, such as `CONNECT 127.0.0.2:443` or `GET 127.0.0.2:80`. */
  readonly asked: readonly string[];
}

export interface ProxyLogin {
  readonly username: string;
  readonly password: string;
}

export interface ProxyOptions {
  /** Who is let through; everybody without it. */
  readonly login?: ProxyLogin | undefined;
  /** For a proxy that is spoken to through TLS. */
  readonly certificate?: { readonly key: string; readonly cert: string };
  /** A status that it refuses everything with. */
  readonly refuses?: number;
}

/** The library answers with the status of errors that have this name, which a bundler takes from its own. */
class Refusal extends Error {
  override readonly name = 'RequestError';

  constructor(readonly statusCode: number) {
    super('Refused');
  }
}

const closings: (() => Promise<void>)[] = [];

/** To be called after each test. */
export async function closeProxies(): Promise<void> {
  await Promise.all(closings.splice(0).map((close) => close()));
}

/** A proxy for HTTP that tunnels and forwards. */
export async function startHttpProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  const { login, certificate, refuses } = options;
  const asked: string[] = [];
  const server = new Server({
    host: '127.0.0.1',
    port: 0,
    ...(certificate === undefined
      ? { serverType: 'http' }
      : { serverType: 'https', httpsOptions: certificate }),
    prepareRequestFunction({ request, hostname, port, username, password }) {
      if (refuses !== undefined) throw new Refusal(refuses);
      const isKnown = username === login?.username && password === login.password;
      if (login !== undefined && !isKnown) throw new Refusal(407);
      asked.push(`${request.method} ${hostname}:${port}`);
      return undefined;
    },
  });
  // What fails in a test is seen by its client.
  server.on('requestFailed', () => undefined).on('tlsError', () => undefined);
  await server.listen();
  closings.push(() => server.close(true));
  return { host: `127.0.0.1:${server.port}`, asked };
}

/** A proxy of the kind SOCKS5, for everything that goes through TCP. */
export async function startSocksProxy({ login, refuses }: ProxyOptions = {}): Promise<TestProxy> {
  const asked: string[] = [];
  const socks = createSocksServer(login === undefined ? {} : { auth: login });
  socks.setRulesetValidator(({ destAddress, destPort }) => {
    if (refuses !== undefined) return false;
    asked.push(`CONNECT ${destAddress}:${destPort}`);
    return true;
  });
  const { host, close } = await listen(createServer((socket) => socks._handleConnection(socket)));
  closings.push(close);
  return { host, asked };
}
