import type { DeckCheckOrder, DeckFile } from './finding';

/** A {@link DeckCheckOrder} on its way to the thread: many small objects take much longer than few long texts. */
export type PackedOrder = Omit<DeckCheckOrder, 'files'> & {
  /** The names and the paths of all files, which contain no NUL. */
  readonly names: string;
  readonly paths: string;
};

export function packOrder({ files, ...rest }: DeckCheckOrder): PackedOrder {
  const join = (key: keyof DeckFile) => files.map((file) => file[key]).join('\0');
  return { ...rest, names: join('name'), paths: join('path') };
}

export function unpackOrder({ names, paths, ...rest }: PackedOrder): DeckCheckOrder {
  const separate = paths === '' ? [] : paths.split('\0');
  const separateNames = names.split('\0');
  return { ...rest, files: separate.map((path, index) => ({ name: separateNames[index] ?? '', path })) };
}
