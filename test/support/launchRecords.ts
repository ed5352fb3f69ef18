import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JournalEntry } from '../../src/launch/journalEntry';
import { encodeLine } from './recordText';

/** A launch of an existing model, at a service that nobody reaches. */
export const simplePlan = {
  service: {
    origin: 'https://service.invalid',
    basePath: '/',
    variant: 'variant_b',
    settingsFingerprint: '',
  },
  project: { id: 'p1', name: 'Study' },
  model: { id: 'm1', name: 'deck' },
  finalise: true,
  simulate: true,
  bodies: {},
} as const;

/** The end of a launch that has succeeded. */
export const launched: JournalEntry = { kind: 'simulationCreated', id: 's1' };

/**
 * Writes records of launches that were started one after the other. A journal would take minutes to write a thousand. Each
 * comes into the folder as a whole.
 * @param ends how they ended, the oldest first
 */
export function writeLaunches(folder: string, ends: readonly JournalEntry[]): void {
  mkdirSync(folder, { recursive: true });
  let at = Date.now() - ends.length * 1000;
  for (const end of ends) {
    const launch = randomUUID();
    const entries = [
      { kind: 'planned', launch, ...simplePlan },
      { kind: 'creatingSimulation' },
      end,
    ] as const;
    const lines = entries.map((entry, index) => encodeLine({ ...entry, at: (at += 300) }, index));
    const file = path.join(folder, `${launch}.launch`);
    writeFileSync(`${file}.new`, lines.join(''));
    renameSync(`${file}.new`, file);
  }
}
