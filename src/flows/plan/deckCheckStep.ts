import { setTimeout } from 'node:timers/promises';
import type { CommandContext } from '../../context';
import { DeckCheckThread } from '../../deck/deckCheckThread';
import type { DeckReport } from '../../deck/finding';
import type { Settings } from '../../session/settings';
import { planUpload } from '../../upload/planUpload';
import type { Selection, UploadPlan } from '../../upload/uploadPlan';
import { type PlanFindings, toPlanFindings } from './deckFindings';
import { createDeckOrder, findCheckedRoots } from './deckOrder';

/** How long the plan waits for the check of its decks; ms. */
const maxWaitMs = 2000;

/** A plan of more files is shown at once: the user takes longer to read it than the check takes. */
const maxFilesToWaitFor = 2000;

/** The findings in the decks of a plan: at once, later, or none because nothing is checked. */
export interface PendingFindings {
  readonly now?: PlanFindings;
  readonly later?: Promise<PlanFindings | undefined>;
}

/**
 * Plans an upload, checks the decks in it, and goes on checking while the plan is shown. The check ends with the
 * question.
 * @throws SelectionError if nothing is selected
 */
export async function withDeckFindings<T>(
  { settings, log }: Pick<CommandContext, 'settings' | 'log'>,
  selections: readonly Selection[],
  prepare: () => Promise<UploadPlan>,
  ask: (plan: UploadPlan, findings: PendingFindings) => Promise<T>,
): Promise<T> {
  const closed = new AbortController();
  try {
    const roots = findCheckedRoots(selections, settings);
    const thread = roots.length === 0 ? undefined : new DeckCheckThread(closed.signal);
    const plan = await prepare();
    if (thread === undefined) return await ask(plan, {});
    const found: { now?: PlanFindings } = {};
    const order = createDeckOrder(plan, selections, roots, settings);
    const later = thread.check(order).then(
      (report) => (found.now = toPlanFindings(report)),
      (error: unknown) => {
        // A check that fails must not keep anybody from an upload.
        if (!closed.signal.aborted) log.failed(error);
        return undefined;
      },
    );
    if (plan.files.length <= maxFilesToWaitFor) await Promise.race([later, setTimeout(maxWaitMs)]);
    return await ask(plan, found.now === undefined ? { later } : found);
  } finally {
    closed.abort();
  }
}

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
