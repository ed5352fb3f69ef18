import { entriesOf, isContainer } from '../core/json';
import type { RequestedFiles } from './requestedFiles';
import {
  type AssignedLink,
  hasOtherPurpose,
  isFileNameKey,
  isNameKey,
  isUrl,
  type Link,
  listPurposes,
  maxLinks,
  mayBeUpload,
  pickUploadUrl,
} from './uploadLink';
import { endsStep, type Steps } from './yieldToEventLoop';

/** File name to upload URL. */
export type UrlMap = ReadonlyMap<string, string>;

export interface Place {
  readonly requested: RequestedFiles;
  /** The host of the service. */
  readonly host: string;
}

/** The requested file that a part of a response names; `null` for several, or for one that was not requested. */
type Naming = string | null | undefined;

function joinNamings(one: Naming, other: Naming): Naming {
  if (one === undefined || one === other) return other;
  return other === undefined ? one : null;
}

interface Part {
  readonly file: Naming;
  /** The URLs in it, at most as many as may belong to one file. */
  readonly links: readonly Link[];
}

/** A container with one entry for each file: in a map, the keys are their names. */
type ListKind = 'array' | 'map' | undefined;

/** Reads one response, or one place in it, once. */
export class UploadUrlReader {
  /** The requested names among all texts and keys, in the order in which they come. */
  readonly named = new Set<string>();
  /** The URLs in the parts that name one file. */
  readonly #assigned = new Map<string, AssignedLink[]>();
  #assignments = 0;
  #isRefused = false;
  #visits = 0;

  readonly #place: Place;
  readonly #areNamesInUrls: boolean;

  /** @param areNamesInUrls whether only the paths of URLs name files */
  constructor(place: Place, areNamesInUrls = false) {
    this.#place = place;
    this.#areNamesInUrls = areNamesInUrls;
  }

  /**
   * @param keys that are taken for those around the value
   * @returns undefined unless there is one upload URL for each file
   */
  *findUrls(json: unknown, keys: readonly string[] = []): Steps<UrlMap | undefined> {
    const { files } = this.#place.requested;
    const whole = yield* this.read(json, keys);
    if (this.#assignments === 0 && !this.#isRefused) {
      if (this.#isSingle && whole.file !== null) this.#assign({ ...whole, file: files[0]?.name }, keys);
      // Only if no name stands with a URL: a file that is missing there may not be found elsewhere.
      const mayBeInUrls = !this.#isSingle && !this.#areNamesInUrls && typeof whole.file !== 'string';
      if (mayBeInUrls) return yield* new UploadUrlReader(this.#place, true).findUrls(json, keys);
    }
    const urls = new Map<string, string>();
    for (const { name } of this.#isRefused ? [] : files) {
      if (endsStep(urls.size)) yield;
      const url = pickUploadUrl(this.#assigned.get(name) ?? [], this.#place.host);
      const nameInUrl = url === undefined ? undefined : this.#place.requested.findInUrl(url);
      if (url === undefined || (nameInUrl ?? name) !== name) return undefined;
      urls.set(name, url);
    }
    return urls;
  }

  /**
   * Assigns the URLs in a value to the files that are named with them.
   * @param isInEntry whether it is in an array or under a file's name
   */
  *read(json: unknown, keys: readonly string[], isInEntry = false): Steps<Part> {
    if (endsStep(++this.#visits)) yield;
    if (typeof json === 'string') return this.#readText(json, keys, isInEntry);
    if (!isContainer(json)) return { file: undefined, links: [] };
    const isArray = Array.isArray(json);
    const around = isArray ? keys : [...keys, ...listPurposes(json)];
    const parts: (readonly [part: Part, keys: readonly string[]])[] = [];
    const links: Link[] = [];
    let file: Naming;
    let list: ListKind = isArray ? 'array' : undefined;
    for (const [key, value] of entriesOf(json)) {
      const named = isArray ? undefined : this.#findInKey(key, value);
      const isEntry = isArray || named !== undefined;
      const inside = isEntry ? around : [...around, key];
      const before = this.#assignments;
      const inner = yield* this.read(value, inside, isInEntry || isEntry);
      const part = { file: joinNamings(inner.file, named), links: inner.links };
      // No other file ends the part of a single one, so that is the innermost entry with its name and a URL.
      if (this.#isSingle && isEntry && this.#assignments === before) this.#assign(part, inside);
      parts.push([part, inside]);
      links.push(...part.links.slice(0, maxLinks - links.length));
      file = joinNamings(file, part.file);
      if (named !== undefined) list = 'map';
    }
    if (file === null && !this.#isSingle) this.#assignAll(parts, list);
    return { file, links };
  }

  get #isSingle(): boolean {
    return this.#place.requested.files.length === 1;
  }

  #readText(text: string, keys: readonly string[], isInEntry: boolean): Part {
    const key = keys.at(-1) ?? '';
    if (isUrl(text)) {
      const isNamed = this.#areNamesInUrls && mayBeUpload(keys);
      return {
        file: isNamed ? this.#place.requested.findInUrl(text) : undefined,
        links: [{ url: text, keys }],
      };
    }
    const named = this.#note(this.#place.requested.find(text));
    const isOther = named === undefined && this.#isSingle && isInEntry && isFileNameKey(key);
    const file = isNameKey(key) && !this.#areNamesInUrls ? named : undefined;
    return { file: isOther ? null : file, links: [] };
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

  #assignAll(parts: readonly (readonly [part: Part, keys: readonly string[]])[], list: ListKind): void {
    for (const [part, keys] of parts) {
      if (part.file === undefined && this.#isLeftOver(part, keys, list)) this.#isRefused = true;
      this.#assign(part, keys);
    }
  }

  /** Whether a part beside those of files is an entry like theirs, but for a file that was not requested. */
  #isLeftOver(part: Part, keys: readonly string[], list: ListKind): boolean {
    if (list === 'map') return part.links.length > 0 && !hasOtherPurpose(keys);
    return list === 'array' && pickUploadUrl(assign(part, keys), this.#place.host) !== undefined;
  }

  #assign(part: Part, outer: readonly string[]): void {
    if (typeof part.file !== 'string' || part.links.length === 0) return;
    const assigned = this.#assigned.get(part.file) ?? [];
    this.#assigned.set(part.file, assigned);
    for (const link of assign(part, outer)) assigned.push(link);
    this.#assignments++;
  }
}

/** @param outer keys around the part: the nearest one describes it too, as in `thumbnails.a` */
function assign({ links }: Part, outer: readonly string[]): AssignedLink[] {
  return links.map((link) => ({ ...link, inner: link.keys.slice(Math.max(0, outer.length - 1)) }));
}
