/** A part of undici that its types omit: the handshake with a SOCKS5 proxy (RFC 1928, RFC 1929). */
declare module 'undici/lib/core/socks5-client.js' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  /** Emits `authenticated`, `connected`, `close`, and `error`, which destroys the socket. */
  export class Socks5Client extends EventEmitter {
    constructor(socket: Socket, options: { readonly username: string; readonly password: string });
    handshake(): void;
    /** @param address a host name, which the proxy resolves, or an IP address without brackets */
    connect(address: string, port: number): void;
  }
}
