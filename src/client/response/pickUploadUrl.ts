import { isContainer } from '../core/json';

/** A URL in a response, and the keys that lead to it from the outside. */
export interface FoundUrl {
  readonly url: string;
  readonly keys: readonly string[];
  /** Whether it stands in an entry that says that its file is yet to be sent. */
  readonly isAwaited?: boolean | undefined;
}

/** A URL in a part of the response that names one file. */
export interface AssignedUrl extends FoundUrl {
  /** The keys from the part on, and the nearest one outside. */
  readonly inner: readonly string[];
}

const uploadWord = /^(uploads?|put|write|(pre)?signed|sas)(ur[il]|link|href)?s?$/;

/** Words that say nothing about the purpose of a URL. */
const plainWord =
  /^(ur[il]|link|href|location|endpoint|target|file|object|blob|artifact|part|entry|entrie|item|value|data|result|response|model|action|pre|slot|destination|addresse?|list|transfer|input|storage|s|gcs)s?$/;

/** A key with one of these words leads to URLs with another purpose, signed ones too. Uploads use PUT only. */
const otherPurpose =
  /^(get|head|post|patch|delete|remove|downloads?|read|fetch|views?|previews?|thumb(nail)?s?|self|abort|cancel)$/;

/** Words of the keys of names, in any combination, such as `fileName`, `relative_path` or `title`. */
const nameWord =
  /^(name|file|filename|path|key|title|label|object|blob|id|artifact|asset|document|resource|item|entry|entrie|part|member|relative|full|original|display|logical|target|destination|model|upload|input)s?$/;

/** Keys of the values by which an object describes the URLs in it: their relation, and the method. */
export const purposeKeys = ['rel', 'method', 'verb', 'httpMethod', 'http_method'];

/** Words of states in which the file of an entry is yet to be sent. */
const awaitingWord = /^(pending|await(s|ing)?|waiting|expect(s|ing|ed)|missing|requested|initiated|upload)$/;

/**
 * Whether an object says that the file of the URL in it is yet to be sent: it has the headers for that, or such a state.
 * An entry such as `{"name": "deck.inp", "url": "https://…/files/1"}` may as well link to a resource.
 */
export function awaitsUpload(entry: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(entry).some(([key, value]) => {
    if (/^((required|request|upload)_?)?headers?$/i.test(key)) return isContainer(value);
    const isState = /^((upload|file)_?)?(status|state)$/i.test(key) && typeof value === 'string';
    return (
      isState &&
      (splitKey(value).some((word) => awaitingWord.test(word)) || /^not[ _-]?uploaded$/i.test(value))
    );
  });
}

/** More URLs than this cannot belong to one file. */
export const maxUrls = 100;

/** Any scheme counts, so that the error can say why a URL is not used. */
export function isUrl(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text);
}

/** Whether a key may be that of a file's name: `next_file` and `parentPath` name other files. */
export function isNameKey(key: string): boolean {
  const words = splitKey(key);
  return words.length > 0 && words.every((word) => nameWord.test(word));
}

/** Whether a key is surely that of a file's name, in the entry for a file. */
export function isFileNameKey(key: string): boolean {
  return /^((file_?)?(name|path)|file)$/i.test(key);
}

/** Whether a key says that the URL is for something else than an upload. */
export function hasOtherPurpose(keys: readonly string[]): boolean {
  return keys.some((key) => splitKey(key).some((word) => otherPurpose.test(word)));
}

/**
 * Picks the upload URL among those that belong to one file: the one whose keys call it an upload, or else the only one
 * whose keys speak of nothing but URLs and files.
 * A URL on the host of the service without a query is no signed one, so that it counts only if it is called an upload, or
 * its entry awaits one and has no other URL.
 * @param host host of the service
 */
export function pickUploadUrl(urls: readonly AssignedUrl[], host: string): string | undefined {
  if (urls.length >= maxUrls) return undefined;
  const open = urls.filter(({ keys }) => !hasOtherPurpose(keys));
  const called = open.filter(isCalledUpload);
  const isOwnResource = (url: string) =>
    !url.includes('?') && /^https?:\/\/([^/]*)/i.exec(url)?.[1]?.toLowerCase() === host;
  const plain = open.filter(({ inner }) => inner.every(isPlain));
  const foreign = plain.filter(({ url }) => !isOwnResource(url));
  const awaited = open.length === plain.length ? plain.filter(({ isAwaited }) => isAwaited) : [];
  const found = [called, foreign, awaited].find((list) => list.length > 0) ?? [];
  const [picked, another] = new Set(found.map(({ url }) => url));
  return another === undefined ? picked : undefined;
}

/** `upload_url`, `uploads[].href`, but not `upload.status_url` or `upload.owner.url`. */
function isCalledUpload({ keys }: FoundUrl): boolean {
  const lastOther = keys.findLastIndex((key) => !isPlain(key));
  return keys.slice(lastOther + 1).some((key) => splitKey(key).some((word) => uploadWord.test(word)));
}

/** Whether a key speaks of nothing but URLs and files: not that of a link to the previous file. */
export function isPlain(key: string): boolean {
  return splitKey(key).every((word) => plainWord.test(word) || uploadWord.test(word));
}

/** Splits `upload_url` and `uploadURL` into `upload` and `url`. */
export function splitKey(key: string): string[] {
  const spaced = key.slice(0, 100).replace(/([a-z\d])([A-Z])/g, '$1 $2');
  return (spaced.match(/\p{L}+/gu) ?? []).map((word) => word.toLowerCase());
}
