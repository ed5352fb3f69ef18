import { isInside, normalizeAbsolute, relativePath, toSlashes } from '../files/paths';
import { resolveLinks } from '../files/resolveLinks';
import type { ExcludePattern } from '../upload/excludePatterns';

/** A folder of the window, in which files of a request may be. */
export interface RequestFolder {
  /** Absolute path of the workspace folder, as the window knows it. */
  readonly root: string;
  /** The patterns of the setting, in the syntax of `.gitignore`. */
  readonly exclude: readonly ExcludePattern[];
}

export interface RequestFolders {
  /** One of {@link all}, where relative paths begin; undefined if nobody has said which it is. */
  readonly own: RequestFolder | undefined;
  readonly all: readonly RequestFolder[];
}

/** A path or pattern of a request, as it is in a folder of the window. */
export interface PlacedPath {
  readonly folder: RequestFolder;
  /** Relative to the folder, with `/`; empty for the folder itself. */
  readonly relative: string;
}

/**
 * Whether a written path or pattern is outside of every folder that a window can have: it leads upwards, begins in the
 * home folder or on the current drive, or is one of another system.
 */
export function leadsOut(written: string): boolean {
  const isRelative = !/^[/\\]|^~(?:[/\\]|$)|^[a-z]:/i.test(written);
  return (!isRelative && normalizeAbsolute(written) === undefined) || written.split(/[/\\]/).includes('..');
}

/** The folders of a request that may name files of one folder only. */
export function inOneFolder(folder: RequestFolder): RequestFolders {
  return { own: folder, all: [folder] };
}

/**
 * Finds out to which folder of the window the paths of a request belong. An absolute path belongs to the innermost
 * folder with whose path it begins, with or without the links in that path. Nothing outside of the folders is looked at.
 */
export class RequestPlaces {
  readonly #folders: RequestFolders;
  #realRoots: Promise<readonly string[]> | undefined;

  constructor(folders: RequestFolders) {
    this.#folders = folders;
  }

  /** @param written a path or pattern for which {@link leadsOut} is false */
  async find(written: string): Promise<PlacedPath | 'noFolder' | 'outsideFolder'> {
    const { own } = this.#folders;
    if (normalizeAbsolute(written) !== undefined)
      return (await this.#findAbsolute(written)) ?? 'outsideFolder';
    return own === undefined ? 'noFolder' : { folder: own, relative: written };
  }

  /** Patterns in the syntax of `.gitignore` as they are in one folder. An absolute one belongs to its folder alone. */
  async patternsIn({ root }: RequestFolder, patterns: readonly string[]): Promise<readonly string[]> {
    const found = await Promise.all(
      patterns.map(async (pattern) => {
        const [, sign = '', written = ''] = /^(!?)(.*)$/s.exec(pattern) ?? [];
        const placed = await this.#findAbsolute(written);
        // A slash at the beginning mostly means the folder itself.
        if (placed === undefined) return [pattern];
        return placed.folder.root === root ? [`${sign}/${placed.relative || '**'}`] : [];
      }),
    );
    return found.flat();
  }

  async #findAbsolute(written: string): Promise<PlacedPath | undefined> {
    const absolute = normalizeAbsolute(written);
    if (absolute === undefined) return undefined;
    const { all } = this.#folders;
    const given = all.map(({ root }) => root);
    return findInnermost(all, given, absolute) ?? findInnermost(all, await this.#listRealRoots(), absolute);
  }

  async #listRealRoots(): Promise<readonly string[]> {
    return await (this.#realRoots ??= Promise.all(
      this.#folders.all.map(({ root }) => resolveLinks(root).catch(() => root)),
    ));
  }
}

/** @param roots the paths of the folders */
function findInnermost(
  folders: readonly RequestFolder[],
  roots: readonly string[],
  absolute: string,
): PlacedPath | undefined {
  const around = folders
    .map((folder, index) => ({ folder, root: roots[index] ?? '' }))
    .filter(({ root }) => isInside(root, absolute))
    .sort((one, other) => other.root.length - one.root.length);
  const [innermost] = around;
  if (innermost === undefined) return undefined;
  const relative = toSlashes(relativePath(innermost.root, absolute));
  // A pattern that ends with a slash means folders only.
  const isFolder = /[/\\]$/.test(absolute) && relative !== '' && !relative.endsWith('/');
  return { folder: innermost.folder, relative: isFolder ? `${relative}/` : relative };
}
