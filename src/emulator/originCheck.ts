import type { IncomingMessage } from 'node:http';

/**
 * Whether a web page may have sent the request: any page that a browser on this computer shows can send to this
 * address, and by a name of its own that leads here it could even read the answer.
 */
export function isForeignRequest({ headers, socket }: IncomingMessage): boolean {
  const hosts = ownHosts(socket.localAddress ?? '', socket.localPort ?? 0);
  const { host = '', origin } = headers;
  if (!hosts.includes(host.toLowerCase())) return true;
  return origin !== undefined && !hosts.some((own) => origin === `http://${own}`);
}

/** How this address is written, with its port unless that is the usual one. */
function ownHosts(address: string, port: number): string[] {
  const names = [address.includes(':') ? `[${address}]` : address, 'localhost'];
  return names.map((name) => new URL(`http://${name}:${port}`).host);
}
