import type { OpenApiProposal } from './openApi';

/** An address that a document names. */
export interface Server {
  readonly url: string;
  readonly description: string;
}

/** The addresses that a document names. */
export function listServers({ entry, questions }: OpenApiProposal): readonly Server[] {
  const { baseUrl } = entry;
  if (typeof baseUrl === 'string') return [{ url: baseUrl, description: '' }];
  return questions.flatMap((question) => (question.about === 'server' ? question.choices : []));
}

/**
 * The addresses to choose from for a document at an address. One is named by both; else the entered one is the first.
 * @param asked the address that was entered, or that of the document itself
 * @param entered the description of this one
 */
export function listServersFor(asked: URL, servers: readonly Server[], entered: string): readonly Server[] {
  const address = asked.href.replace(/\/+$/, '').replace(/\/[^/]*\.json$/, '');
  const own = servers.filter(({ url }) => new URL(url).origin === asked.origin);
  // A document that names no path does not know of one that a gateway has put before it.
  const isAtRoot = own.every(({ url }) => new URL(url).pathname === '/');
  if (own.length > 0) return isAtRoot ? [{ url: address, description: '' }] : own;
  const [first] = servers;
  const path = first === undefined ? '' : new URL(first.url).pathname.replace(/\/+$/, '');
  const url = path === '' ? address : asked.origin + path;
  return [{ url, description: entered }, ...servers];
}
