import { readdirSync } from 'node:fs';
import path from 'node:path';

/** The generation of a record that a file name says; undefined for other files. */
function getGeneration(name: string, id: string): number | undefined {
  const [, generation = '0'] = new RegExp(`^${id}(?:\\.(\\d+))?\\.(?:launch|study)$`).exec(name) ?? [, ''];
  return generation === '' ? undefined : Number(generation);
}

/** The newest file of a record, which counts if it is complete. */
export function newestFile(folder: string, id: string): string {
  const names = readdirSync(folder).filter((name) => getGeneration(name, id) !== undefined);
  const [newest = `${id}.launch`] = names.sort((a, b) => getGeneration(b, id)! - getGeneration(a, id)!);
  return path.join(folder, newest);
}
