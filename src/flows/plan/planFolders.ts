/** A folder of a plan, which stands for every file below it. */
export interface PlanFolder {
  /** Path in the model; ends with `/`. */
  readonly name: string;
  /** Position of its first file in the list, and of the first file behind it. */
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the folders of files, each before the folders in it. A folder that holds nothing but one folder is left out,
 * because both would stand for the same files.
 *
 * @param names of files, with `/`, sorted by code units, so that the files of a folder follow each other
 */
export function findFolders(names: readonly string[]): PlanFolder[] {
  const found: { name: string; start: number; end: number }[] = [];
  /** The folders of the file before, the outermost first. */
  let open: { name: string; start: number; end: number }[] = [];
  names.forEach((name, index) => {
    open = open.filter((folder) => name.startsWith(folder.name));
    for (
      let end = name.indexOf('/', open.at(-1)?.name.length ?? 0);
      end >= 0;
      end = name.indexOf('/', end + 1)
    ) {
      const folder = { name: name.slice(0, end + 1), start: index, end: index };
      open.push(folder);
      found.push(folder);
    }
    for (const folder of open) folder.end = index + 1;
  });
  return found.filter(({ start, end }, index) => {
    const inside = found[index + 1];
    return inside?.start !== start || inside.end !== end;
  });
}
