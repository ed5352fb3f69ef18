import type { DeckReport } from '../deck/finding';
import { runDeckCheck } from '../deck/runDeckCheck';
import type { Settings } from '../session/settings';
import { planUpload } from '../upload/planUpload';
import type { Selection, UploadPlan } from '../upload/uploadPlan';
import { createDeckOrder } from './deckOrder';

export interface CheckedSelections {
  readonly plan: UploadPlan;
  readonly report: DeckReport;
}

/**
 * Checks the decks of a selection without uploading anything, also where the check before uploads is switched off.
 * @throws the reason of the signal
 */
export async function checkSelections(
  selections: readonly Selection[],
  settings: Pick<Settings, 'deckFormats'>,
  signal: AbortSignal,
): Promise<CheckedSelections> {
  const plan = await planUpload(selections, { signal });
  const order = createDeckOrder(plan, selections, {
    isDeckCheckOn: () => true,
    deckFormats: (folder) => settings.deckFormats(folder),
  });
  const report =
    order === undefined ? { decks: [], findings: [], partlyRead: [] } : await runDeckCheck(order, signal);
  return { plan, report };
}
