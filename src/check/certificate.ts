import type { DetailedPeerCertificate, PeerCertificate } from 'node:tls';
import { escapeInvisible } from '../client/text/visibleText';

/** Characters of a name. */
const longest = 100;
/** Certificates of a chain. */
const most = 10;

/** The certificate that a server showed. Only its names are from outside. */
export interface Certificate {
  readonly subject: string;
  /** From the one that signed it to the authority. */
  readonly issuers: readonly string[];
  /** When it ends to be valid; ms since the epoch. */
  readonly validTo?: number;
}

export function certificateOf(peer: DetailedPeerCertificate): Certificate {
  const issuers = chainOf(peer).map(({ issuer }) => nameIn(issuer));
  const validTo = Date.parse(peer.valid_to);
  return {
    subject: nameIn(peer.subject) || firstHost(peer),
    // An authority vouches for itself.
    issuers: issuers.filter((name, index) => name !== issuers[index - 1]),
    ...(!Number.isNaN(validTo) && { validTo }),
  };
}

/** The certificate that Node has refused, which it tells for some of the reasons only. */
export function refusedCertificate(error: unknown): Certificate | undefined {
  const peer = error instanceof Error && 'cert' in error ? error.cert : undefined;
  const isCertificate = typeof peer === 'object' && peer !== null && 'subject' in peer && 'issuer' in peer;
  return isCertificate ? certificateOf(peer as DetailedPeerCertificate) : undefined;
}

/** The last one is its own issuer, or has none. */
function chainOf(peer: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain = [peer];
  for (let next = issuerOf(peer); next !== undefined && chain.length < most; next = issuerOf(next)) {
    const { fingerprint256 } = next;
    if (chain.some((one) => one.fingerprint256 === fingerprint256)) break;
    chain.push(next);
  }
  return chain;
}

function issuerOf(peer: DetailedPeerCertificate): DetailedPeerCertificate | undefined {
  return (peer as Partial<DetailedPeerCertificate>).issuerCertificate;
}

/** Any field may be missing or there several times, whatever the types say. */
function nameIn(holder: Partial<PeerCertificate['subject']>): string {
  const names: unknown[] = [holder.CN ?? holder.O].flat();
  return typeof names[0] === 'string' ? escapeInvisible(names[0], longest) : '';
}

function firstHost({ subjectaltname = '' }: PeerCertificate): string {
  const [, name = ''] = /DNS:([^,]+)/.exec(subjectaltname) ?? [];
  return escapeInvisible(name, longest);
}
