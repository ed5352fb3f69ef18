import { isAbsoluteUrl } from '../url/uploadUrl';
import { tryParseUrl } from '../url/parseUrl';
import { isContainer } from '../core/json';

/**
 * A URL in an answer and the keys that lead to it. What a link says of itself as its `rel`, and the method it is for,
 * count as keys.
 */
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

/** Keys that do not say what a link is for. */
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

/** Links for something else, wherever these stand on the way to them. Links are sent to by PUT and by nothing else. */
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

/** The URLs in a JSON value, whatever their scheme. */
export function linksIn(json: unknown, keys: readonly string[] = []): FoundLink[] {
  if (isUrl(json)) return [{ url: json, keys }];
  if (!isContainer(json)) return [];
  if (Array.isArray(json)) return json.flatMap((item) => linksIn(item, keys));
  const around = [...keys, ...purposesIn(json)];
  return Object.entries(json).flatMap(([key, value]) => linksIn(value, [...around, key]));
}

/** The properties by which an object describes the links in it. */
function purposesIn(json: object): string[] {
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
 * The upload link out of those that stand with one of several files: the one whose keys say so, or else the
 * only one that may be. Unless its own key does, that of what holds them all
 * and those inside speak of nothing but links.
 * @param host of the service
 * @param outer how many keys lead to what holds them all
 */
export function uploadLinkOfMany(
  links: readonly FoundLink[],
  host: string,
  outer: number,
): string | undefined {
  const open = links.filter((link) => !leadsElsewhere(link));
  const arePlain = ({ keys }: FoundLink) => keys.slice(Math.max(0, outer - 1)).every(isPlain);
  // Under a key of its own that speaks of an upload, what holds it may be called anything.
  const said = open.filter((link) => saysUpload(link) && (saysItself(link) || arePlain(link)));
  if (said.length > 0) return only(said);
  const mayBe = open.filter((link) => !isOwnResource(link, host));
  const url = only(mayBe.length > 0 ? mayBe : open.filter(saysFile));
  return open.some((link) => link.url === url && arePlain(link)) ? url : undefined;
}

/**
 * The upload link out of all those of an answer about a single file: the one whose keys say so, or else the
 * only link of the answer, when its key speaks of links and of nothing else.
 * @param host of the service
 */
export function uploadLinkOfOne(links: readonly FoundLink[], host: string): string | undefined {
  const open = links.filter((link) => !leadsElsewhere(link));
  const mayBe = open.filter((link) => !isOwnResource(link, host));
  const likely = [open.filter(saysUpload), mayBe.filter(saysFile), open.filter(saysFile)];
  const [first] = likely.filter((found) => found.length > 0);
  if (first !== undefined) return only(first);
  return mayBe.some(saysNothingElse) ? only(links) : undefined;
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

/** Whether a key says it and none after it speaks of something else, as in `upload.thumbnails[].url`. */
function isSaid(keys: readonly string[], says: (key: string) => boolean): boolean {
  const last = keys.findLastIndex(says);
  return last >= 0 && keys.slice(last).every(isPlain);
}

/** Whether a key speaks of links, uploads and files, or of nothing. */
function isPlain(key: string): boolean {
  return meaningOf(key).isPlain;
}

/** `url`, `data.links[].href` */
function saysNothingElse({ keys }: FoundLink): boolean {
  const saysNothing = keys.every((key) => meaningOf(key).isLink || meaningOf(key).isNeutral);
  return saysNothing && (keys.length === 0 || meaningOf(keys.at(-1) ?? '').isLink);
}

interface KeyMeaning {
  /** It is for something else. */
  readonly leadsElsewhere: boolean;
  readonly saysUpload: boolean;
  readonly saysFile: boolean;
  /** It speaks of links and files only. */
  readonly isLink: boolean;
  readonly isNeutral: boolean;
  readonly isPlain: boolean;
}

/** The links of many files have the same keys. */
const meanings = new Map<string, KeyMeaning>();
const maxMeanings = 1000;

function meaningOf(key: string): KeyMeaning {
  const known = meanings.get(key);
  if (known !== undefined) return known;
  if (meanings.size >= maxMeanings) meanings.clear();
  const meaning = meaningOfWords(wordsOf(key));
  meanings.set(key, meaning);
  return meaning;
}

function meaningOfWords(words: readonly string[]): KeyMeaning {
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

/** `upload_url` and `uploadURL` are `upload` and `url`. */
function wordsOf(key: string): string[] {
  const spaced = key.slice(0, 100).replace(/([a-z\d])([A-Z])/g, '$1 $2');
  return (spaced.match(/\p{L}+/gu) ?? []).map((word) => word.toLowerCase());
}

/** Things that a service has itself stand at its own address and need no signature. */
function isOwnResource({ url }: FoundLink, host: string): boolean {
  const parsed = tryParseUrl(url);
  return parsed?.host === host && parsed.search === '';
}

/** The URL of links that all have the same. Those of http and https go before others, such as `s3://…`. */
function only(links: readonly FoundLink[]): string | undefined {
  const urls = new Set(links.map(({ url }) => url));
  if (urls.size === 1) return links[0]?.url;
  const ofWeb = new Set([...urls].filter(isAbsoluteUrl));
  const [url, another] = ofWeb.size > 0 ? ofWeb : urls;
  return another === undefined ? url : undefined;
}
