import { isObject } from '../client/core/json';
import { sanitizeText } from '../client/text/sanitizeText';
import { hasInvisible } from '../client/text/visibleText';
import { parseBaseUrl } from '../client/url/baseUrl';
import { tryParseUrl } from '../client/url/parseUrl';

/** An address that a document names, with what it says about it. */
export interface ServerChoice {
  readonly url: string;
  readonly description: string;
}

/** The address of a service, or what a person has to choose from. */
export type FoundServer = ({ readonly url: string } | { readonly choices: readonly ServerChoice[] }) & {
  /** How many addresses cannot be used, or are more than a person could look through. */
  readonly left: number;
};

/** Limit for the servers to choose from. */
const maxServers = 50;

/** Limit for the address of one; characters. */
const maxUrlLength = 2000;

/**
 * Finds the address of a service. It is taken only where a document names a single one, as it is, on the host that the
 * document came from. Addresses that could be no base URL are left out.
 * @param from the address that the document came from; undefined for a file
 */
export function findServer(given: unknown, from: URL | undefined): FoundServer {
  const listed: readonly unknown[] = Array.isArray(given) && given.length > 0 ? given : [{ url: '/' }];
  const each = listed.slice(0, maxServers).map((one) => (isObject(one) ? listSpellings(one) : []));
  const spelt = each.flat().slice(0, maxServers);
  let left = Math.max(listed.length - maxServers, 0) + each.flat().length - spelt.length;
  left += each.filter((spellings) => spellings.length === 0).length;
  const choices = new Map<string, ServerChoice>();
  for (const { url, description } of spelt) {
    const address = toAddress(url, from);
    // An address that is relative to the place of a file is not known yet.
    if (address === undefined && (from !== undefined || isWhole(url))) left++;
    if (address !== undefined && !choices.has(address)) choices.set(address, { url: address, description });
  }
  const [only] = choices.values();
  const isOnly = listed.length === 1 && spelt.length === 1 && spelt[0]?.isOpen === false;
  const at = only && new URL(only.url);
  const isElsewhere = at !== undefined && from !== undefined && at.origin !== from.origin;
  if (isOnly && only !== undefined && !isElsewhere) return { url: only.url, left };
  // Behind a gateway, frameworks name an address that only the gateway knows.
  const here = isElsewhere ? toAddress(at.pathname, from) : undefined;
  if (here !== undefined && !choices.has(here)) choices.set(here, { url: here, description: '' });
  return { choices: [...choices.values()], left };
}

interface Spelling {
  readonly url: string;
  readonly description: string;
  /** Whether a part of it is not said, but only what it is by default. */
  readonly isOpen: boolean;
}

/** The addresses that a server has with the values of its variables: each that is listed, else the default. */
function listSpellings({ url, variables, description }: Readonly<Record<string, unknown>>): Spelling[] {
  if (typeof url !== 'string' || url.length > maxUrlLength) return [];
  const about = typeof description === 'string' ? sanitizeText(description, 200) : '';
  let urls = [url];
  let isOpen = false;
  for (const [placeholder, name = ''] of url.matchAll(/\{([^{}]*)\}/g)) {
    const variable = isObject(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined;
    const { default: usual, enum: values } = isObject(variable) ? variable : {};
    const listed = [usual, ...(Array.isArray(values) ? (values as readonly unknown[]) : [])].filter(isText);
    isOpen ||= !Array.isArray(values);
    urls = urls
      .flatMap((one) => [...new Set(listed)].map((value) => one.replace(placeholder, () => String(value))))
      .filter((one) => one.length <= maxUrlLength)
      .slice(0, maxServers);
  }
  return urls.map((one) => ({ url: one, description: about, isOpen }));
}

function isText(value: unknown): value is string | number {
  return (typeof value === 'string' && value.length <= maxUrlLength) || typeof value === 'number';
}

/** A name of letters, digits and hyphens, or an address. Others are known to no DNS, and read as something else. */
const plainHost = /^(\[[\da-f:.]+\]|[a-z\d-]+(\.[a-z\d-]+)*)$/;

function isWhole(url: string): boolean {
  return /^[a-z][\w+.-]*:/i.test(url);
}

/** @returns undefined for what cannot be a base URL, such as an address that is relative to a file */
function toAddress(url: string, from: URL | undefined): string | undefined {
  // A parser drops white space, and takes a backslash for a slash. Two slashes begin another host.
  if (/[\s\\{}]|^\/\//.test(url) || hasInvisible(url)) return undefined;
  if (!isWhole(url) && from === undefined) return undefined;
  const whole = isWhole(url) ? url : tryParseUrl(url || '.', from?.href)?.href;
  if (whole === undefined || whole.length > maxUrlLength) return undefined;
  const address = whole.replace(/\/+$/, '');
  const parsed = parseBaseUrl(address, { allowInsecureHttp: true });
  return parsed instanceof URL && plainHost.test(parsed.hostname) ? address : undefined;
}
