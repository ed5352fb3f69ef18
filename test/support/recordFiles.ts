import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { decodeLines } from './recordText';

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

/** The entries in the newest file of a launch, the first one included. */
export function readEntries(folder: string, launch: string): ReturnType<typeof decodeLines> {
  return decodeLines(readFileSync(newestFile(folder, launch), 'utf8'));
}

export function readKinds(folder: string, launch: string): string[] {
  return readEntries(folder, launch).map(({ kind }) => kind);
}

/** Lets the last heartbeat of a lock be so long ago; by default, its owner seems to be dead. */
export function silence(lock: string, ms = 120_000): void {
  const heard = new Date(Date.now() - ms);
  utimesSync(lock, heard, heard);
}
