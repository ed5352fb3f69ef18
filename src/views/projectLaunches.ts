import type { Identifier, Project } from '../client/core/types';
import type { Launch } from '../launch/launch';
import type { LaunchStore } from '../session/launchStore';
import { isPossiblySameService } from '../session/service';
import type { ServiceConnection } from '../session/serviceConnection';

/** The launches of a project, newest first. */
export type LaunchesOf = (project: Project) => readonly Launch[];

/** Finds the launches of this computer at the current service. */
export async function readProjectLaunches(
  connection: ServiceConnection,
  launches: LaunchStore,
): Promise<LaunchesOf> {
  const byProject = new Map<Identifier, Launch[]>();
  for (const launch of await listAtService(connection, launches)) {
    const { project } = launch.record;
    if (project !== undefined) byProject.set(project.id, [...(byProject.get(project.id) ?? []), launch]);
  }
  return ({ id }) => byProject.get(id) ?? [];
}

async function listAtService(connection: ServiceConnection, store: LaunchStore): Promise<readonly Launch[]> {
  const launches = await store.listIfReadable(store.changedAt);
  if (launches.length === 0) return [];
  const service = await connection.service().catch(() => undefined);
  if (service === undefined) return [];
  return launches.filter(({ record }) => isPossiblySameService(record.plan.service, service));
}

/** A key that changes whenever the row of a launch does. */
export function renderKey({ id, state, record, runsHere, isAsking, progress, status }: Launch): string {
  const said = status && [status.state, status.detail, status.saidAt];
  return [id, state, record.changedAt, record.note, runsHere, isAsking, progress?.bytesDone, said].join(' ');
}
