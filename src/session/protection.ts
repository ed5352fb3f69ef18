import { type VariantName, variants } from '../client/core/apiVariant';
import { classifyHost } from '../client/url/hostProximity';
import { tryParseUrl } from '../client/url/parseUrl';
import type { ServiceRef } from '../launch/journalEntry';
import { addressOf, type DefinedEnvironment, type Environment, pathOf } from './environments';

/** The parts of an address that decide which service receives a request. */
interface Place {
  /** Host and port, normalised so that known aliases of one host are equal. */
  readonly host: string;
  /** The segments of the base URL's path. */
  readonly base: readonly string[];
  /** The segments of the path that all requests begin with; undefined when the variant is unknown. */
  readonly root: readonly string[] | undefined;
}

/**
 * The protected environment that a service belongs to, whatever is selected, or one whose entry is invalid, so that
 * it might be protected. The decision depends on where requests really go. An environment whose path leads to the
 * service counts too, unless the service is defined as an unprotected environment of its own.
 * @param pathPrefix replaces the prefixes of the variants, if configured
 */
export function findProtectedEnvironment(
  service: ServiceRef,
  environments: readonly DefinedEnvironment[],
  pathPrefix?: string,
): DefinedEnvironment | undefined {
  const address = new URL(service.origin + service.basePath);
  const { host, root = [] } = placeOf(address, service.variant, pathPrefix);
  const near = environments.filter(isPossiblyProtected).flatMap((environment) => {
    const there = parseMeantAddress(environment.baseUrl);
    const variant = 'invalidField' in environment ? undefined : environment.variant;
    const place = there && placeOf(there, variant, pathPrefix);
    // An entry with an unknown address may mean this one.
    const isNear = place === undefined || (place.host === host && startsWith(root, place.base));
    return isNear ? [{ environment, place }] : [];
  });
  const same = near.find(({ place }) => isSame(place?.root, root));
  const isOpen = environments.some(
    (one) => !isPossiblyProtected(one) && isDefinedFor(one, address, service.variant),
  );
  return (same ?? (isOpen ? undefined : near[0]))?.environment;
}

/**
 * Parses as leniently as possible, because nothing is sent there.
 * @returns undefined when it may mean any address
 */
function parseMeantAddress(baseUrl: string): URL | undefined {
  const texts = baseUrl.includes('//') ? [baseUrl] : [baseUrl, `https://${baseUrl}`];
  return texts.flatMap((text) => tryParseUrl(text) ?? []).find(({ hostname }) => hostname !== '');
}

function isPossiblyProtected(environment: DefinedEnvironment): boolean {
  return 'invalidField' in environment || environment.isProtected;
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

/**
 * Normalises a host: this computer has many names, a host may end with a dot, and the default ports of http and
 * https count as one.
 */
function hostOf({ hostname, port }: URL): string {
  const isHere = classifyHost(hostname) === 'loopback';
  const isUsual = port === '' || port === '443' || port === '80';
  return `${isHere ? 'localhost' : hostname.replace(/\.+$/, '')} ${isUsual ? '' : port}`;
}

/** Splits a path as the most lenient server would: decoded, ignoring case, without empty segments and parameters. */
function partsOf(path: string): string[] {
  const parts: string[] = [];
  const text = decodePath(path).toLowerCase();
  for (const part of text.split(/[/\\]+/)) {
    const name = part.replace(/;.*$/s, '').normalize('NFC');
    if (name === '..') parts.pop();
    else if (name !== '' && name !== '.') parts.push(name);
  }
  return parts;
}

/** Decodes repeatedly, because some servers decode twice. */
function decodePath(path: string): string {
  let text = path;
  for (let round = 0; round < maxRounds; round++) {
    const next = text.replace(/(%[\da-f]{2})+/gi, decodeRun);
    if (next === text) return text;
    text = next;
  }
  return text;
}

const maxRounds = 8;

function decodeRun(run: string): string {
  return Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8');
}

function startsWith(parts: readonly string[], begin: readonly string[]): boolean {
  return begin.every((part, index) => parts[index] === part);
}

function isSame(a: readonly string[] | undefined, b: readonly string[]): boolean {
  return a?.length === b.length && startsWith(b, a);
}
