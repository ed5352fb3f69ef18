/** A URL in a response, and the keys that lead to it from the outside. */
export interface Link {
  readonly url: string;
  readonly keys: readonly string[];
}

const uploadWord = /^(uploads?|put|(pre)?signed|sas)(ur[il]|link|href)?s?$/;

/** Words that say nothing about the purpose of a URL. */
const plainWord =
  /^(ur[il]|link|href|location|endpoint|target|file|object|blob|artifact|part|entry|entrie|item|value|data|result|response|model|action|pre)s?$/;

/** A key with one of these words leads to URLs with another purpose, signed ones too. Uploads use PUT only. */
const otherPurpose =
  /^(get|head|post|patch|delete|remove|downloads?|read|fetch|views?|previews?|thumb(nail)?s?|self|abort|cancel)$/;

/** Words of the keys of names, in any combination, such as `fileName`, `relative_path` or `title`. */
const nameWord =
  /^(name|file|filename|path|key|title|label|object|blob|id|artifact|asset|document|resource|item|entry|entrie|part|member|relative|full|original|display|logical|target|destination|model|upload|input)s?$/;

/** A URL in a part of the response that names one file. */
export interface AssignedLink extends Link {
  /** The keys from the part on, and the nearest one outside. */
  readonly inner: readonly string[];
}

/** More URLs than this cannot belong to one file. */
export const maxLinks = 100;

/** Any scheme counts, so that the error can say why a URL is not used. */
export function isUrl(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text);
}

/** Whether a key may be that of a file's name: `next_file` and `parentPath` name other files. */
export function isNameKey(key: string): boolean {
  return meaningOf(key).isName;
}

/** Whether a key is surely that of a file's name, in the entry for a file. */
export function isFileNameKey(key: string): boolean {
  return /^((file_?)?(name|path)|file)$/i.test(key);
}

/** The values by which an object describes the URLs in it: the relation of a link, and the method. */
export function listPurposes(json: object): string[] {
  const fields = json as Readonly<Record<string, unknown>>;
  return ['rel', 'method', 'verb', 'httpMethod', 'http_method'].flatMap((key) => {
    const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
    return typeof value === 'string' ? [value] : [];
  });
}

/** Whether the name of a file at the end of a URL counts: not in a link to the previous file. */
export function mayBeUpload(keys: readonly string[]): boolean {
  return isPlain(keys.at(-1) ?? '') && !hasOtherPurpose(keys);
}

/**
 * Picks the upload URL among those that belong to one file: the one whose keys call it an upload, or else the only one
 * whose keys speak of nothing but links and files.
 * @param host host of the service: a URL of its own without a query is no signed one
 */
export function pickUploadUrl(links: readonly AssignedLink[], host: string): string | undefined {
  if (links.length >= maxLinks) return undefined;
  const open = links.filter(({ keys }) => !hasOtherPurpose(keys));
  const said = open.filter(saysUpload);
  const plain = open.filter(({ url, inner }) => inner.every(isPlain) && !isOwnResource(url, host));
  const [url, another] = new Set((said.length > 0 ? said : plain).map((link) => link.url));
  return another === undefined ? url : undefined;
}

/** Whether a key says that the URL is for something else than an upload. */
export function hasOtherPurpose(keys: readonly string[]): boolean {
  return keys.some((key) => meaningOf(key).hasOtherPurpose);
}

/** `upload_url`, `uploads[].href`, but not `upload.status_url` or `upload.owner.url`. */
function saysUpload({ keys }: Link): boolean {
  const at = keys.findLastIndex((key) => meaningOf(key).saysUpload);
  return at >= 0 && keys.slice(at).every(isPlain);
}

function isPlain(key: string): boolean {
  return meaningOf(key).isPlain;
}

function isOwnResource(url: string, host: string): boolean {
  return !url.includes('?') && /^https?:\/\/([^/]*)/i.exec(url)?.[1]?.toLowerCase() === host;
}

interface KeyMeaning {
  readonly isName: boolean;
  readonly isPlain: boolean;
  readonly saysUpload: boolean;
  readonly hasOtherPurpose: boolean;
}

function meaningOf(key: string): KeyMeaning {
  const words = wordsOf(key);
  const isPlainKey = words.every((word) => plainWord.test(word) || uploadWord.test(word));
  return {
    isName: words.length > 0 && words.every((word) => nameWord.test(word)),
    isPlain: isPlainKey,
    saysUpload: isPlainKey && words.some((word) => uploadWord.test(word)),
    hasOtherPurpose: words.some((word) => otherPurpose.test(word)),
  };
}

/** Splits `upload_url` and `uploadURL` into `upload` and `url`. */
function wordsOf(key: string): string[] {
  const spaced = key.slice(0, 100).replace(/([a-z\d])([A-Z])/g, '$1 $2');
  return (spaced.match(/\p{L}+/gu) ?? []).map((word) => word.toLowerCase());
}
