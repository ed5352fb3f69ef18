import { AlreadyResolvedError } from '../journal/errors';
import { LockedError } from '../journal/recordLock';
import type { Launch } from '../launch/launch';
import type { LaunchRunner } from '../launch/launchRunner';
import { sortNewestFirst } from '../launch/newestFirst';
import type { Study, StudyRunner } from './studyRunner';

/** What the list has as one: a launch, or a study with its launches. */
type Unit = { readonly launch: Launch } | { readonly study: Study };

/**
 * Deletes the oldest launches and studies beyond the limit, those from the future first, except those that need attention
 * or are running. A study counts once, and goes only as a whole.
 */
export async function pruneList(
  { launches, studies }: { readonly launches: LaunchRunner; readonly studies: StudyRunner },
  keep: number,
): Promise<void> {
  const listed = await studies.list();
  const ids = new Set(listed.map(({ id }) => id));
  const alone = (await launches.list.read()).filter(({ record }) => !ids.has(record.plan.study?.id ?? ''));
  const units: Unit[] = [...alone.map((launch) => ({ launch })), ...listed.map((study) => ({ study }))];
  const beyond = sortNewestFirst(units, timeOf).slice(keep);
  await launches.remover.prune(beyond.flatMap((unit) => ('launch' in unit ? [unit.launch] : [])));
  for (const unit of beyond)
    if ('study' in unit && isFinished(unit.study))
      await studies.remove(unit.study.id, unit.study).catch(ignoreUse);
}

function timeOf(unit: Unit): number {
  return 'study' in unit ? unit.study.record.agreedAt : unit.launch.record.plannedAt;
}

function isFinished({ state: { counts, isRunning } }: Study): boolean {
  return !isRunning && counts.started + counts.leftOut === counts.rows;
}

/** One that has changed since, or is in use, stays. */
function ignoreUse(error: unknown): void {
  if (!(error instanceof LockedError || error instanceof AlreadyResolvedError)) throw error;
}
