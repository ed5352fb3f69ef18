import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { removeBrackets } from './parseUrl';

/** How close a host is, from the Internet to this computer. */
export type HostProximity = 'public' | 'private' | 'linkLocal' | 'loopback';

type Subnet = readonly [address: string, prefix: number];

/** Names of this computer, from system files or by rule (RFC 6761). */
const ownNames =
  /^((.+\.)?localhost|localhost[46]?\.localdomain[46]?|localhost[46]|ip6-(localhost|loopback))\.?$/i;

/** IPv6 prefixes that embed an IPv4 address, and the first of the two groups that hold it. */
const carriers: readonly (readonly [prefix: Subnet, group: number])[] = [
  [['::', 96], 6],
  [['::ffff:0:0:0', 96], 6],
  [['64:ff9b::', 96], 6],
  [['64:ff9b:1::', 48], 6],
  [['2002::', 16], 1],
];

/** Closest last. */
const order: readonly HostProximity[] = ['public', 'private', 'linkLocal', 'loopback'];

type Near = readonly (readonly [HostProximity, BlockList])[];

/**
 * Classifies a host by its address or name. An IPv4 address embedded in an IPv6 one is classified as itself.
 *
 * Names are not resolved, so a public name that points to a local address counts as public. With an https base URL
 * this is harmless: the local host would need a valid certificate for the name.
 * @param hostname in the form of `URL.hostname`
 */
export function classifyHost(hostname: string): HostProximity {
  // Thousands of upload URLs lead to the same hosts.
  const known = classified.get(hostname);
  if (known !== undefined) return known;
  const proximity = classifyAnew(hostname);
  if (classified.size >= maxClassified) classified.clear();
  classified.set(hostname, proximity);
  return proximity;
}

const classified = new Map<string, HostProximity>();
const maxClassified = 100;

function classifyAnew(hostname: string): HostProximity {
  if (ownNames.test(hostname)) return 'loopback';
  const address = removeBrackets(hostname);
  if (!isIPv4(address) && !isIPv6(address)) return 'public';
  const found = [address, ...listCarriedAddresses(address)].map(classifyAddress);
  return order.findLast((locality) => found.includes(locality)) ?? 'public';
}

function classifyAddress(address: string): HostProximity {
  near ??= createNearNetworks();
  return near.find(([, list]) => list.check(address, getFamily(address)))?.[0] ?? 'public';
}

function listCarriedAddresses(address: string): string[] {
  if (!isIPv6(address)) return [];
  const groups = groupsOf(address);
  return carriers
    .filter(([prefix]) => createBlockList(prefix).check(address, 'ipv6'))
    .map(([, first]) => groups.slice(first, first + 2).flatMap((group) => [group >> 8, group & 0xff]))
    .map((bytes) => bytes.join('.'));
}

/** The eight groups of an IPv6 address in the form that URLs use. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => parseInt(group, 16));
}

type Host = Pick<URL, 'hostname'>;

/** Whether the first host is closer to this computer than the other, which may be unable to reach it. */
export function isCloser({ hostname }: Host, other: Host): boolean {
  return order.indexOf(classifyHost(hostname)) > order.indexOf(classifyHost(other.hostname));
}

const privateNetworks: readonly Subnet[] = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  // Reserved for benchmarks between networks and for protocol assignments.
  ['198.18.0.0', 15],
  ['192.0.0.0', 24],
  ['fc00::', 7],
  ['fec0::', 10],
  ['64:ff9b:1::', 48],
];

/** Multicast and reserved addresses. */
const groupNetworks: readonly Subnet[] = [
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['ff00::', 8],
];

/** Metadata services of clouds outside the link-local range. */
const cloudNetworks: readonly Subnet[] = [
  ['192.0.0.192', 32],
  ['168.63.129.16', 32],
  ['100.100.100.200', 32],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
];

/** Created on demand: a window in which nothing is sent never needs it. */
let near: Near | undefined;

function createNearNetworks(): Near {
  return [
    // Systems treat the unspecified address as this computer.
    ['loopback', createBlockList(['127.0.0.0', 8], ['0.0.0.0', 8], ['::1', 128], ['::', 128])],
    ['linkLocal', createBlockList(['169.254.0.0', 16], ['fe80::', 10], ...groupNetworks, ...cloudNetworks)],
    ['private', createBlockList(...privateNetworks)],
  ];
}

function createBlockList(...subnets: readonly Subnet[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, getFamily(address));
  return list;
}

function getFamily(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
