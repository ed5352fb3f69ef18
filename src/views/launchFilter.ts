import path from 'node:path';
import type { Identifier } from '../client/core/types';
import type { ServiceRef } from '../launch/journalEntry';
import type { Launch } from '../launch/launch';
import { getProjectName } from '../launch/launchRecord';
import { getLaunchGroup, type LaunchGroup } from '../launch/launchState';
import type { Study } from '../study/studyRunner';
import { findPeriod, type Period } from './launchPeriods';

/** Which launches are listed: those that meet each condition. One without a choice is met by all. */
export interface LaunchFilter {
  /** Each of its words occurs in a name, an identifier or the note, whatever their case. */
  readonly text: string;
  /** Names of environments as rows show them. */
  readonly environments: ReadonlySet<string>;
  readonly groups: ReadonlySet<LaunchGroup>;
  readonly periods: ReadonlySet<Period>;
  /** Words of services for simulations. */
  readonly statuses: ReadonlySet<string>;
}

export const noFilter: LaunchFilter = {
  text: '',
  environments: new Set(),
  groups: new Set(),
  periods: new Set(),
  statuses: new Set(),
};

/** The facts that a filter needs besides launches and studies. */
export interface FilterContext {
  /** ms since the epoch. */
  readonly nowMs: number;
  /** The name of the environment of a launch or study, as rows show it. */
  readonly environmentOf: (service: ServiceRef) => string;
}

export function isFiltering({ text, environments, groups, periods, statuses }: LaunchFilter): boolean {
  return text.trim() !== '' || environments.size + groups.size + periods.size + statuses.size > 0;
}

/** @param study the one that the launch is a row of, if it is listed */
export function isLaunchWanted(
  filter: LaunchFilter,
  context: FilterContext,
  { id, record, state, status }: Launch,
  study?: Study,
): boolean {
  const { plan, plannedAt, project, modelId, simulation, note } = record;
  return isWanted(filter, context, {
    service: plan.service,
    group: getLaunchGroup(state),
    status: status?.state,
    // A study and its launches are listed together, by the age of the study.
    atMs: study?.record.agreedAt ?? plannedAt,
    listTexts: () => [
      id,
      getProjectName(record),
      project?.id,
      plan.model.name,
      modelId,
      simulation?.id,
      note,
      status?.state,
      ...(study === undefined ? [] : listTextsOf(study)),
    ],
  });
}

export function isStudyWanted(filter: LaunchFilter, context: FilterContext, study: Study): boolean {
  const { agreedAt, study: plan } = study.record;
  return isWanted(filter, context, {
    service: plan.service,
    group: getStudyGroup(study),
    // Its launches have one.
    status: undefined,
    atMs: agreedAt,
    listTexts: () => listTextsOf(study),
  });
}

function listTextsOf({ id, record: { study } }: Study): readonly (Identifier | undefined)[] {
  return [id, study.project.name, study.project.id, path.basename(study.table.path)];
}

export function getStudyGroup({ state }: Pick<Study, 'state'>): LaunchGroup {
  const { rows, started, failed, unknown, leftOut } = state.counts;
  if (state.isRunning) return 'running';
  if (failed + unknown > 0) return 'attention';
  if (started + leftOut === rows) return 'done';
  return state.stopped === 'stopped' || state.stopped === 'firstRowOnly' ? 'cancelled' : 'attention';
}

interface Found {
  readonly service: ServiceRef;
  readonly group: LaunchGroup;
  readonly status: string | undefined;
  readonly atMs: number;
  readonly listTexts: () => readonly (Identifier | undefined)[];
}

function isWanted(
  { text, environments, groups, periods, statuses }: LaunchFilter,
  { nowMs, environmentOf }: FilterContext,
  { service, group, status, atMs, listTexts }: Found,
): boolean {
  if (groups.size > 0 && !groups.has(group)) return false;
  if (statuses.size > 0 && (status === undefined || !statuses.has(status))) return false;
  if (periods.size > 0 && !periods.has(findPeriod(atMs, nowMs))) return false;
  if (environments.size > 0 && !environments.has(environmentOf(service))) return false;
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return true;
  const searched = listTexts().map((one) => String(one ?? '').toLowerCase());
  return words.every((word) => searched.some((one) => one.includes(word)));
}
