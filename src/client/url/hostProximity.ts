import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { removeBrackets } from './parseUrl';

/** How close a host is, from the Internet to this computer. */
export type HostProximity = 'public' | 'private' | 'linkLocal' | 'loopback';

/** Closest last. */
const order: readonly HostProximity[] = ['public', 'private', 'linkLocal', 'loopback'];

/** Names of this computer, from system files or by rule (RFC 6761). */
const ownNames =
  /^((.+\.)?localhost|localhost[46]?\.localdomain[46]?|localhost[46]|ip6-(localhost|loopback))\.?$/i;

/** By special range of addresses; all others are private. */
const proximities: Readonly<Record<string, HostProximity>> = {
  unicast: 'public',
  linkLocal: 'linkLocal',
  multicast: 'linkLocal',
  broadcast: 'linkLocal',
  loopback: 'loopback',
  // Systems treat it as this computer.
  unspecified: 'loopback',
};

/** IPv6 ranges that embed an IPv4 address, and the first of the two groups that hold it. */
const carriers: Readonly<Record<string, number>> = { ipv4Mapped: 6, rfc6145: 6, rfc6052: 6, '6to4': 1 };

/** Metadata services of clouds outside the link-local range. */
const metadataAddresses = new Set([
  '192.0.0.192',
  '168.63.129.16',
  '100.100.100.200',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

/** Whether the first host is closer to this computer than the other, which may be unable to reach it. */
export function isCloser(one: Pick<URL, 'hostname'>, other: Pick<URL, 'hostname'>): boolean {
  return order.indexOf(classifyHost(one.hostname)) > order.indexOf(classifyHost(other.hostname));
}

/**
 * Classifies a host by its address or name. An IPv4 address embedded in an IPv6 one is classified as itself.
 *
 * Names are not resolved, so a public name that points to a local address counts as public. With an https base URL
 * this is harmless: the local host would need a valid certificate for the name.
 * @param hostname in the form of `URL.hostname`
 */
export function classifyHost(hostname: string): HostProximity {
  if (ownNames.test(hostname)) return 'loopback';
  const address = removeBrackets(hostname);
  return isIP(address) === 0 ? 'public' : classifyAddress(ipaddr.parse(address));
}

/**
 * Equal for all spellings of a host: the names and addresses of this computer are one, an IPv4 address within an IPv6
 * one is that address, and a dot at the end of a name makes no difference. Names are not resolved.
 * @param hostname in the form of `URL.hostname`
 */
export function normaliseHost(hostname: string): string {
  if (classifyHost(hostname) === 'loopback') return 'localhost';
  const text = removeBrackets(hostname);
  if (isIP(text) === 0) return text.replace(/\.+$/, '');
  const address = ipaddr.parse(text);
  return (findCarriedAddress(address) ?? address).toString();
}

function classifyAddress(address: ipaddr.IPv4 | ipaddr.IPv6): HostProximity {
  const carried = findCarriedAddress(address);
  if (carried !== undefined) return classifyAddress(carried);
  if (metadataAddresses.has(address.toString())) return 'linkLocal';
  return proximities[address.range()] ?? 'private';
}

function findCarriedAddress(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | undefined {
  if (!('parts' in address)) return undefined;
  const first = address.parts.slice(0, 6).some((group) => group > 0) ? carriers[address.range()] : 6;
  return first === undefined
    ? undefined
    : new ipaddr.IPv4(address.toByteArray().slice(2 * first, 2 * first + 4));
}
