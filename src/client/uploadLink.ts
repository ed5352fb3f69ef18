import { isContainer } from './decodeJson';
import { isAbsoluteUrl } from './uploadUrl';
import { parsedUrl } from './urlText';

/** A URL in an answer and the keys that lead to it. What a link says of itself as its `rel` counts as a key. */
export interface FoundLink {
  readonly url: string;
  readonly keys: readonly string[];
}

const uploadWords = new Set(['upload', 'uploads', 'put', 'signed', 'presigned']);
const linkWords = new Set(['url', 'urls', 'uri', 'uris', 'link', 'links', 'href', 'hrefs']);
const fileWords = new Set(['file', 'files']);

/** What says nothing of what a link is for. */
const neutralWords = new Set([
  ...['data', 'result', 'results', 'response', 'payload', 'body', 'content', 'item', 'items', 'values'],
  ...['attributes', 'model', 'pre', 'target', 'targets', 'location', 'endpoint', 'address'],
]);

/** The URLs in a JSON value, whatever their scheme. */
export function linksIn(json: unknown, keys: readonly string[] = []): FoundLink[] {
  if (isUrl(json)) return [{ url: json, keys }];
  if (!isContainer(json)) return [];
  if (Array.isArray(json)) return json.flatMap((item) => linksIn(item, keys));
  const { rel } = json as { readonly rel?: unknown };
  const around = typeof rel === 'string' ? [...keys, rel] : keys;
  return Object.entries(json).flatMap(([key, value]) => linksIn(value, [...around, key]));
}

export function isUrl(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z\d+.-]*:\/\//i.test(value);
}

/**
 * The upload link out of those that stand with one of several files: the one whose keys say so, or else the
 * only one that may be.
 * @param host of the service
 */
export function uploadLinkOfMany(links: readonly FoundLink[], host: string): string | undefined {
  const open = links.filter((link) => !leadsElsewhere(link));
  const said = open.filter(saysUpload);
  return only(said.length > 0 ? said : open.filter((link) => saysFile(link) || !isOwnResource(link, host)));
}

/**
 * The upload link out of all those of an answer about a single file: the one whose keys say so, or else the
 * only link of the answer, when its key speaks of links and of nothing else.
 * @param host of the service
 */
export function uploadLinkOfOne(links: readonly FoundLink[], host: string): string | undefined {
  const open = links.filter((link) => !leadsElsewhere(link));
  const said = open.filter(saysUpload);
  if (said.length > 0) return only(said);
  const mayBe = open.filter((link) => !isOwnResource(link, host));
  const ofFile = mayBe.filter(saysFile);
  if (ofFile.length > 0) return only(ofFile);
  return mayBe.some(saysNothingElse) ? only(links) : undefined;
}

/** `assigned_to`, `uploaded_by` and `signed_off_by` lead to somebody, and `self` to what the service has itself. */
function leadsElsewhere({ keys }: FoundLink): boolean {
  return keys.some((key) => {
    const words = wordsOf(key);
    return words.includes('self') || /^(by|to|off|at|from)$/.test(words.at(-1) ?? '');
  });
}

/** `upload_url`, `uploads[].href`, `signedUrl`, but not `upload.status_url`. */
function saysUpload({ keys }: FoundLink): boolean {
  const says = (key: string) => speaksOf(key, uploadWords, [linkWords, fileWords, neutralWords]);
  const last = keys.at(-1) ?? '';
  return keys.some(says) && (says(last) || isLinkKey(last));
}

/** `files[].url`, `file_url` */
function saysFile({ keys }: FoundLink): boolean {
  return keys.some((key) => speaksOf(key, fileWords, [linkWords])) && isLinkKey(keys.at(-1) ?? '');
}

/** `url`, `data.links[].href` */
function saysNothingElse({ keys }: FoundLink): boolean {
  const isNeutral = (key: string) => wordsOf(key).every((word) => neutralWords.has(word));
  return (
    keys.length === 0 ||
    (isLinkKey(keys.at(-1) ?? '') && keys.every((key) => isLinkKey(key) || isNeutral(key)))
  );
}

function isLinkKey(key: string): boolean {
  return speaksOf(key, new Set([...linkWords, ...fileWords]));
}

/** Whether a key has one of these words and beside them only some of the others. */
function speaksOf(
  key: string,
  words: ReadonlySet<string>,
  others: readonly ReadonlySet<string>[] = [],
): boolean {
  const all = wordsOf(key);
  const isKnown = (word: string) => words.has(word) || others.some((set) => set.has(word));
  return all.some((word) => words.has(word)) && all.every(isKnown);
}

/** `upload_url` and `uploadURL` are `upload` and `url`. */
function wordsOf(key: string): string[] {
  const spaced = key.slice(0, 100).replace(/([a-z\d])([A-Z])/g, '$1 $2');
  return (spaced.match(/[a-z]+/gi) ?? []).map((word) => word.toLowerCase());
}

/** What a service has itself stands at its own address and needs no signature. */
function isOwnResource({ url }: FoundLink, host: string): boolean {
  const parsed = parsedUrl(url);
  return parsed?.host === host && parsed.search === '';
}

/** The URL of links that all have the same. Those of http and https go before others, such as `s3://…`. */
function only(links: readonly FoundLink[]): string | undefined {
  const urls = new Set(links.map(({ url }) => url));
  const ofWeb = new Set([...urls].filter(isAbsoluteUrl));
  const [url, another] = ofWeb.size > 0 ? ofWeb : urls;
  return another === undefined ? url : undefined;
}
