import { isContainer } from '../core/json';
import { splitUrl } from '../url/splitUrl';
import { isAbsoluteUrl } from '../url/uploadUrl';

/** A URL in a response and the keys on the path to it. Its `rel` and its HTTP method count as keys. */
export interface FoundLink {
  readonly url: string;
  readonly keys: readonly string[];
}

const uploadWords = new Set([
  ...['upload', 'uploads', 'put', 'signed', 'presigned'],
  ...['uploadurl', 'uploadurls', 'uploadlink', 'uploadlinks', 'puturl', 'signedurl', 'presignedurl'],
]);
const linkWords = new Set(['url', 'urls', 'uri', 'uris', 'link', 'links', 'href', 'hrefs']);
const fileWords = new Set(['file', 'files']);

/** Keys that say nothing about a URL's purpose. */
const neutralWords = new Set([
  ...['data', 'result', 'results', 'response', 'payload', 'body', 'content', 'item', 'items', 'values'],
  ...[
    'attributes',
    'model',
    'models',
    'pre',
    'target',
    'targets',
    'location',
    'locations',
    'endpoint',
    'address',
  ],
  ...[
    'list',
    'map',
    'entry',
    'entries',
    'request',
    'details',
    'artifact',
    'artifacts',
    'part',
    'parts',
    'more',
    'mirror',
    'mirrors',
    'u',
  ],
]);

/** A URL with one of these keys on its path has another purpose. Uploads use PUT only. */
const otherPurposes = new Set([
  ...['self', 'get', 'head', 'delete', 'post', 'patch', 'options', 'remove', 'abort', 'cancel', 'revoke'],
  ...['download', 'downloads', 'read', 'fetch', 'view', 'views', 'preview', 'previews', 'status', 'state'],
  ...[
    'thumbnail',
    'thumbnails',
    'thumb',
    'thumbs',
    'icon',
    'icons',
    'image',
    'images',
    'callback',
    'webhook',
  ],
  ...['docs', 'documentation', 'help', 'log', 'logs', 'report', 'reports', 'owner', 'source', 'sources'],
]);

const httpMethod = /^(get|head|put|post|patch|delete|options)$/i;

/** The URLs in a JSON value, with any scheme. */
export function findUrls(json: unknown, keys: readonly string[] = []): FoundLink[] {
  if (isUrl(json)) return [{ url: json, keys }];
  if (!isContainer(json)) return [];
  if (Array.isArray(json)) return json.flatMap((item) => findUrls(item, keys));
  const around = [...keys, ...findPurposes(json)];
  return Object.entries(json).flatMap(([key, value]) => findUrls(value, [...around, key]));
}

/** The values by which an object describes the URLs in it. */
function findPurposes(json: object): string[] {
  return Object.entries(json).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'string') return [];
    const isMethod = httpMethod.test(value) && /method|verb/i.test(key);
    return key === 'rel' || isMethod ? [value] : [];
  });
}

export function isUrl(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z\d+.-]*:\/\//i.test(value);
}

/**
 * Picks the upload URL among the URLs in the entry for one of several files: the one whose keys call it an upload,
 * or else the only candidate. Unless the URL's own key mentions an upload, the key of the container and the keys
 * inside must speak of nothing but links.
 * @param host host of the service
 * @param outer number of keys that lead to the container
 */
export function uploadLinkOfMany(
  links: readonly FoundLink[],
  host: string,
  outer: number,
): string | undefined {
  const open = links.filter((link) => !leadsElsewhere(link));
  const arePlain = ({ keys }: FoundLink) => keys.slice(Math.max(0, outer - 1)).every(isPlain);
  // If the URL's own key mentions an upload, the container's name does not matter.
  const said = open.filter((link) => saysUpload(link) && (saysItself(link) || arePlain(link)));
  if (said.length > 0) return getOnly(said);
  const mayBe = open.filter((link) => !isOwnResource(link, host));
  const url = getOnly(mayBe.length > 0 ? mayBe : open.filter(saysFile));
  return open.some((link) => link.url === url && arePlain(link)) ? url : undefined;
}

/**
 * Picks the upload URL among all URLs of a response for a single file: the one whose keys call it an upload, or else
 * the only URL of the response, if its key speaks of links and of nothing else.
 * @param host host of the service
 */
export function uploadLinkOfOne(links: readonly FoundLink[], host: string): string | undefined {
  const open = links.filter((link) => !leadsElsewhere(link));
  const mayBe = open.filter((link) => !isOwnResource(link, host));
  const likely = [open.filter(saysUpload), mayBe.filter(saysFile), open.filter(saysFile)];
  const [first] = likely.filter((found) => found.length > 0);
  if (first !== undefined) return getOnly(first);
  return mayBe.some(saysNothingElse) ? getOnly(links) : undefined;
}

function leadsElsewhere({ keys }: FoundLink): boolean {
  return keys.some((key) => meaningOf(key).leadsElsewhere);
}

/** `upload_url`, `uploads[].href`, `signedUrl`, but not `upload.status_url`. */
function saysUpload({ keys }: FoundLink): boolean {
  const last = meaningOf(keys.at(-1) ?? '');
  return isSaid(keys, (key) => meaningOf(key).saysUpload) && (last.saysUpload || last.isLink);
}

/** `upload_url` */
function saysItself({ keys }: FoundLink): boolean {
  return meaningOf(keys.at(-1) ?? '').saysUpload;
}

/** `files[].url`, `file_url` */
function saysFile({ keys }: FoundLink): boolean {
  return isSaid(keys, (key) => meaningOf(key).saysFile) && meaningOf(keys.at(-1) ?? '').isLink;
}

/** Whether a key matches and no key after it speaks of something else, as in `upload.thumbnails[].url`. */
function isSaid(keys: readonly string[], says: (key: string) => boolean): boolean {
  const last = keys.findLastIndex(says);
  return last >= 0 && keys.slice(last).every(isPlain);
}

/** Whether a key speaks only of links, uploads and files, or says nothing. */
function isPlain(key: string): boolean {
  return meaningOf(key).isPlain;
}

/** `url`, `data.links[].href` */
function saysNothingElse({ keys }: FoundLink): boolean {
  const saysNothing = keys.every((key) => meaningOf(key).isLink || meaningOf(key).isNeutral);
  return saysNothing && (keys.length === 0 || meaningOf(keys.at(-1) ?? '').isLink);
}

interface KeyMeaning {
  /** The URL has another purpose. */
  readonly leadsElsewhere: boolean;
  readonly saysUpload: boolean;
  readonly saysFile: boolean;
  /** The key speaks of links and files only. */
  readonly isLink: boolean;
  readonly isNeutral: boolean;
  readonly isPlain: boolean;
}

/** Cached, because the URLs of many files have the same keys. */
const meanings = new Map<string, KeyMeaning>();
const maxMeanings = 1000;

function meaningOf(key: string): KeyMeaning {
  const known = meanings.get(key);
  if (known !== undefined) return known;
  if (meanings.size >= maxMeanings) meanings.clear();
  const meaning = classifyWords(wordsOf(key));
  meanings.set(key, meaning);
  return meaning;
}

function classifyWords(words: readonly string[]): KeyMeaning {
  const isOnly = (...sets: readonly ReadonlySet<string>[]) =>
    words.every((word) => sets.some((set) => set.has(word)));
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  return {
    leadsElsewhere: has(otherPurposes),
    saysUpload: has(uploadWords) && isOnly(uploadWords, linkWords, fileWords, neutralWords),
    saysFile: has(fileWords) && isOnly(fileWords, linkWords),
    isLink: words.length > 0 && isOnly(linkWords, fileWords),
    isNeutral: isOnly(neutralWords),
    isPlain: isOnly(uploadWords, linkWords, fileWords, neutralWords),
  };
}

/** Splits `upload_url` and `uploadURL` into `upload` and `url`. */
function wordsOf(key: string): string[] {
  const spaced = key.slice(0, 100).replace(/([a-z\d])([A-Z])/g, '$1 $2');
  return (spaced.match(/\p{L}+/gu) ?? []).map((word) => word.toLowerCase());
}

/** Whether a URL leads to a resource of the service itself: same host and no signature. */
function isOwnResource({ url }: FoundLink, host: string): boolean {
  const parsed = splitUrl(url);
  return parsed?.host === host && parsed.search === '';
}

/** The URL if all links share one. Those with http and https take precedence over others, such as `s3://…`. */
function getOnly(links: readonly FoundLink[]): string | undefined {
  if (links.length === 1) return links[0]?.url;
  const urls = new Set(links.map(({ url }) => url));
  if (urls.size === 1) return links[0]?.url;
  const ofWeb = new Set([...urls].filter(isAbsoluteUrl));
  const [url, another] = ofWeb.size > 0 ? ofWeb : urls;
  return another === undefined ? url : undefined;
}
