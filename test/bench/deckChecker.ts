import { runDeckCheck } from '../../src/deck/runDeckCheck';
import { planUpload } from '../../src/upload/planUpload';

/** The message that the program sends to its parent. */
export interface DeckFigures {
  readonly planMs: number;
  /** Of planning and, after it, the check. */
  readonly checkedMs: number;
}

/** Plans the upload of one folder and checks its decks, in a process of its own. */
async function main(): Promise<void> {
  const { folder } = JSON.parse(process.argv[2] ?? '') as { readonly folder: string };
  const start = performance.now();
  const plan = await planUpload([{ root: folder, items: [folder], exclude: [] }]);
  const planMs = performance.now() - start;
  const order = {
    files: plan.files,
    leftOut: plan.leftOut,
    roots: [folder],
    formats: new Map<string, string>(),
  };
  const { findings } = await runDeckCheck(order, new AbortController().signal);
  if (findings.filter(({ state }) => state === 'found').length !== 2000) throw new Error('not all are found');
  const figures: DeckFigures = { planMs, checkedMs: performance.now() - start };
  process.send?.(figures, () => process.disconnect());
}

void main();
