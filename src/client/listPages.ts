import type { Clock } from './core/clock';
import { isSignInRequired, ServiceError } from './core/errors';
import type { ListedItem, Listing } from './core/types';
import type { ListPage, PagePosition } from './response/decodeList';
import type { RequestTarget } from './url/uploadUrl';

/** Limits of one list with all its pages. */
const maxPages = 100;
const maxPagesMs = 2 * 60_000;

/** One page, and the length of its response in bytes. */
export interface ReceivedPage {
  readonly page: ListPage;
  readonly bytes: number;
}

export interface PageSource {
  /**
   * Requests one page.
   * @param target undefined for the first one
   * @throws {ServiceError}
   */
  readonly request: (
    target: RequestTarget | undefined,
    position: Required<Pick<PagePosition, 'before'>> & { readonly maxBodyBytes: number },
  ) => Promise<ReceivedPage>;
  /** @returns undefined for an address to which no request may be sent */
  readonly findTarget: (next: string, page: RequestTarget | undefined) => RequestTarget | undefined;
  /** Limit for the responses together. */
  readonly maxBytes: number;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly log: (line: string) => void;
}

/**
 * Requests a list, and its further pages as long as each says where the next one is. A page that cannot be had ends the
 * list, which then says that it is not whole.
 * @throws the errors of the first page, and of a sign-in
 */
export async function listPages(source: PageSource): Promise<Listing<ListedItem>> {
  const startMs = source.clock.elapsed();
  const first = await source.request(undefined, {
    before: { entries: 0, pages: 0 },
    maxBodyBytes: source.maxBytes,
  });
  const list = new PagedList(first);
  let target: RequestTarget | undefined;
  while (list.next !== undefined && list.pages < maxPages && list.bytes < source.maxBytes) {
    const next = source.findTarget(list.next, target);
    const isTooLate = source.clock.elapsed() - startMs > maxPagesMs;
    if (next === undefined || list.hasVisited(next.path) || isTooLate) break;
    target = next;
    const received = await requestFurther(source, next, list);
    if (received === undefined || !list.add(received)) break;
  }
  return list.listing;
}

async function requestFurther(
  source: PageSource,
  target: RequestTarget,
  { entries, pages, bytes }: PagedList,
): Promise<ReceivedPage | undefined> {
  try {
    return await source.request(target, {
      before: { entries, pages },
      maxBodyBytes: source.maxBytes - bytes,
    });
  } catch (error) {
    if (!(error instanceof ServiceError) || isSignInRequired(error)) throw error;
    source.log(`page ${pages + 1} of the list failed after ${entries} entries: ${error.message}`);
    return undefined;
  }
}

/** The pages of a list so far. */
class PagedList {
  pages = 0;
  bytes = 0;
  #skipped = 0;
  /** The list has changed between two requests, so that an entry may be on none of the pages. */
  #hasMoved = false;
  #partial: ListPage['partial'];
  /** The last count of all entries: not each page repeats it. */
  #total = 0;
  readonly #items: ListedItem[] = [];
  /** The identifiers of the entries; undefined until there is a second page. */
  #known: Set<unknown> | undefined;
  readonly #visited = new Set<string>();

  constructor(first: ReceivedPage) {
    this.add(first);
  }

  get next(): string | undefined {
    return this.#partial?.next;
  }

  get entries(): number {
    return this.#items.length + this.#skipped;
  }

  get listing(): Listing<ListedItem> {
    const isCounted = this.#total > this.entries;
    const isPartial = this.#partial !== undefined || this.#hasMoved || isCounted;
    return {
      items: this.#items,
      skipped: this.#skipped,
      ...(isPartial && { partial: isCounted ? { total: this.#total } : {} }),
    };
  }

  /** Remembers an address. @returns whether it was requested before */
  hasVisited(path: string): boolean {
    const isKnown = this.#visited.has(path);
    this.#visited.add(path);
    return isKnown;
  }

  /** @returns false for a page with nothing but entries that are known by now: it is no other one */
  add({ page, bytes }: ReceivedPage): boolean {
    const fresh = this.pages === 0 ? page.items : this.#takeNew(page.items);
    if (fresh.length === 0 && page.items.length > 0) return false;
    for (const item of fresh) this.#items.push(item);
    this.#hasMoved ||= fresh.length < page.items.length;
    this.#skipped += page.skipped;
    this.#partial = page.partial;
    this.#total = page.partial?.total ?? this.#total;
    this.bytes += bytes;
    this.pages++;
    return true;
  }

  /** The items with identifiers that no page before had. */
  #takeNew(items: readonly ListedItem[]): readonly ListedItem[] {
    const known = (this.#known ??= new Set(this.#items.map(({ id }) => id)));
    const fresh = items.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    return fresh;
  }
}
