import type { JournalEntry } from '../../../../src/launch/journalEntry';
import type { LaunchState } from '../../../../src/launch/launchState';
import type { Fault } from './faults';
import type { Cell } from './row';
import { type Column, columns } from './verdicts';

/** Longest wait before each repetition of a request to the service in ms; there is one more attempt than waits. */
const policy: readonly number[] = [500, 1000, 2000];

/** How long a file server may accept nothing; ms. */
const maxFaultMs = 900_000;

/**
 * Longest wait before each repetition of a file; ms. The time in which nothing is accepted begins anew with each other
 * file: large ones are sent first, so two follow the first failures of a large one, and one that of a small one.
 */
function uploadWaits({ fault }: Cell): number[] {
  const waits: number[] = [];
  const tryMs = fault.limit?.('uploadFile') ?? 0;
  const others = isSentFirst(fault) ? 2 : 1;
  for (let fruitlessMs = 0; ;) {
    const waitMs = fault.askedMs ?? Math.min(1000 * 2 ** waits.length, 60_000);
    // The last try is the first one that began later.
    if (fruitlessMs - tryMs > maxFaultMs) return waits;
    waits.push(waitMs);
    fruitlessMs = waits.length <= others ? 0 : fruitlessMs + waitMs + tryMs;
  }
}

/** Whether the file with the fault is sent before the others, because it is large. */
function isSentFirst({ fileSize = Infinity }: Fault): boolean {
  return fileSize > 65_536;
}

export type End = 'done' | 'failed' | 'abandoned' | 'unknown';

export interface Expectation {
  /** How often the fault happens. */
  readonly fired: number;
  readonly waits: readonly number[];
  readonly end: End;
}

/** The state of the launch at each end, and the kind of the last entry in its journal. */
export const ends: Readonly<Record<End, readonly [state: LaunchState, last: JournalEntry['kind']]>> = {
  done: ['launched', 'simulationCreated'],
  failed: ['failed', 'failed'],
  abandoned: ['failed', 'modelAbandoned'],
  unknown: ['unknown', 'unknown'],
};

/** The expected course of a launch when a fault happens once, or each time. */
export function expectation(cell: Cell, stays: boolean): Expectation {
  const { verdict } = cell;
  const waits = findWaits(cell);
  const first = waits.slice(0, 1);
  const met = { fired: 1, waits: [] };
  const repeated = stays ? { fired: 2, waits: first } : { fired: 1, waits: first };
  switch (verdict) {
    case 'succeed':
      return { ...met, end: 'done' };
    case 'fail':
      return { ...met, end: 'failed' };
    case 'abandon model':
      return { ...met, end: 'abandoned' };
    case 'look up':
    case 'ask user':
      return { ...met, end: 'unknown' };
    case 'repeat, then fail':
    case 'wait as asked, then fail':
      return stays ? { fired: waits.length + 1, waits, end: 'failed' } : { ...repeated, end: 'done' };
    case 'repeat once, then fail':
      return { ...repeated, end: stays ? 'failed' : 'done' };
  }
}

function findWaits(cell: Cell): readonly number[] {
  const { operation, fault } = cell;
  return operation === 'uploadFile' ? uploadWaits(cell) : policy.map((ms) => fault.askedMs ?? ms);
}

const steps: readonly Column[] = columns.filter((column) => column !== 'listProjects');

/**
 * Number of requests that the servers see for each operation of a launch.
 * @param arrived requests under the fault that reached a server
 * @param passed whether the operation succeeded in the end
 * @param repeated whether that took a request without the fault
 */
export function expectedCalls(
  { operation, fault }: Cell,
  { fired }: Expectation,
  { arrived, passed, repeated }: { arrived: number; passed: boolean; repeated: boolean },
): Map<Column, number> {
  const at = steps.indexOf(operation);
  // Each failure lets another file be sent, except the one that ends the upload.
  const others = passed ? 2 : Math.min(2, fired - (isSentFirst(fault) ? 1 : 0));
  const count = (step: Column, index: number): number => {
    const usual = step === 'uploadFile' ? 3 : 1;
    if (index < at) return usual;
    if (index > at) return passed ? usual : 0;
    return (step === 'uploadFile' ? others : 0) + arrived + (repeated ? 1 : 0);
  };
  return new Map(steps.map((step, index) => [step, count(step, index)]));
}
