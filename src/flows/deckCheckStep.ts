import { setTimeout } from 'node:timers/promises';
import type { CommandContext } from '../context';
import { runDeckCheck } from '../deck/runDeckCheck';
import type { Selection, UploadPlan } from '../upload/uploadPlan';
import { type PlanFindings, toPlanFindings } from './deckFindings';
import { createDeckOrder } from './deckOrder';

/** How long the plan waits for the check of its decks; ms. */
const maxWaitMs = 2000;

/** A plan of more files is shown at once: the user takes longer to read it than the check takes. */
const maxFilesToWaitFor = 2000;

/** The findings in the decks of a plan: at once, later, or none because nothing is checked. */
export interface PendingFindings {
  readonly now?: PlanFindings;
  readonly later?: Promise<PlanFindings | undefined>;
}

/** Checks the decks of a plan, and goes on while it is shown. The check ends with the question. */
export async function withDeckFindings<T>(
  { settings, log }: Pick<CommandContext, 'settings' | 'log'>,
  { plan, selections }: { readonly plan: UploadPlan; readonly selections: readonly Selection[] },
  ask: (findings: PendingFindings) => Promise<T>,
): Promise<T> {
  const order = createDeckOrder(plan, selections, settings);
  if (order === undefined) return await ask({});
  const closed = new AbortController();
  const found: { now?: PlanFindings } = {};
  const later = runDeckCheck(order, closed.signal).then(
    (report) => (found.now = toPlanFindings(report)),
    (error: unknown) => {
      // A check that fails must not keep anybody from an upload.
      if (!closed.signal.aborted) log.failed(error);
      return undefined;
    },
  );
  try {
    if (plan.files.length <= maxFilesToWaitFor) await Promise.race([later, setTimeout(maxWaitMs)]);
    return await ask(found.now === undefined ? { later } : found);
  } finally {
    closed.abort();
  }
}
