import { DeckCheckThread } from '../../deck/deckCheckThread';
import type { DeckReport } from '../../deck/finding';
import type { Settings } from '../../session/settings';
import { planUpload } from '../../upload/planUpload';
import type { Selection, UploadPlan } from '../../upload/uploadPlan';
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
  settings: Pick<Settings, 'deckFormats' | 'exclude'>,
  signal: AbortSignal,
): Promise<CheckedSelections> {
  const thread = new DeckCheckThread(signal);
  const plan = await planUpload(selections, { signal });
  const roots = selections.map(({ root }) => root);
  return { plan, report: await thread.check(createDeckOrder(plan, selections, roots, settings)) };
}
