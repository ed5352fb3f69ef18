import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** How near a host is, from the whole Internet to this computer. */
export type Locality = 'public' | 'private' | 'linkLocal' | 'loopback';

type Subnet = readonly [address: string, prefix: number];

/** Nearest last. */
const order: readonly Locality[] = ['public', 'private', 'linkLocal', 'loopback'];

type Near = readonly (readonly [Locality, BlockList])[];

/**
 * What a host's address or name says of where it is. An IPv4 address inside an IPv6 one is judged as itself.
 *
 * Names are not looked up, so one that is public and leads to a near address counts as public. Behind an
 * https base URL that opens nothing: the near host would need a certificate that is valid for the name.
 * @param hostname as `URL.hostname` gives it
 */
export function localityOf(hostname: string): Locality {
  if (/^(.+\.)?localhost\.?$/i.test(hostname)) return 'loopback';
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isIPv4(address) && !isIPv6(address)) return 'public';
  near ??= nearNetworks();
  return near.find(([, list]) => list.check(address, family(address)))?.[0] ?? 'public';
}

/** Whether one host is nearer to this computer than the other: it may be out of the other one's reach. */
export function isNearer({ hostname }: URL, other: URL): boolean {
  return order.indexOf(localityOf(hostname)) > order.indexOf(localityOf(other.hostname));
}

/** Whether a URL surely stays on this computer. Narrower than the locality: 127.0.0.0/8, `[::1]` and `localhost`. */
export function isLoopback({ hostname }: URL): boolean {
  const isLoopbackIPv4 = isIPv4(hostname) && hostname.startsWith('127.');
  return isLoopbackIPv4 || hostname === '[::1]' || hostname === 'localhost';
}

/** Made on first use: a window in which nothing is sent does without. */
let near: Near | undefined;

function nearNetworks(): Near {
  return [
    // Systems take the unspecified address for their own.
    ['loopback', networks(['127.0.0.0', 8], ['0.0.0.0', 8], ['::1', 128], ['::', 128])],
    ['linkLocal', networks(['169.254.0.0', 16], ['fe80::', 10])],
    [
      'private',
      networks(['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], ['100.64.0.0', 10], ['fc00::', 7]),
    ],
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
