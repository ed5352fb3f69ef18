import { isContainer } from '../core/json';
import { isPauseDue, mapWithPauses, pause } from '../core/pause';
import { tryParseUrl } from '../url/parseUrl';
import { getChild } from './jsonPointer';
import type { ModelFileFinder } from './modelFileFinder';
import {
  type AssignedUrl,
  awaitsUpload,
  type FoundUrl,
  hasOtherPurpose,
  isFileNameKey,
  isNameKey,
  isPlain,
  isUrl,
  maxUrls,
  pickUploadUrl,
  purposeKeys,
} from './pickUploadUrl';

/** File name to upload URL. */
export type UrlMap = ReadonlyMap<string, string>;

/** What upload URLs are looked for. */
export interface UploadUrlSearch {
  readonly requested: ModelFileFinder;
  /** The host of the service. */
  readonly host: string;
}

/** The requested file that a part of a response names; `null` for several, or for one that was not requested. */
type FileOfPart = string | null | undefined;

function joinFilesOfParts(one: FileOfPart, other: FileOfPart): FileOfPart {
  if (one === undefined || one === other) return other;
  return other === undefined ? one : null;
}

/** Where a part of a response is. */
interface Surroundings {
  /** The keys around it. */
  readonly keys: readonly string[];
  /** Whether it is in an array, or under a file's name. */
  readonly isInEntry: boolean;
  /** Whether it is under a file's name. */
  readonly isUnderName?: boolean;
  /** Whether the object that has it says that a file is yet to be sent. */
  readonly isAwaited?: boolean;
}

interface Part {
  readonly file: FileOfPart;
  /** The URLs in it, at most as many as may belong to one file. */
  readonly urls: readonly FoundUrl[];
  /** The keys around it. */
  readonly keys: readonly string[];
}

/** The parts of an array, of an object whose keys are names of files, or of another object. */
interface Parts {
  readonly of: 'array' | 'map' | 'object';
  readonly list: readonly Part[];
}

/**
 * Reads one response, or one place in it, once. It goes from the inside to the outside: a part belongs to the file that
 * it names, until a larger part names a second one. For `deck.inp` and `mesh.inp`:
 *
 *     { "files": [                                   names both: each entry belongs to the file that it names
 *         { "name": "deck.inp",                      names one,
 *           "target": { "url": "https://…/7f3a" } }, so this URL is its URL
 *         { "name": "mesh.inp",
 *           "target": { "url": "https://…/b201" } } ],
 *       "status_url": "https://…/status" }           is in none of the two parts, and does not count
 */
export class UploadUrlReader {
  /** The requested names among all texts and keys, in the order in which they come. */
  readonly named = new Set<string>();
  /** The URLs in the parts that name one file. */
  readonly #assigned = new Map<string, AssignedUrl[]>();
  /** Whether a part looks like the entry of a file that was not requested. */
  #isRefused = false;
  #visits = 0;

  readonly #search: UploadUrlSearch;
  readonly #areNamesInUrls: boolean;
  readonly #isSingle: boolean;

  /** @param namesAre `inUrls` if only the paths of URLs name files */
  constructor(search: UploadUrlSearch, namesAre: 'besideUrls' | 'inUrls' = 'besideUrls') {
    this.#search = search;
    this.#areNamesInUrls = namesAre === 'inUrls';
    this.#isSingle = search.requested.files.length === 1;
  }

  /**
   * @param keys that are taken for those around the value
   * @returns undefined unless there is one upload URL for each file
   */
  async findUrls(json: unknown, keys: readonly string[] = []): Promise<UrlMap | undefined> {
    const { requested, host } = this.#search;
    const whole = await this.read(json, keys);
    if (this.#assigned.size === 0 && !this.#isRefused) {
      if (this.#isSingle && whole.file !== null) this.#assign({ ...whole, file: requested.files[0]?.name });
      // Only if no name stands with a URL: a file that is missing there may not be found elsewhere.
      const mayBeInUrls = !this.#isSingle && !this.#areNamesInUrls && typeof whole.file !== 'string';
      if (mayBeInUrls) return await new UploadUrlReader(this.#search, 'inUrls').findUrls(json, keys);
    }
    if (this.#isRefused) return undefined;
    const urls = await mapWithPauses(requested.files, ({ name }) =>
      pickUploadUrl(this.#assigned.get(name) ?? [], host),
    );
    return await toUrlMap(urls, requested);
  }

  /** Whether names stand with URLs, so that a list without names cannot be meant. */
  get hasNames(): boolean {
    return this.#isRefused || this.#assigned.size > 0;
  }

  /** Assigns the URLs in a value to the files that are named with them. */
  async read(json: unknown, keys: readonly string[]): Promise<Part> {
    return await this.#readPart(json, { keys, isInEntry: false });
  }

  async #readPart(json: unknown, around: Surroundings): Promise<Part> {
    if (isPauseDue(++this.#visits)) await pause();
    if (typeof json === 'string') return this.#readText(json, around);
    if (isContainer(json)) return await this.#readContainer(json, around);
    return { file: undefined, urls: [], keys: around.keys };
  }

  async #readContainer(
    container: Readonly<Record<string, unknown>>,
    { keys, isInEntry, isUnderName = false }: Surroundings,
  ): Promise<Part> {
    const isArray = Array.isArray(container);
    const inner = [...keys, ...listPurposes(container)];
    const isAwaited =
      isInEntry && !isArray && (isUnderName || this.#hasName(container)) && awaitsUpload(container);
    const parts: Part[] = [];
    const urls: FoundUrl[] = [];
    let file: FileOfPart;
    let isMap = false;
    for (const key of Object.keys(container)) {
      const value = container[key];
      const named = isArray ? undefined : this.#findInKey(key, value);
      const isEntry = isArray || named !== undefined;
      isMap ||= named !== undefined;
      const found = await this.#readPart(
        value,
        isEntry
          ? { keys: inner, isInEntry: true, isUnderName: named !== undefined }
          : { keys: [...inner, key], isInEntry, isAwaited },
      );
      const part = { ...found, file: joinFilesOfParts(found.file, named) };
      // No other file ends the part of a single one: it is the innermost entry with its name and a URL.
      if (this.#isSingle && isEntry && this.#assign(part)) continue;
      parts.push(part);
      urls.push(...part.urls.slice(0, maxUrls - urls.length));
      file = joinFilesOfParts(file, part.file);
    }
    if (file === null && !this.#isSingle)
      await this.#assignAll({ of: isArray ? 'array' : isMap ? 'map' : 'object', list: parts });
    return { file, urls, keys };
  }

  /** Whether an object has the name of a requested file. */
  #hasName(entry: Readonly<Record<string, unknown>>): boolean {
    return Object.entries(entry).some(
      ([key, value]) =>
        typeof value === 'string' && isNameKey(key) && this.#search.requested.find(value) !== undefined,
    );
  }

  #readText(text: string, { keys, isInEntry, isAwaited }: Surroundings): Part {
    const key = keys.at(-1) ?? '';
    if (isUrl(text)) {
      const isNamed = this.#areNamesInUrls && isPlain(key) && !hasOtherPurpose(keys);
      const file = isNamed ? this.#search.requested.findInUrl(text) : undefined;
      return { file, urls: [{ url: text, keys, isAwaited }], keys };
    }
    const named = this.#note(this.#search.requested.find(text));
    const isOther = named === undefined && this.#isSingle && isInEntry && isFileNameKey(key);
    const file = isNameKey(key) && !this.#areNamesInUrls ? named : undefined;
    return { file: isOther ? null : file, urls: [], keys };
  }

  /** A key with a text or number is a field, even if a file has the same name. */
  #findInKey(key: string, value: unknown): string | undefined {
    const isField = typeof value === 'string' ? !isUrl(value) : !isContainer(value);
    return isField || this.#areNamesInUrls ? undefined : this.#note(this.#search.requested.find(key));
  }

  #note(name: string | undefined): string | undefined {
    if (name !== undefined) this.named.add(name);
    return name;
  }

  /** Assigns the parts of a value that names several files. */
  async #assignAll(parts: Parts): Promise<void> {
    for (const [index, part] of parts.list.entries()) {
      if (isPauseDue(index)) await pause();
      if (!this.#assign(part) && this.#isOfOtherFile(part, parts.of)) this.#isRefused = true;
    }
  }

  /** Whether a part of an array or map looks like the entry of a file, but of one that was not requested. */
  #isOfOtherFile(part: Part, of: Parts['of']): boolean {
    if (part.file !== undefined) return false;
    if (of === 'map') return part.urls.length > 0 && !hasOtherPurpose(part.keys);
    return of === 'array' && pickUploadUrl(listUrls(part), this.#search.host) !== undefined;
  }

  /** @returns whether it names one file and has URLs */
  #assign(part: Part): boolean {
    if (typeof part.file !== 'string' || part.urls.length === 0) return false;
    const assigned = this.#assigned.get(part.file) ?? [];
    this.#assigned.set(part.file, assigned);
    for (const url of listUrls(part)) assigned.push(url);
    return true;
  }
}

/** The texts by which an object describes the URLs in it, such as `PUT`. */
function listPurposes(container: unknown): string[] {
  return purposeKeys.map((key) => getChild(container, key)).filter((value) => typeof value === 'string');
}

/**
 * @param urls the URL for each file, in the order of the request
 * @returns undefined unless each file has one, which leads to a place of its own and names no other file
 */
export async function toUrlMap(
  urls: readonly (string | undefined)[],
  requested: ModelFileFinder,
): Promise<UrlMap | undefined> {
  const map = new Map<string, string>();
  const targets = new Set<string>();
  for (const [index, { name }] of requested.files.entries()) {
    if (isPauseDue(index)) await pause();
    const url = urls[index];
    if (url === undefined || (requested.findInUrl(url) ?? name) !== name) return undefined;
    map.set(name, url);
    targets.add(tryParseUrl(url)?.href.replace(/\?$/, '') ?? url);
  }
  // Two files with one target would overwrite each other there.
  return targets.size < requested.files.length ? undefined : map;
}

/** The nearest key around a part describes it too, as in `thumbnails.a`. */
function listUrls({ urls, keys }: Part): AssignedUrl[] {
  return urls.map((url) => ({ ...url, inner: url.keys.slice(Math.max(0, keys.length - 1)) }));
}
