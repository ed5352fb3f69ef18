import { entriesOf, isContainer } from '../core/json';
import { endsStep, mapInSteps, type Steps } from '../core/yieldToEventLoop';
import { tryParseUrl } from '../url/parseUrl';
import { getChild } from './jsonPointer';
import type { ModelFileFinder } from './modelFileFinder';
import {
  type AssignedUrl,
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

export interface Place {
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

interface Part {
  readonly file: FileOfPart;
  /** The URLs in it, at most as many as may belong to one file. */
  readonly urls: readonly FoundUrl[];
  /** The keys around it. */
  readonly keys: readonly string[];
}

/** Reads one response, or one place in it, once. */
export class UploadUrlReader {
  /** The requested names among all texts and keys, in the order in which they come. */
  readonly named = new Set<string>();
  /** The URLs in the parts that name one file. */
  readonly #assigned = new Map<string, AssignedUrl[]>();
  #isRefused = false;
  #visits = 0;

  readonly #place: Place;
  readonly #areNamesInUrls: boolean;
  readonly #isSingle: boolean;

  /** @param areNamesInUrls whether only the paths of URLs name files */
  constructor(place: Place, areNamesInUrls = false) {
    this.#place = place;
    this.#areNamesInUrls = areNamesInUrls;
    this.#isSingle = place.requested.files.length === 1;
  }

  /**
   * @param keys that are taken for those around the value
   * @returns undefined unless there is one upload URL for each file
   */
  *findUrls(json: unknown, keys: readonly string[] = []): Steps<UrlMap | undefined> {
    const { requested, host } = this.#place;
    const whole = yield* this.read(json, keys);
    if (this.#assigned.size === 0 && !this.#isRefused) {
      if (this.#isSingle && whole.file !== null) this.#assign({ ...whole, file: requested.files[0]?.name });
      // Only if no name stands with a URL: a file that is missing there may not be found elsewhere.
      const mayBeInUrls = !this.#isSingle && !this.#areNamesInUrls && typeof whole.file !== 'string';
      if (mayBeInUrls) return yield* new UploadUrlReader(this.#place, true).findUrls(json, keys);
    }
    if (this.#isRefused) return undefined;
    const urls = yield* mapInSteps(requested.files, ({ name }) =>
      pickUploadUrl(this.#assigned.get(name) ?? [], host),
    );
    return yield* toUrlMap(urls, requested);
  }

  /** Whether names stand with URLs, so that a list without names cannot be meant. */
  get hasNames(): boolean {
    return this.#isRefused || this.#assigned.size > 0;
  }

  /**
   * Assigns the URLs in a value to the files that are named with them.
   * @param isInEntry whether it is in an array or under a file's name
   */
  *read(json: unknown, keys: readonly string[], isInEntry = false): Steps<Part> {
    if (endsStep(++this.#visits)) yield;
    if (typeof json === 'string') return { ...this.#readText(json, keys, isInEntry), keys };
    if (!isContainer(json)) return { file: undefined, urls: [], keys };
    const isArray = Array.isArray(json);
    const purposes = purposeKeys
      .map((key) => getChild(json, key))
      .filter((value) => typeof value === 'string');
    const around = [...keys, ...purposes];
    const parts: Part[] = [];
    const urls: FoundUrl[] = [];
    let file: FileOfPart;
    let isMap = false;
    for (const [key, value] of entriesOf(json)) {
      const named = isArray ? undefined : this.#findInKey(key, value);
      const isEntry = isArray || named !== undefined;
      isMap ||= named !== undefined;
      const inner = yield* this.read(value, isEntry ? around : [...around, key], isInEntry || isEntry);
      const part = { ...inner, file: joinFilesOfParts(inner.file, named) };
      // No other file ends the part of a single one: it is the innermost entry with its name and a URL.
      if (this.#isSingle && isEntry && this.#assign(part)) continue;
      parts.push(part);
      urls.push(...part.urls.slice(0, maxUrls - urls.length));
      file = joinFilesOfParts(file, part.file);
    }
    if (file === null && !this.#isSingle) {
      for (const [index, part] of parts.entries()) {
        if (endsStep(index)) yield;
        if (!this.#assign(part) && this.#isLeftOver(part, isArray, isMap)) this.#isRefused = true;
      }
    }
    return { file, urls, keys };
  }

  #readText(text: string, keys: readonly string[], isInEntry: boolean): Omit<Part, 'keys'> {
    const key = keys.at(-1) ?? '';
    if (isUrl(text)) {
      const isNamed = this.#areNamesInUrls && isPlain(key) && !hasOtherPurpose(keys);
      const file = isNamed ? this.#place.requested.findInUrl(text) : undefined;
      return { file, urls: [{ url: text, keys }] };
    }
    const named = this.#note(this.#place.requested.find(text));
    const isOther = named === undefined && this.#isSingle && isInEntry && isFileNameKey(key);
    const file = isNameKey(key) && !this.#areNamesInUrls ? named : undefined;
    return { file: isOther ? null : file, urls: [] };
  }

  /** A key with a text or number is a field, even if a file has the same name. */
  #findInKey(key: string, value: unknown): string | undefined {
    const isField = typeof value === 'string' ? !isUrl(value) : !isContainer(value);
    return isField || this.#areNamesInUrls ? undefined : this.#note(this.#place.requested.find(key));
  }

  #note(name: string | undefined): string | undefined {
    if (name !== undefined) this.named.add(name);
    return name;
  }

  /** Whether a part of an array or map looks like the entry of a file, but of one that was not requested. */
  #isLeftOver(part: Part, isArray: boolean, isMap: boolean): boolean {
    if (part.file !== undefined) return false;
    if (isMap) return part.urls.length > 0 && !hasOtherPurpose(part.keys);
    return isArray && pickUploadUrl(listUrls(part), this.#place.host) !== undefined;
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

/**
 * @param urls the URL for each file, in the order of the request
 * @returns undefined unless each file has one, which leads to a place of its own and names no other file
 */
export function* toUrlMap(
  urls: readonly (string | undefined)[],
  requested: ModelFileFinder,
): Steps<UrlMap | undefined> {
  const map = new Map<string, string>();
  const targets = new Set<string>();
  for (const [index, { name }] of requested.files.entries()) {
    if (endsStep(index)) yield;
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
