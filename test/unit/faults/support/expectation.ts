import type { JournalEntry } from '../../../../src/launch/journalEntry';
import type { LaunchState } from '../../../../src/launch/launchState';
import type { Cell } from './rows';
import type { Column } from './verdicts';

/** Longest wait before each repetition in ms; there is one more attempt than waits. */
const policy: Readonly<Record<Column, readonly number[]>> = {
  createProject: [500, 1000, 2000],
  listProjects: [500, 1000, 2000],
  createModel: [500, 1000, 2000],
  uploadFile: [1000, 2000, 4000, 8000],
  finaliseModel: [500, 1000, 2000],
  createSimulation: [500, 1000, 2000],
};

export type End = 'done' | 'failed' | 'abandoned' | 'unknown';

export interface Expectation {
  /** How often the fault happens. */
  readonly fired: number;
  readonly waits: readonly number[];
  readonly end: End;
}

export const states: Readonly<Record<End, LaunchState>> = {
  done: 'launched',
  failed: 'failed',
  abandoned: 'failed',
  unknown: 'unknown',
};

export const lastEntries: Readonly<Record<End, JournalEntry['kind']>> = {
  done: 'simulationCreated',
  failed: 'failed',
  abandoned: 'modelAbandoned',
  unknown: 'unknown',
};

/** The expected course of a launch when a fault happens once, or each time. */
export function expectation({ operation, fault, verdict }: Cell, stays: boolean): Expectation {
  const waits = policy[operation].map((ms) => fault.askedMs ?? ms);
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

const steps: readonly Column[] = [
  'createProject',
  'createModel',
  'uploadFile',
  'finaliseModel',
  'createSimulation',
];

/**
 * Number of requests that the servers see for each operation of a launch.
 * @param arrived requests under the fault that reached a server
 * @param passed whether the operation succeeded in the end
 * @param repeated whether that took a request without the fault
 * @param isFirst whether the file with the fault is sent first, because it is large
 */
export function expectedCalls(
  operation: Column,
  {
    arrived,
    passed,
    repeated,
    isFirst,
  }: { arrived: number; passed: boolean; repeated: boolean; isFirst: boolean },
): Map<Column, number> {
  const at = steps.indexOf(operation);
  const count = (step: Column, index: number): number => {
    const usual = step === 'uploadFile' ? 3 : 1;
    if (index < at) return usual;
    if (index > at) return passed ? usual : 0;
    // Unless that is first, one file is sent before the one with the fault, and one after it.
    const before = isFirst ? 0 : 1;
    const others = step !== 'uploadFile' ? 0 : passed ? 2 : before;
    return others + arrived + (repeated ? 1 : 0);
  };
  return new Map(steps.map((step, index) => [step, count(step, index)]));
}
