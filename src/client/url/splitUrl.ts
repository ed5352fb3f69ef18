import { tryParseUrl } from './parseUrl';

/** The parts of a URL, as `URL` has them. */
export interface UrlParts extends Pick<
  URL,
  'protocol' | 'origin' | 'host' | 'hostname' | 'pathname' | 'search' | 'href'
> {
  /** Whether it is certain that a parser leaves everything as it is written. */
  readonly isPlain?: true;
}

/**
 * Server, path and query of a URL in which a parser has nothing to change: no characters that it encodes or drops, no
 * segment that begins with a dot, which it might resolve, and no empty query.
 */
const plainUrl =
  /^(https?:\/\/[a-z\d][a-z\d.-]*(?::\d{1,5})?)((?:\/(?!\.|%2[eE])[\w.!$&()*+,;=:@~%-]*)+)(\?[\w.!$&()*+,;=:@/?~%-]+)?$/;

/**
 * As `URL`; undefined when it is invalid. Upload URLs come in thousands, and each is looked at several times, so a plain
 * one is only split: that takes less time, and no memory that would have to be collected.
 */
export function splitUrl(text: string): UrlParts | undefined {
  const [, written, pathname, search = ''] = plainUrl.exec(text) ?? [];
  const server = written === undefined ? undefined : findServer(written);
  if (server === undefined || pathname === undefined) return tryParseUrl(text);
  return new PlainUrl(text, { server, pathname, search });
}

interface PlainParts extends Pick<UrlParts, 'pathname' | 'search'> {
  readonly server: Server;
}

class PlainUrl implements UrlParts {
  readonly isPlain = true;
  readonly #text: string;
  readonly #server: Server;
  readonly pathname: string;
  readonly search: string;

  constructor(text: string, { server, pathname, search }: PlainParts) {
    this.#text = text;
    this.#server = server;
    this.pathname = pathname;
    this.search = search;
  }

  get protocol(): string {
    return this.#server.protocol;
  }

  get origin(): string {
    return this.#server.origin;
  }

  get host(): string {
    return this.#server.host;
  }

  get hostname(): string {
    return this.#server.hostname;
  }

  get href(): string {
    return this.#server.hasOmittedPort ? this.origin + this.pathname + this.search : this.#text;
  }
}

interface Server extends Pick<UrlParts, 'protocol' | 'origin' | 'host' | 'hostname'> {
  /** Whether a parser omits the port that is written, or writes it in another way. */
  readonly hasOmittedPort: boolean;
}

/** Thousands of upload URLs lead to the same servers. Undefined for one that a parser rejects or rewrites. */
const servers = new Map<string, Server | undefined>();
const maxServers = 100;

function findServer(written: string): Server | undefined {
  if (servers.has(written)) return servers.get(written);
  if (servers.size >= maxServers) servers.clear();
  const server = parseServer(written);
  servers.set(written, server);
  return server;
}

function parseServer(written: string): Server | undefined {
  const parsed = tryParseUrl(written);
  if (parsed === undefined) return undefined;
  const { protocol, origin, host, hostname } = parsed;
  const isAsWritten = written.replace(/:\d+$/, '') === `${protocol}//${hostname}`;
  return isAsWritten ? { protocol, origin, host, hostname, hasOmittedPort: origin !== written } : undefined;
}
