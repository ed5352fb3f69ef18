import type { IncomingMessage } from 'node:http';

/**
 * Whether a web page may have sent the request: any page in a browser on this computer can send to this address, and
 * with a domain of its own that resolves here it could even read the response.
 */
export function isForeignRequest({ headers, socket }: IncomingMessage): boolean {
  const hosts = listOwnHosts(socket.localAddress ?? '', socket.localPort ?? 0);
  const { host = '', origin } = headers;
  if (!hosts.includes(host.toLowerCase())) return true;
  return origin !== undefined && !hosts.some((own) => origin === `http://${own}`);
}

/** The valid `Host` values of this address, with the port unless it is the default one. */
function listOwnHosts(address: string, port: number): string[] {
  const names = [address.includes(':') ? `[${address}]` : address, 'localhost'];
  return names.map((name) => new URL(`http://${name}:${port}`).host);
}
