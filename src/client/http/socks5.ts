import { once } from 'node:events';
import { isIPv4, isIPv6, type Socket } from 'node:net';
import type { ProxyCredentials } from './route';
import { ProxyError } from './transportErrors';

/** The server that a proxy is to connect to. */
export interface SocksTarget {
  /** A name, which the proxy looks up, or an IP address as it stands in a URL, without brackets. */
  readonly hostname: string;
  readonly port: number;
}

const protocolVersion = 5;
const loginVersion = 1;
const methods = { none: 0, login: 2, noneAcceptable: 0xff };
const connectCommand = 1;
const addressTypes = { ipv4: 1, name: 3, ipv6: 4 };

/**
 * Has a SOCKS5 proxy connect to a server (RFC 1928, RFC 1929). What the server sends stays in the socket.
 *
 * This is our own because the package `socks` has nothing but the text of its message to tell one refusal from
 * another, puts the password into its errors, and adds 17 kB to this extension; the SOCKS client of undici is
 * experimental (docs/decisions/6-own-socks.md).
 *
 * @param socket connected to the proxy; nothing has been read from it
 * @throws {ProxyError} when the proxy closes the connection
 * @throws an error with a code that `classifyTransportError` knows when the proxy refuses
 */
export async function connectThroughSocks5(
  socket: Socket,
  credentials: ProxyCredentials,
  target: SocksTarget,
): Promise<void> {
  const hasLogin = credentials.username !== '' && credentials.password !== '';
  const offered = hasLogin ? [methods.login, methods.none] : [methods.none];
  socket.write(Buffer.of(protocolVersion, offered.length, ...offered));
  const [version, method = methods.noneAcceptable] = await readBytes(socket, 2);
  if (version !== protocolVersion) throw socksError('VERSION');
  if (method === methods.noneAcceptable) throw socksError('AUTH_REJECTED');
  if (!offered.includes(method)) throw socksError('AUTH_METHOD');
  if (method === methods.login) await logIn(socket, credentials);
  await requestConnection(socket, target);
}

async function logIn(socket: Socket, { username, password }: ProxyCredentials): Promise<void> {
  socket.write(Buffer.of(loginVersion, ...withLength(username), ...withLength(password)));
  const [version, status] = await readBytes(socket, 2);
  if (version !== loginVersion) throw socksError('AUTH_VERSION');
  if (status !== 0) throw socksError('AUTH_FAILED');
}

async function requestConnection(socket: Socket, { hostname, port }: SocksTarget): Promise<void> {
  const request = [protocolVersion, connectCommand, 0, ...encodeAddress(hostname), port >> 8, port & 0xff];
  socket.write(Buffer.from(request));
  const [version, reply, , type] = await readBytes(socket, 4);
  if (version !== protocolVersion) throw socksError('REPLY_VERSION');
  if (reply !== 0) throw socksError(`REPLY_${reply}`);
  // The address and port that the proxy uses follow, and tell a client nothing.
  await readBytes(socket, (await readAddressLength(socket, type)) + 2);
}

async function readAddressLength(socket: Socket, type: number | undefined): Promise<number> {
  if (type === addressTypes.ipv4) return 4;
  if (type === addressTypes.ipv6) return 16;
  if (type !== addressTypes.name) throw socksError('ADDR_TYPE');
  const [length = 0] = await readBytes(socket, 1);
  return length;
}

function encodeAddress(hostname: string): number[] {
  if (isIPv4(hostname)) return [addressTypes.ipv4, ...hostname.split('.').map(Number)];
  if (isIPv6(hostname)) return [addressTypes.ipv6, ...encodeIpv6(normalizeIpv6(hostname))];
  return [addressTypes.name, ...withLength(hostname)];
}

/** The form in hexadecimal groups only: an IPv6 address may end with an IPv4 address in dots. */
function normalizeIpv6(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function encodeIpv6(address: string): number[] {
  const [head = [], tail = []] = address.split('::').map(encodeGroups);
  return [...head, ...Array<number>(16 - head.length - tail.length).fill(0), ...tail];
}

function encodeGroups(text: string): number[] {
  const groups = text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  return groups.flatMap((group) => [group >> 8, group & 0xff]);
}

function withLength(text: string): number[] {
  const bytes = Buffer.from(text);
  if (bytes.length > 255) throw errorWithCode('UND_ERR_INVALID_ARG');
  return [bytes.length, ...bytes];
}

/** Reads exactly so many bytes. @throws {ProxyError} when fewer come, or the error of the socket */
async function readBytes(socket: Socket, count: number): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  while (bytes.length < count) {
    // A part is taken at once: with bytes left in it, the socket would be readable again and again.
    const size = Math.min(count - bytes.length, socket.readableLength);
    const part = size === 0 ? null : (socket.read(size) as Buffer | null);
    if (part !== null) bytes = Buffer.concat([bytes, part]);
    else if (socket.readableEnded || socket.destroyed) throw new ProxyError({ code: 'reset' });
    else await waitForMore(socket);
  }
  return bytes;
}

/** @throws the error of the socket */
async function waitForMore(socket: Socket): Promise<void> {
  const controller = new AbortController();
  try {
    const { signal } = controller;
    await Promise.race(['readable', 'end', 'close'].map((event) => once(socket, event, { signal })));
  } finally {
    controller.abort();
  }
}

/** The codes are those that undici has for the same. */
function socksError(reason: string): Error {
  return errorWithCode(`UND_ERR_SOCKS5_${reason}`);
}

function errorWithCode(code: string): Error {
  return Object.assign(new Error('The SOCKS5 handshake failed'), { code });
}
