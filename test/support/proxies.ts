import { createServer } from 'node:net';
import { createServer as createSocksServer } from '@pondwader/socks5-server';
import { Server } from 'proxy-chain';
import { listen } from './testServer';

interface TestProxy {
  /** `127.0.0.1:<port>` */
  readonly host: string;
  /** The requests that it got and let through, such as `CONNECT 127.0.0.2:443` or `GET 127.0.0.2:80`. */
  readonly asked: readonly string[];
}

interface ProxyLogin {
  readonly username: string;
  readonly password: string;
}

export interface ProxyOptions {
  /** Required credentials; everyone is let through without it. */
  readonly login?: ProxyLogin | undefined;
  /** Makes it a proxy that is reached through TLS. */
  readonly certificate?: { readonly key: string; readonly cert: string };
  /** Status with which it rejects every request. */
  readonly refuses?: number;
}

/**
 * The library responds with the status of errors that have this name; a bundler would rename its own class.
 */
class Refusal extends Error {
  override readonly name = 'RequestError';

  constructor(readonly statusCode: number) {
    super('Refused');
  }
}

const closings: (() => Promise<void>)[] = [];

/** Call after each test. */
export async function closeProxies(): Promise<void> {
  await Promise.all(closings.splice(0).map((close) => close()));
}

/** An HTTP proxy that tunnels and forwards. */
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
  // Failures in a test are seen by its client.
  server.on('requestFailed', () => undefined).on('tlsError', () => undefined);
  await server.listen();
  closings.push(() => server.close(true));
  return { host: `127.0.0.1:${server.port}`, asked };
}

/** A SOCKS5 proxy, for everything over TCP. */
export async function startSocksProxy({ login }: Pick<ProxyOptions, 'login'> = {}): Promise<TestProxy> {
  const asked: string[] = [];
  const socks = createSocksServer(login === undefined ? {} : { auth: login });
  socks.setRulesetValidator(({ destAddress, destPort }) => {
    asked.push(`CONNECT ${destAddress}:${destPort}`);
    return true;
  });
  const { host, close } = await listen(createServer((socket) => socks._handleConnection(socket)));
  closings.push(close);
  return { host, asked };
}
