import { isObject } from '../client/core/json';
import type { Identifier } from '../client/core/types';
import { isIdentifier } from '../client/response/identifier';
import { hasInvisible } from '../client/text/visibleText';
import { isSecretAllowed } from '../client/url/baseUrl';
import { findUrlFormProblem, isHostRewritten, tryParseUrl } from '../client/url/parseUrl';
import { errorOfKind } from '../errors';

/** The objects that may have a page of their own, the most telling one of a launch first. */
const pageKinds = ['simulation', 'model', 'project'] as const;

export type PageKind = (typeof pageKinds)[number];

/** Addresses of the service's own pages, with placeholders such as `{model_id}`. Not validated. */
export type Pages = Readonly<Partial<Record<PageKind, string>>>;

/** The identifiers that are known of an object. */
export type PageIds = Readonly<Partial<Record<PageKind, Identifier | undefined>>>;

/** Why an address of pages is not used. */
export type PageProblem =
  /** Not an address that begins with `https://` and a host, or one that a parser would alter. */
  | 'address'
  /** Neither https, nor http to this computer. */
  | 'scheme'
  /** It contains a user name or a password. */
  | 'credentials'
  /** It contains characters that cannot be seen, or that change how the rest is displayed. */
  | 'hidden'
  /** A placeholder stands before the path. */
  | 'host'
  /** A placeholder has another name than those of identifiers. */
  | 'placeholder';

/** The setting for pages has an address that is not used. */
export class PageError extends errorOfKind('page') {
  constructor(
    readonly page: PageKind,
    readonly problem: PageProblem,
    /** The environment whose entry has the address; undefined for the plain setting. */
    readonly environment: string | undefined,
  ) {
    super(`the address of the pages for a ${page} cannot be used`);
  }
}

/** @returns the addresses by the kind of object; undefined if the value has another form */
export function parsePages(given: unknown): Pages | undefined {
  if (!isObject(given)) return undefined;
  const isPage = ([kind, page]: [string, unknown]) =>
    (pageKinds as readonly string[]).includes(kind) && typeof page === 'string';
  return Object.entries(given).every(isPage) ? given : undefined;
}

/** The pages of one service. */
export interface ServicePages {
  readonly pages: Pages;
  /** The environment that defines them; undefined for the plain settings. */
  readonly environment?: string;
}

/** Whether there is a page for an object, valid or not: an invalid address has to be seen to be corrected. */
export function hasPage({ pages }: ServicePages, ids: PageIds): boolean {
  return findKind(pages, ids) !== undefined;
}

/**
 * The address of the page for an object, with its identifiers encoded. For a launch, the page of the simulation, or else
 * of the model, or else of the project.
 * @returns undefined when there is none
 * @throws PageError
 */
export function getPageUrl({ pages, environment }: ServicePages, ids: PageIds): string | undefined {
  const kind = findKind(pages, ids);
  if (kind === undefined) return undefined;
  const page = pages[kind]?.trim() ?? '';
  const problem = findPageProblem(page);
  if (problem !== undefined) throw new PageError(kind, problem, environment);
  return page.replace(placeholders, (_, name: PageKind) => encodeURIComponent(String(ids[name])));
}

const placeholders = /\{(project|model|simulation)_id\}/g;

/** @returns the first kind with a page of which all identifiers are known */
function findKind(pages: Pages, ids: PageIds): PageKind | undefined {
  return pageKinds.find((kind) => {
    const page = pages[kind]?.trim() ?? '';
    const names = [...page.matchAll(placeholders)].map(([, name]) => name as PageKind);
    return page !== '' && [kind, ...names].every((name) => isIdentifier(ids[name]));
  });
}

/** Why an address with placeholders is not used; undefined when it is. */
export function findPageProblem(page: string): PageProblem | undefined {
  // First, because a placeholder in what is no address of a page at all is not what is wrong with it.
  if (/^(?!https?:)[a-z][\w+.-]*:/i.test(page)) return 'scheme';
  if (/^https?:(?!\/\/)/i.test(page)) return 'address';
  if (hasInvisible(page)) return 'hidden';
  if (/^[^/]*(\/\/[^/?#]*)?\{/.test(page)) return 'host';
  const example = page.replace(placeholders, '1');
  if (/[{}]/.test(example)) return 'placeholder';
  const form = findUrlFormProblem(example.replace(/#.*$/s, ''));
  if (form === 'credentials' || form === 'scheme') return form;
  const url = tryParseUrl(example);
  if (form !== undefined || url === undefined || /[\s#\\]/.test(example.replace('#', ''))) return 'address';
  if (isHostRewritten(example, url)) return 'address';
  return isSecretAllowed(url) ? undefined : 'scheme';
}
