import type { PreparedStudy, StudyRow } from './study';
import type { Study } from './studyRunner';

/**
 * The rows of which an earlier study in the same project has started the simulation, or may have: with the same
 * requests to the same service, and the same files in the same states. Equal rows count as often as they were started.
 */
export function findStartedRows(
  { rows, project }: Pick<PreparedStudy, 'rows' | 'project'>,
  studies: readonly Pick<Study, 'record' | 'state'>[],
): readonly StudyRow[] {
  const left = new Map<string, number>();
  for (const { record, state } of studies) {
    const earlier = record.study;
    // A task knows the name of its project only.
    const isSame =
      project.id === '' ? project.name === earlier.project.name : project.id === earlier.project.id;
    if (!isSame) continue;
    for (const { row, state: rowState } of state.rows) {
      const sent = earlier.rows[row - 1]?.sent;
      const isStarted = rowState === 'started' || rowState === 'unknown' || rowState === 'running';
      if (sent !== undefined && isStarted) left.set(sent, (left.get(sent) ?? 0) + 1);
    }
  }
  return rows.filter(({ sent = '' }) => {
    const count = left.get(sent) ?? 0;
    left.set(sent, count - 1);
    return count > 0;
  });
}
