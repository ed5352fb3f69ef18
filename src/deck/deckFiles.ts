import { closeSync } from 'node:fs';
import { fill, openRegularFile, type RegularFile } from '../upload/fileReader';
import { isDeckHead, maxKeyHeadBytes, mayBeKeyOrDeck } from '../upload/keyFile';
import type { DeckLine } from './core/deckFormat';
import { decodeHead, LineSplitter } from './textLines';
import { tryOr } from './tryOr';
import { type Location, WorkspaceFiles } from './workspaceFiles';

/** Limit for the beginning of a file by which its format is recognised; bytes. */
const headBytes = 64 * 1024;

/** Limit for the part of one file that is read, from its beginning; bytes. */
const maxTextBytes = 64 * 1024 * 1024;

/** Bytes per read. */
const chunkBytes = 1024 * 1024;

export interface LineOptions {
  readonly hint?: RegExp | undefined;
  /** Whether no further line is wanted. */
  readonly isEnough?: (() => boolean) | undefined;
  /** Called with the number of the last line, or 0, if the file goes on, but cannot or must not be read. */
  readonly onStop: (line: number) => void;
}

/**
 * The files that a check may read: the selected ones and those in the workspace folders, and of these only regular
 * files, opened as for an upload. Nothing else is opened or looked at, whatever a deck names. A file that cannot be
 * read has no lines.
 */
export class DeckFiles {
  /** What may be looked at, unless it is opened. */
  readonly workspace: WorkspaceFiles;
  readonly #selected: ReadonlyMap<string, unknown>;
  readonly #memory = Buffer.allocUnsafeSlow(chunkBytes);
  /** The file that is in the memory as a whole. */
  #last: { readonly file: string; readonly bytes: Buffer } | undefined;

  /** @param selected by their paths */
  constructor(selected: ReadonlyMap<string, unknown>, roots: readonly string[]) {
    this.#selected = selected;
    this.workspace = new WorkspaceFiles(roots);
  }

  /** Where a path leads, as far as it may be looked at. */
  locate(file: string): Location {
    return this.#selected.has(file) ? { file } : this.workspace.locate(file);
  }

  /** The beginning of a text; undefined if the file is binary or cannot be read. */
  readHead(file: string): string | undefined {
    const opened = this.#open(file);
    if (opened === undefined) return undefined;
    const bytes = this.#readText(opened, 0, headBytes);
    closeSync(opened.descriptor);
    // Most files are short: they are not opened again to read their lines.
    if (bytes !== undefined && bytes.length < headBytes) this.#last = { file, bytes };
    return bytes && decodeHead(bytes);
  }

  /** Whether a file with a name that private keys have is a deck. */
  isDeckNamedAsKey(file: string): boolean {
    const opened = mayBeKeyOrDeck(file) ? this.#open(file) : undefined;
    if (opened === undefined) return false;
    const head = this.#readText(opened, 0, maxKeyHeadBytes);
    closeSync(opened.descriptor);
    return head !== undefined && isDeckHead(head);
  }

  /** The lines of a text, or none if the whole of it is short and does not match. */
  *readLines(file: string, { hint, isEnough, onStop }: LineOptions): Iterable<DeckLine> {
    let number = 0;
    for (const lines of this.#readGroups(file, hint)) {
      if (lines === undefined) onStop(number);
      else
        for (const text of lines) {
          if (isEnough?.() === true) return;
          yield { number: ++number, text };
        }
    }
  }

  /** Lines in groups. The last one is undefined if the file goes on. */
  *#readGroups(file: string, hint: RegExp | undefined): Iterable<readonly string[] | undefined> {
    const splitter = new LineSplitter();
    const isWithoutMatch = (bytes: Buffer) => hint?.test(bytes.toString('latin1')) === false;
    if (this.#last?.file === file) {
      if (isWithoutMatch(this.#last.bytes)) return;
      yield splitter.add(this.#last.bytes);
      yield splitter.end();
      return;
    }
    const opened = this.#open(file);
    try {
      for (let position = 0; ; position += chunkBytes) {
        const bytes = opened && this.#readText(opened, position, chunkBytes);
        if (bytes === undefined || (bytes.length > 0 && position >= maxTextBytes)) {
          yield undefined;
          return;
        }
        const isLast = bytes.length < chunkBytes;
        if (isLast && position === 0 && isWithoutMatch(bytes)) return;
        yield splitter.add(bytes);
        if (isLast) break;
      }
      yield splitter.end();
    } finally {
      if (opened !== undefined) closeSync(opened.descriptor);
    }
  }

  #open(file: string): RegularFile | undefined {
    const location = this.locate(file);
    if (typeof location !== 'object') return undefined;
    return tryOr(() => openRegularFile(location.file), undefined);
  }

  /**
   * Reads into the one buffer that all files share.
   * @returns fewer bytes at the end of the file only; undefined if they are no text, or cannot be read
   */
  #readText({ descriptor, stats }: RegularFile, position: number, maxBytes: number): Buffer | undefined {
    this.#last = undefined;
    // Another read would only tell that this is all.
    const wanted = Math.min(maxBytes, Math.max(0, Number(stats.size) - position));
    const bytes = tryOr(() => fill(descriptor, position, this.#memory.subarray(0, wanted)), undefined);
    return bytes?.includes(0) === false ? bytes : undefined;
  }
}
