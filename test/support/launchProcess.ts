import { systemClock } from '../../src/client/core/clock';
import type { CreatedObject } from '../../src/journal/errors';
import { RecordLock } from '../../src/journal/recordLock';
import { Journal } from '../../src/launch/journal';
import type { LaunchContext, LaunchPlan } from '../../src/launch/launch';
import { runLaunch } from '../../src/launch/runLaunch';
import { createClient } from './client';
import { linksIn } from './launches';

/** A countable event in the process, so that it can die at any occurrence. */
export type ProcessEvent = 'entry' | 'logLine' | 'links';

/** One launch, as a window would run it; the first argument of the program, as JSON. */
export interface LaunchOrder {
  readonly baseUrl: string;
  /** Contains the journal, and the upload URLs in place of a keyring. */
  readonly folder: string;
  /** Begins this launch, or continues the one with this id. */
  readonly launch: (LaunchPlan & LaunchContext) | string;
  /** Dies without any clean-up right after the nth event of a kind, counted from 1. */
  readonly dieAfter?: { readonly event: ProcessEvent; readonly count: number };
}

/** The message that a launch sends to its parent at its end: empty on success. */
export interface LaunchEnd {
  readonly error?: {
    readonly name: string;
    readonly code: string | undefined;
    readonly created?: CreatedObject;
  };
}

/**
 * Runs a launch, or, without an order, takes the lock named by each message and reports whether it succeeded.
 */
async function main(): Promise<void> {
  const order = process.argv[2];
  if (order === undefined) {
    takeLocks();
    return;
  }
  const end = await launch(JSON.parse(order) as LaunchOrder).then(
    (): LaunchEnd => ({}),
    (error: unknown): LaunchEnd => {
      const { name, code, created } = error as { name: string; code?: string; created?: CreatedObject };
      return { error: { name, code, ...(created && { created }) } };
    },
  );
  process.send?.(end, () => process.disconnect());
}

async function launch(order: LaunchOrder): Promise<void> {
  const happened = deathCounter(order.dieAfter);
  const client = createClient(order.baseUrl, { log: () => happened('logLine') });
  const journal = new Journal(order.folder, systemClock);
  const isNew = typeof order.launch !== 'string';
  const record = await (isNew ? journal.begin(order.launch) : journal.continue(order.launch));
  if (isNew) happened('entry');
  try {
    await runLaunch({
      client,
      journal: record,
      clock: systemClock,
      random: Math.random,
      parallelFiles: 2,
      uploadUrls: linksIn(order.folder, () => happened('links')),
      signal: new AbortController().signal,
      onChange: () => happened('entry'),
    });
  } finally {
    await record.close();
    await client.close();
  }
}

function deathCounter(dieAfter: LaunchOrder['dieAfter']): (event: ProcessEvent) => void {
  let count = 0;
  return (event) => {
    if (event === dieAfter?.event && ++count === dieAfter.count) process.kill(process.pid, 'SIGKILL');
  };
}

function takeLocks(): void {
  let held: RecordLock | undefined;
  process.on('message', (file: string) => {
    void (async () => {
      await held?.release();
      held = await RecordLock.take(file).catch(() => undefined);
      process.send?.(held !== undefined);
    })();
  });
}

void main();
