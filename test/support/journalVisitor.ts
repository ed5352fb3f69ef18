import { closeSync, openSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../src/client/core/clock';
import { RecordGoneError } from '../../src/journal/errors';
import { Journal } from '../../src/launch/journal';
import { exclusive, heldMs } from './heldFiles';

/** What another program does with a journal until it gets a message. */
export type Visit = 'reads' | 'holds';

/** What it found, as the message that it sends at its end. */
export interface VisitEnd {
  readonly count: number;
  /** Records that could not be read, and errors. */
  readonly faults: readonly string[];
}

let isOver = false;

/** Reads all launches again and again, as windows do that show them. */
async function read(folder: string): Promise<VisitEnd> {
  const faults: string[] = [];
  let count = 0;
  for (; !isOver; count++) {
    const journal = new Journal(folder, systemClock);
    try {
      const { launches, unreadable } = await journal.read();
      faults.push(...unreadable.map(({ code }) => code));
      for (const { record } of launches) await journal.readFiles(record.plan.launch).catch(ignoreGone);
    } catch (error) {
      faults.push(String(error));
    }
  }
  return { count, faults };
}

/** Holds each new file for a moment, as a virus scanner does. */
async function hold(folder: string): Promise<VisitEnd> {
  const seen = new Set<string>();
  let count = 0;
  while (!isOver) {
    for (const name of namesIn(folder)) {
      if (seen.has(name)) continue;
      try {
        const file = openSync(path.join(folder, name), exclusive);
        setTimeout(() => closeSync(file), heldMs);
        count++;
        seen.add(name);
      } catch {
        // Its owner has it open, or it is gone: later, or never.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return { count, faults: [] };
}

/** It may be removed while it is read. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof RecordGoneError)) throw error;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function main(): Promise<void> {
  const [, , visit, folder = ''] = process.argv;
  process.once('message', () => (isOver = true));
  const end = await (visit === 'holds' ? hold(folder) : read(folder));
  process.send?.(end, () => process.disconnect());
}

void main();
