import { DeckCheckThread } from '../../src/deck/deckCheckThread';
import { planUpload } from '../../src/upload/planUpload';

export interface DeckOrder {
  readonly folder: string;
  /** Whether the decks are checked as well. */
  readonly isToCheck: boolean;
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
  const { folder, isToCheck } = JSON.parse(process.argv[2] ?? '') as DeckOrder;
  const start = performance.now();
  const thread = isToCheck ? new DeckCheckThread(new AbortController().signal) : undefined;
  const { files, leftOut } = await planUpload([{ root: folder, items: [folder], exclude: [] }]);
  const plannedMs = performance.now() - start;
  if (thread !== undefined) {
    const { findings } = await thread.check({ files, leftOut, roots: [folder], formats: new Map() });
    if (findings.filter(({ state }) => state === 'found').length !== 2000)
      throw new Error('not all are found');
  }
  const figures: DeckFigures = { plannedMs, doneMs: performance.now() - start };
  process.send?.(figures, () => process.disconnect());
}

void main();
