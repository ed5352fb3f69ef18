import type { Project } from '../client/types';
import { isSameService, type Connection } from '../connection';
import type { Launch, Launches } from '../launches';
import type { ListNode } from './listNodes';

/** Rows of projects, each with the launches that were made in it from this machine. */
export async function projectNodes(
  connection: Connection,
  launches: Launches,
): Promise<(project: Project) => ListNode> {
  const byProject = new Map<string, Launch[]>();
  for (const launch of await launches.list()) {
    const { project } = launch.record;
    if (project === undefined || !isHere(connection, launch)) continue;
    const key = keyOf(project.id);
    byProject.set(key, [...(byProject.get(key) ?? []), launch]);
  }
  return (project) => ({ kind: 'project', project, launches: byProject.get(keyOf(project.id)) ?? [] });
}

function isHere(connection: Connection, { record }: Launch): boolean {
  const address = connection.addressIfAny;
  return address !== undefined && isSameService(record.plan.service, address);
}

/** The identifiers 1 and "1" are two. */
function keyOf(id: Project['id']): string {
  return `${typeof id} ${id}`;
}
