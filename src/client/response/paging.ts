import { isContainer, isObject } from '../core/json';
import { toPlainName } from './conventions';
import type { Path } from './foundList';
import { getChild } from './jsonPointer';

/** What a response says of the list in it. */
export interface Paging {
  /** Number of entries on all pages together. */
  readonly total?: number;
  /** Address of the next page, as it is written there: absolute, or relative to the request. */
  readonly next?: string;
  /** Number of pages. */
  readonly pages?: number;
  /** Whether it says in another way that there is more. */
  readonly hasMore: boolean;
}

/** The value of a response header by its name in lower case. */
export type ReadHeader = (name: string) => string | undefined;

const totalName =
  /^(count|(x|xwp)?total|total(count|items?|elements|results|records|hits|docs|rows|entries|number|size)|hydratotalitems|odatacount|numfound|records(total|filtered)|(items?|records?|results?|entry)count)$/;
const pagesName = /^(total_?pages|pages|pagecount|pagestotal|lastpage|num(ber)?(of)?pages)$/;
const nextName = /^(next|(odata)?nextlink|next(page)?(url|uri|href|link)|nextpage|hydranext)$/;
const tokenName =
  /^(next(page)?(token|cursor|marker|offset|key|start)|continuation(token)?|continue|lastevaluatedkey)$/;
const moreName =
  /^((has)?more|has(more|next)(pages?|items|results)?|moreavailable|(is)?truncated|incompleteresults)$/;
const lastName = /^(is)?last(page)?$/;
const remainingName = /^remaining(items?)?(count)?$/;

/** Names of objects that describe the list beside them. */
const sideName =
  /^(meta(data)?|paginat(ion|or)(info)?|pag(e|ing|er|einfo)|cursors?|links|responsemetadata|(hydra)?view)$/;
const maxSideDepth = 3;

const totalHeaders = [
  'x-total-count',
  'x-total',
  'total-count',
  'x-wp-total',
  'x-pagination-total-count',
  'x-total-items',
  'total-records',
  'total-objects',
];
const pagesHeaders = ['x-total-pages', 'x-wp-totalpages'];

/** A name in plain form, see {@link toPlainName}, and its value. */
type Fact = readonly [name: string, value: unknown];

/** Reads what the headers say, and the objects around the list at a path and beside it; never its elements. */
export function readPaging(json: unknown, path: Path, header: ReadHeader = () => undefined): Paging {
  const facts: Fact[] = [];
  let value = json;
  for (const step of [...path, '']) {
    if (isObject(value)) addFacts(value, facts);
    value = getChild(value, String(step));
  }
  const valuesOf = (pattern: RegExp) =>
    facts.filter(([name]) => pattern.test(name)).map(([, found]) => found);
  const totals = [
    ...valuesOf(totalName),
    ...totalHeaders.map(header),
    readRangeTotal(header('content-range')),
  ];
  const pages = [...valuesOf(pagesName), ...pagesHeaders.map(header)];
  const nexts = valuesOf(nextName);
  const next = [
    ...nexts.map(readAddress),
    readNextLink(header('link')),
    readAddress(header('next-page')),
  ].find((one) => one !== undefined);
  const total = findLargest(totals);
  const pageCount = findLargest(pages);
  return {
    ...(total !== undefined && { total }),
    ...(next !== undefined && { next }),
    ...(pageCount !== undefined && { pages: pageCount }),
    hasMore:
      [...nexts, ...valuesOf(tokenName), header('x-next-page')].some(saysSomething) ||
      valuesOf(moreName).some((one) => one === true || one === 'true' || one === 1) ||
      valuesOf(lastName).includes(false) ||
      (findLargest(valuesOf(remainingName)) ?? 0) > 0,
  };
}

/** What is known of earlier pages, and of this one. */
interface PagesSoFar {
  readonly entries: number;
  readonly pages: number;
}

/** What is missing; undefined when the response does not say that anything is. */
export function findMissing(
  { total, next, pages = 0, hasMore }: Paging,
  soFar: PagesSoFar,
): { readonly total?: number; readonly next?: string } | undefined {
  const isCounted = total !== undefined && total > soFar.entries;
  if (!isCounted && next === undefined && pages <= soFar.pages && !hasMore) return undefined;
  return { ...(isCounted && { total }), ...(next !== undefined && { next }) };
}

function addFacts(object: Readonly<Record<string, unknown>>, facts: Fact[], depth = 0): void {
  for (const [key, value] of Object.entries(object)) {
    const name = toPlainName(key);
    facts.push([name, value]);
    if (depth === maxSideDepth || !sideName.test(name)) continue;
    if (isObject(value)) addFacts(value, facts, depth + 1);
    // Links may also be a list, in which each says what it leads to.
    else if (name === 'links' && Array.isArray(value))
      for (const link of value) if (getChild(link, 'rel') === 'next') facts.push(['next', link]);
  }
}

/** The largest whole number among values, some of which may be texts or objects with a `value`. */
function findLargest(values: readonly unknown[]): number | undefined {
  const numbers = values.map((value) => (isObject(value) ? value.value : value)).map(readCount);
  return numbers.reduce(
    (largest, one) => (one === undefined || one < (largest ?? 0) ? largest : one),
    undefined,
  );
}

function readCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

const maxAddressLength = 8 * 1024;

/** The address in a text or in an object such as `{"href": "…"}`; undefined for a token, a number or a template. */
function readAddress(value: unknown): string | undefined {
  if (Array.isArray(value)) return readAddress(value[0]);
  if (isObject(value)) {
    // Some links are to be followed by another request than one for a page.
    if (typeof value.method === 'string' && value.method.toUpperCase() !== 'GET') return undefined;
    const inner = ['href', 'url', 'uri', 'link'].map((key) => value[key]);
    return inner
      .map((one) => (isContainer(one) ? undefined : readAddress(one)))
      .find((one) => one !== undefined);
  }
  if (typeof value !== 'string' || value.length > maxAddressLength) return undefined;
  return /^(https?:\/\/|[/?]|[^?]+\?[^=]+=)[^{}]*$/i.test(value.trim()) ? value.trim() : undefined;
}

/** Whether a value leads on, or says that there is something to lead to. */
function saysSomething(value: unknown): boolean {
  if (isContainer(value)) return Object.values(value).some(saysSomething);
  return typeof value === 'string' ? value.trim() !== '' : Boolean(value);
}

/** The address with `rel="next"` in a `Link` header (RFC 8288). */
function readNextLink(text: string | undefined): string | undefined {
  for (const [, address = '', parameters = ''] of (text ?? '').matchAll(/<([^<>]*)>([^<]*)/g)) {
    const rel = /;\s*rel\s*=\s*("[^"]*"|[^\s";,]+)/i.exec(parameters)?.[1] ?? '';
    if (rel.replaceAll('"', '').toLowerCase().split(/\s+/).includes('next')) return address;
  }
  return undefined;
}

/** The length after the slash of `items 0-49/250`. */
function readRangeTotal(text: string | undefined): string | undefined {
  return /^\w*\s*(?:\d+-\d+|\*)\/(\d+)$/.exec(text?.trim() ?? '')?.[1];
}
