import { type ProxyOptions, startHttpProxy, startSocksProxy } from './proxies';

/** The argument of the program, as JSON. */
export interface ProxyOrder extends ProxyOptions {
  readonly kind: 'http' | 'socks';
}

/**
 * A proxy in a process of its own: inside VS Code, its requests would go to the proxy of VS Code. Sends its
 * host to its parent, and on request the list of requests that it let through.
 */
async function main(): Promise<void> {
  const { kind, ...options } = JSON.parse(process.argv[2] ?? '') as ProxyOrder;
  const { host, asked } = await { http: startHttpProxy, socks: startSocksProxy }[kind](options);
  process.on('message', () => process.send?.(asked));
  process.on('disconnect', () => process.exit());
  process.send?.(host);
}

void main();
