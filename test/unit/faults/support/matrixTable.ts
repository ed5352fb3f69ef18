import type { Cell } from './row';
import { columns } from './verdicts';

/** The matrix as a table for a reader: a line for all faults of a row that have the same verdicts. */
export function matrixTable(cells: readonly Cell[]): string[][] {
  const lines = new Map<string, Set<string>>();
  for (const [key, verdicts] of verdictsByFault(cells)) {
    const [row, name] = JSON.parse(key) as [number, string];
    const rest = columns.map((column) => verdicts.get(column) ?? '–');
    const line = JSON.stringify([row, rest]);
    lines.set(line, (lines.get(line) ?? new Set()).add(name));
  }
  const body = [...lines].map(([line, names]) => {
    const [row, rest] = JSON.parse(line) as [number, string[]];
    return [String(row), [...names].join('; '), ...rest];
  });
  return [['Row', 'Fault', ...columns], ...body];
}

function verdictsByFault(cells: readonly Cell[]): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const { row, fault, operation, verdict } of cells) {
    const key = JSON.stringify([row, fault.name]);
    found.set(key, (found.get(key) ?? new Map<string, string>()).set(operation, verdict));
  }
  return found;
}
