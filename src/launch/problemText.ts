import type { Problem } from './journalEntry';

/** Describes a recorded failure, for the row of its launch. */
export function problemText(problem: Problem | undefined): string {
  const { kind = '', status, code, words, file, host } = problem ?? {};
  const parts = [file, host, status, code, words].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? kind : parts.join(', ');
}
