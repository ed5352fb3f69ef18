/**
 * Lists that say that there is more, and lists that only look like it. Written before anybody looked at the code that
 * reads them. Every list has two elements.
 */
export interface PartialListShape {
  readonly from: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the response says: how many there are in all (where it says so), and what leads to the next part. */
  readonly more: false | { readonly total?: number; readonly next?: string };
}

const two = [{ id: 7 }, { id: 8 }];

export const partialLists: readonly PartialListShape[] = [
  {
    from: 'Django REST framework',
    body: { count: 250, next: 'http://h/projects?page=2', previous: null, results: two },
    more: { total: 250, next: 'http://h/projects?page=2' },
  },
  { from: 'total', body: { total: 250, limit: 2, offset: 0, items: two }, more: { total: 250 } },
  { from: 'has_more', body: { has_more: true, data: two }, more: {} },
  { from: 'hasMore', body: { hasMore: true, data: two }, more: {} },
  {
    from: 'Link header',
    body: two,
    headers: { link: '</projects?page=2>; rel="next", </projects?page=9>; rel="last"' },
    more: { next: '/projects?page=2' },
  },
  { from: 'X-Total-Count', body: two, headers: { 'x-total-count': '250' }, more: { total: 250 } },
  { from: 'Content-Range', body: two, headers: { 'content-range': '0-1/250' }, more: { total: 250 } },
  { from: 'next page token', body: { items: two, nextPageToken: 'CAE' }, more: {} },
  { from: 'next_cursor', body: { items: two, next_cursor: 'CAE' }, more: {} },
  { from: 'response metadata', body: { items: two, response_metadata: { next_cursor: 'CAE' } }, more: {} },
  {
    from: 'OData',
    body: { '@odata.count': 250, '@odata.nextLink': 'http://h/p?$skip=2', value: two },
    more: { total: 250, next: 'http://h/p?$skip=2' },
  },
  {
    from: 'JSON:API',
    body: { data: two, links: { self: '/p', next: '/p?page=2' } },
    more: { next: '/p?page=2' },
  },
  {
    from: 'JSON:API with objects',
    body: { data: two, links: { next: { href: '/p?page=2' } } },
    more: { next: '/p?page=2' },
  },
  {
    from: 'HAL',
    body: { _embedded: { projects: two }, _links: { next: { href: '/p?page=2' } } },
    more: { next: '/p?page=2' },
  },
  {
    from: 'Spring Data',
    body: { content: two, totalElements: 250, last: false, size: 2, number: 0 },
    more: { total: 250 },
  },
  {
    from: 'Spring HATEOAS',
    body: { _embedded: { a: two }, page: { totalElements: 250, number: 0 } },
    more: { total: 250 },
  },
  { from: 'Spring, a slice', body: { content: two, last: false }, more: {} },
  {
    from: 'Laravel',
    body: { data: two, links: { next: 'http://h/p?page=2' }, meta: { total: 250, current_page: 1 } },
    more: { total: 250, next: 'http://h/p?page=2' },
  },
  { from: 'Laravel, simple', body: { data: two, next_page_url: '/p?page=2' }, more: { next: '/p?page=2' } },
  {
    from: 'Hydra',
    body: { 'hydra:member': two, 'hydra:totalItems': 250, 'hydra:view': { 'hydra:next': '/p?page=2' } },
    more: { total: 250, next: '/p?page=2' },
  },
  {
    from: 'API Platform 4',
    body: { member: two, totalItems: 250, view: { next: '/p?page=2' } },
    more: { total: 250, next: '/p?page=2' },
  },
  { from: 'SCIM', body: { totalResults: 250, startIndex: 1, Resources: two }, more: { total: 250 } },
  { from: 'pages that are numbered', body: { items: two, page: 1, pages: 5 }, more: {} },
  {
    from: 'Strapi',
    body: { data: two, meta: { pagination: { page: 1, pageSize: 2, pageCount: 125, total: 250 } } },
    more: { total: 250 },
  },
  {
    from: 'a page info',
    body: { data: { projects: { nodes: two, pageInfo: { hasNextPage: true, endCursor: 'x' } } } },
    more: {},
  },
  { from: 'a number of the next page', body: { items: two, next_page: 2 }, more: {} },
  {
    from: 'paging',
    body: { results: two, paging: { next: { after: 'x', link: '/p?after=x' } } },
    more: { next: '/p?after=x' },
  },
  {
    from: 'kubernetes',
    body: { items: two, metadata: { continue: 'abc', remainingItemCount: 248 } },
    more: {},
  },
  { from: 'a search engine', body: { hits: { total: { value: 250 }, hits: two } }, more: { total: 250 } },
  { from: 'truncated', body: { items: two, truncated: true }, more: {} },
];

export const wholeLists: readonly PartialListShape[] = [
  {
    from: 'Django REST framework',
    body: { count: 2, next: null, previous: 'http://h/p', results: two },
    more: false,
  },
  { from: 'a bare array', body: two, more: false },
  { from: 'a total', body: { total: 2, items: two }, more: false },
  { from: 'a limit', body: { limit: 100, offset: 0, items: two }, more: false },
  {
    from: 'an empty token',
    body: { items: two, nextPageToken: '', next: null, next_cursor: null },
    more: false,
  },
  { from: 'has_more', body: { has_more: false, items: two }, more: false },
  {
    from: 'Link header without next',
    body: two,
    headers: { link: '</p?page=1>; rel="prev", </p>; rel="first next-archive"' },
    more: false,
  },
  {
    from: 'elements that have totals and links',
    body: { items: [{ id: 7, total: 99, next: '/x', links: { next: '/y' } }, { id: 8 }] },
    more: false,
  },
  {
    from: 'Spring Data, the last page',
    body: { content: two, last: true, totalElements: 2, totalPages: 1, number: 0 },
    more: false,
  },
  {
    from: 'a count of something else',
    body: { items: two, total_users: 99, users: { total: 99 } },
    more: false,
  },
  { from: 'the last of the numbered pages', body: { items: two, page: 1, pages: 1 }, more: false },
  { from: 'a count below the length', body: { count: 0, items: two }, more: false },
];
