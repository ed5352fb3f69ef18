import { variants, type VariantName } from '../client/core/apiVariant';
import { classifyHost } from '../client/url/hostProximity';
import { tryParseUrl } from '../client/url/parseUrl';
import { addressOf, pathOf, type DefinedEnvironment, type Environment } from './environments';
import type { ServiceRef } from '../launch/journalEntry';

/** Where requests go, so far as it decides which service takes them. */
interface Place {
  /** Host and port, the same for the names of one that are known to be names of one. */
  readonly host: string;
  /** The parts of the path of the base URL. */
  readonly base: readonly string[];
  /** Those of the path that all requests begin with; nothing when the variant is not known. */
  readonly root: readonly string[] | undefined;
}

/**
 * The protected environment that a service belongs to, whatever is selected, or one of which that cannot be told
 * because its entry cannot be used. What decides is where requests really go. An environment whose path leads to the
 * service counts too, unless the service is defined as an environment of its own that is not protected.
 * @param pathPrefix what is sent instead of the prefix of the variants, if anything is
 */
export function findProtectedEnvironment(
  service: ServiceRef,
  environments: readonly DefinedEnvironment[],
  pathPrefix?: string,
): DefinedEnvironment | undefined {
  const address = new URL(service.origin + service.basePath);
  const { host, root = [] } = placeOf(address, service.variant, pathPrefix);
  const near = environments.filter(mayBeProtected).flatMap((environment) => {
    const there = addressMeant(environment.baseUrl);
    const variant = 'unusable' in environment ? undefined : environment.variant;
    const place = there && placeOf(there, variant, pathPrefix);
    // One that may be anywhere may be here.
    const isNear = place === undefined || (place.host === host && startsWith(root, place.base));
    return isNear ? [{ environment, place }] : [];
  });
  const same = near.find(({ place }) => isSame(place?.root, root));
  const isOpen = environments.some(
    (one) => !mayBeProtected(one) && isDefinedFor(one, address, service.variant),
  );
  return (same ?? (isOpen ? undefined : near[0]))?.environment;
}

/** Read as leniently as it gets: nothing is sent there by that. @returns nothing when it may mean any address */
function addressMeant(baseUrl: string): URL | undefined {
  const texts = baseUrl.includes('//') ? [baseUrl] : [baseUrl, `https://${baseUrl}`];
  return texts.flatMap((text) => tryParseUrl(text) ?? []).find(({ hostname }) => hostname !== '');
}

function mayBeProtected(environment: DefinedEnvironment): boolean {
  return 'unusable' in environment || environment.isProtected;
}

function isDefinedFor(environment: DefinedEnvironment, address: URL, variant: VariantName): boolean {
  const there = addressOf(environment.baseUrl);
  return (
    there?.origin === address.origin &&
    pathOf(there) === pathOf(address) &&
    (environment as Partial<Environment>).variant === variant
  );
}

function placeOf(address: URL, variant: VariantName | undefined, pathPrefix: string | undefined): Place {
  const prefix = pathPrefix ?? (variant && variants[variant].prefix);
  return {
    host: hostOf(address),
    base: partsOf(address.pathname),
    root: prefix === undefined ? undefined : partsOf(address.pathname + prefix),
  };
}

/** This computer has many names, and a host may be written with a dot at its end. A site has one host, with and without encryption. */
function hostOf({ hostname, port }: URL): string {
  const isHere = classifyHost(hostname) === 'loopback';
  const isUsual = port === '' || port === '443' || port === '80';
  return `${isHere ? 'localhost' : hostname.replace(/\.+$/, '')} ${isUsual ? '' : port}`;
}

/** As the most lenient server reads a path: decoded, in one case, without empty parts and parameters. */
function partsOf(path: string): string[] {
  const parts: string[] = [];
  const text = decoded(path).toLowerCase();
  for (const part of text.split(/[/\\]+/)) {
    const name = part.replace(/;.*$/s, '').normalize('NFC');
    if (name === '..') parts.pop();
    else if (name !== '' && name !== '.') parts.push(name);
  }
  return parts;
}

/** Some servers decode twice. */
function decoded(path: string): string {
  let text = path;
  for (let round = 0; round < maxRounds; round++) {
    const next = text.replace(/(%[\da-f]{2})+/gi, decodedRun);
    if (next === text) return text;
    text = next;
  }
  return text;
}

const maxRounds = 8;

function decodedRun(run: string): string {
  return Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8');
}

function startsWith(parts: readonly string[], begin: readonly string[]): boolean {
  return begin.every((part, index) => parts[index] === part);
}

function isSame(a: readonly string[] | undefined, b: readonly string[]): boolean {
  return a?.length === b.length && startsWith(b, a);
}
