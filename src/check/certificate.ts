import type { DetailedPeerCertificate, PeerCertificate } from 'node:tls';
import { escapeInvisible } from '../client/text/visibleText';

/** Limit for names taken from a certificate; characters. */
const maxTextLength = 100;
/** Limit for the length of a certificate chain; certificates. */
const maxIssuers = 10;

/** The certificate that a server presented. Its names come from the server and are not trusted. */
export interface Certificate {
  readonly subject: string;
  /** Names of the issuers, from the direct issuer to the root. */
  readonly issuers: readonly string[];
  /** End of validity; ms since the epoch. */
  readonly validTo?: number;
}

export function certificateOf(peer: DetailedPeerCertificate): Certificate {
  const issuers = chainOf(peer).map(({ issuer }) => getName(issuer));
  const validTo = Date.parse(peer.valid_to);
  return {
    subject: getName(peer.subject) || getFirstHost(peer),
    // A root certificate is its own issuer.
    issuers: issuers.filter((name, index) => name !== issuers[index - 1]),
    ...(!Number.isNaN(validTo) && { validTo }),
  };
}

/** The certificate that Node refused. Node attaches it to the error for some reasons only. */
export function findRefusedCertificate(error: unknown): Certificate | undefined {
  const peer = error instanceof Error && 'cert' in error ? error.cert : undefined;
  const isCertificate = typeof peer === 'object' && peer !== null && 'subject' in peer && 'issuer' in peer;
  return isCertificate ? certificateOf(peer as DetailedPeerCertificate) : undefined;
}

/** The last certificate is its own issuer, or has none. */
function chainOf(peer: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain = [peer];
  for (let next = issuerOf(peer); next !== undefined && chain.length < maxIssuers; next = issuerOf(next)) {
    const { fingerprint256 } = next;
    if (chain.some((one) => one.fingerprint256 === fingerprint256)) break;
    chain.push(next);
  }
  return chain;
}

function issuerOf(peer: DetailedPeerCertificate): DetailedPeerCertificate | undefined {
  return (peer as Partial<DetailedPeerCertificate>).issuerCertificate;
}

/** Despite the types, any field may be missing or occur several times. */
function getName(holder: Partial<PeerCertificate['subject']>): string {
  const names: unknown[] = [holder.CN ?? holder.O].flat();
  return typeof names[0] === 'string' ? escapeInvisible(names[0], maxTextLength) : '';
}

function getFirstHost({ subjectaltname = '' }: PeerCertificate): string {
  const [, name = ''] = /DNS:([^,]+)/.exec(subjectaltname) ?? [];
  return escapeInvisible(name, maxTextLength);
}
