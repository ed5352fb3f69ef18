import { DeckCheckThread } from '../../src/deck/deckCheckThread';
import { planUpload } from '../../src/upload/planUpload';

export interface DeckOrder {
  readonly folder: string;
  /** Whether its decks are checked too. */
  readonly isChecked: boolean;
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
  const { folder, isChecked } = JSON.parse(process.argv[2] ?? '') as DeckOrder;
  const start = performance.now();
  const thread = isChecked ? new DeckCheckThread(new AbortController().signal) : undefined;
  const { files, excluded } = await planUpload([{ root: folder, items: [folder], exclude: [] }]);
  const planned = performance.now();
  if (thread !== undefined) {
    const { findings } = await thread.check({ files, excluded, roots: [folder], formats: new Map() });
    if (findings.filter(({ state }) => state === 'found').length !== 2000)
      throw new Error('not all are found');
  }
  const figures: DeckFigures = { plannedMs: planned - start, doneMs: performance.now() - start };
  process.send?.(figures, () => process.disconnect());
}

void main();
