import { renameSync, rmSync, symlinkSync } from 'node:fs';

/** Puts a link to itself in the place of a file or folder, which nobody can read (`ELOOP`). @returns puts it back */
export function makeUnreadable(file: string): () => void {
  const aside = `${file}.aside`;
  renameSync(file, aside);
  symlinkSync(file, file);
  return () => {
    rmSync(file);
    renameSync(aside, file);
  };
}
