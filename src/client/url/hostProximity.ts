import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { removeBrackets } from './parseUrl';

/** How near a host is, from the whole Internet to this computer. */
export type HostProximity = 'public' | 'private' | 'linkLocal' | 'loopback';

type Subnet = readonly [address: string, prefix: number];

/** The names that systems have for this computer, in files of theirs or by rule (RFC 6761). */
const ownNames =
  /^((.+\.)?localhost|localhost[46]?\.localdomain[46]?|localhost[46]|ip6-(localhost|loopback))\.?$/i;

/** Where IPv6 addresses carry an IPv4 address that networks pass on to, and the first of its two groups. */
const carriers: readonly (readonly [prefix: Subnet, group: number])[] = [
  [['::', 96], 6],
  [['::ffff:0:0:0', 96], 6],
  [['64:ff9b::', 96], 6],
  [['64:ff9b:1::', 48], 6],
  [['2002::', 16], 1],
];

/** Nearest last. */
const order: readonly HostProximity[] = ['public', 'private', 'linkLocal', 'loopback'];

type Near = readonly (readonly [HostProximity, BlockList])[];

/**
 * Judges by a host's address or name where it is. An IPv4 address inside an IPv6 one is judged as itself.
 *
 * Names are not looked up, so one that is public and leads to a near address counts as public. Behind an
 * https base URL that opens nothing: the near host would need a certificate that is valid for the name.
 * @param hostname as `URL.hostname` gives it
 */
export function classifyHost(hostname: string): HostProximity {
  if (ownNames.test(hostname)) return 'loopback';
  const address = removeBrackets(hostname);
  if (!isIPv4(address) && !isIPv6(address)) return 'public';
  const found = [address, ...carriedAddresses(address)].map(localityOfAddress);
  return order.findLast((locality) => found.includes(locality)) ?? 'public';
}

function localityOfAddress(address: string): HostProximity {
  near ??= nearNetworks();
  return near.find(([, list]) => list.check(address, family(address)))?.[0] ?? 'public';
}

function carriedAddresses(address: string): string[] {
  if (!isIPv6(address)) return [];
  const groups = groupsOf(address);
  return carriers
    .filter(([prefix]) => networks(prefix).check(address, 'ipv6'))
    .map(([, first]) => groups.slice(first, first + 2).flatMap((group) => [group >> 8, group & 0xff]))
    .map((bytes) => bytes.join('.'));
}

/** The eight numbers of an IPv6 address as URLs have it. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => parseInt(group, 16));
}

/** Whether one host is nearer to this computer than the other: it may be out of the other one's reach. */
export function isCloser({ hostname }: URL, other: URL): boolean {
  return order.indexOf(classifyHost(hostname)) > order.indexOf(classifyHost(other.hostname));
}

/** Whether a URL surely stays on this computer. Narrower than the locality: 127.0.0.0/8, `[::1]` and `localhost`. */
export function isLoopback({ hostname }: URL): boolean {
  const isCertain = isIPv4(hostname)
    ? hostname.startsWith('127.')
    : hostname === '[::1]' || hostname === 'localhost';
  return isCertain && classifyHost(hostname) === 'loopback';
}

const privateNetworks: readonly Subnet[] = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  // For measurements between neighbours, and of protocols.
  ['198.18.0.0', 15],
  ['192.0.0.0', 24],
  ['fc00::', 7],
  ['fec0::', 10],
  ['64:ff9b:1::', 48],
];

/** Addresses of many at once, and what is reserved. */
const groupNetworks: readonly Subnet[] = [
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['ff00::', 8],
];

/** Where clouds tell their machines secrets, outside of the addresses of the link. */
const cloudNetworks: readonly Subnet[] = [
  ['192.0.0.192', 32],
  ['168.63.129.16', 32],
  ['100.100.100.200', 32],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
];

/** Made on first use: a window in which nothing is sent does without. */
let near: Near | undefined;

function nearNetworks(): Near {
  return [
    // Systems take the unspecified address for their own.
    ['loopback', networks(['127.0.0.0', 8], ['0.0.0.0', 8], ['::1', 128], ['::', 128])],
    ['linkLocal', networks(['169.254.0.0', 16], ['fe80::', 10], ...groupNetworks, ...cloudNetworks)],
    ['private', networks(...privateNetworks)],
  ];
}

function networks(...subnets: readonly Subnet[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, family(address));
  return list;
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
