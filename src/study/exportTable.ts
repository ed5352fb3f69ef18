import type { LaunchRecord } from '../launch/launchRecord';
import { getRow, type StudyRecord } from './studyRecord';
import type { StudyState } from './studyState';

/** The columns that are added to the table. */
const addedColumns = ['state', 'model_id', 'simulation_id', 'started_at'] as const;

/**
 * The table of a study as it was agreed to, with the outcome of each row, by RFC 4180 and with the separator that it
 * had.
 * @param launches the launches of its rows by identifier, as far as they are in the journal
 * @returns UTF-8 text without a byte order mark
 */
export function exportTable(
  record: StudyRecord,
  state: Pick<StudyState, 'rows'>,
  launches: ReadonlyMap<string, LaunchRecord>,
): string {
  const { table, rows } = record.study;
  const format = (cells: readonly string[]) =>
    `${cells.map((cell) => quote(disarm(cell))).join(table.delimiter)}\r\n`;
  const lines = rows.map(({ row, cells }, index) => {
    const { state: rowState, launch } = state.rows[index] ?? { state: 'waiting' };
    const found = launch === undefined ? undefined : launches.get(launch);
    const said = getRow(record, row).startedAt;
    const startedAt = said ?? (found?.simulation === undefined ? undefined : found.changedAt);
    const added = [
      rowState,
      String(found?.modelId ?? ''),
      String(found?.simulation?.id ?? ''),
      startedAt === undefined ? '' : new Date(startedAt).toISOString(),
    ];
    return format([...cells, ...added]);
  });
  return [format([...table.columns, ...addedColumns]), ...lines].join('');
}

/** Disarms a cell that a spreadsheet would run as a formula, some also with wide signs. A signed number is no formula. */
function disarm(cell: string): string {
  if (isNumber(cell)) return cell;
  // A spreadsheet of another language splits the line at other separators, and does not see the quotes.
  return cell
    .split(/(?<=[,;\t\r\n])/)
    .map((part) =>
      /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(part) && !isNumber(part) ? `'${part}` : part,
    )
    .join('');
}

function isNumber(text: string): boolean {
  return /^\s*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?\s*[,;]?$/i.test(text);
}

function quote(cell: string): string {
  const isPlain = !/[",;\t\r\n]/.test(cell) && cell === cell.trim();
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
