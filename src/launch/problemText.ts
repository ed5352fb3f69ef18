import type { Problem } from './journalEntry';

/** Describes a recorded failure, for the row of its launch. */
export function formatProblem(problem: Problem | undefined): string {
  const { kind = '', status, code, serverMessage, file, host } = problem ?? {};
  const parts = [file, host, status, code, serverMessage].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? kind : parts.join(', ');
}
