import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { forEachParallel } from '../../src/client/core/forEachParallel';
import { DeckCheckThread } from '../../src/deck/deckCheckThread';
import { getFileThread } from '../../src/upload/fileThread';
import { planUpload } from '../../src/upload/planUpload';

export interface DeckOrder {
  readonly folder: string;
  /** A plan, a plan with its decks checked, or nothing but the looks at each file for a plan, one by one. */
  readonly work: 'plan' | 'check' | 'looks';
}

/** The message that the program sends to its parent; ms since its start. */
export interface DeckFigures {
  /** When the plan can be shown. */
  readonly plannedMs: number;
  /** When everything is known. */
  readonly doneMs: number;
}

/** Plans the upload of one folder, and checks its decks as the flow does, in a process of its own. */
async function main(): Promise<void> {
  const { folder, work } = JSON.parse(process.argv[2] ?? '') as DeckOrder;
  const start = performance.now();
  if (work === 'looks') {
    await lookAtEach(folder);
    report(start, performance.now());
    return;
  }
  const thread = work === 'check' ? new DeckCheckThread(new AbortController().signal) : undefined;
  const { files, excluded } = await planUpload([{ root: folder, items: [folder], exclude: [] }]);
  const planned = performance.now();
  if (thread !== undefined) {
    const { findings } = await thread.check({ files, excluded, roots: [folder], formats: new Map() });
    if (findings.filter(({ state }) => state === 'found').length !== 2000)
      throw new Error('not all are found');
  }
  report(start, planned);
}

function report(start: number, planned: number): void {
  const figures: DeckFigures = { plannedMs: planned - start, doneMs: performance.now() - start };
  process.send?.(figures, () => process.disconnect());
}

/** As plans did when the targets were set, without the names, patterns and links. */
async function lookAtEach(folder: string): Promise<void> {
  await forEachParallel(await readdir(folder), 16, async (name) => {
    const file = path.join(folder, name);
    const stats = await lstat(file);
    if (stats.isDirectory()) await lookAtEach(file);
    else await getFileThread().call('lookAtRegular', file);
  });
}

void main();
