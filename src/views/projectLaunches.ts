import type { Project } from '../client/core/types';
import type { Launch } from '../launch/launch';
import type { LaunchStore } from '../session/launchStore';
import { isPossiblySameService } from '../session/service';
import type { ServiceConnection } from '../session/serviceConnection';

/** The launches of this computer at the current service, by project. */
export class ProjectLaunches {
  #byProject: ReadonlyMap<string, readonly Launch[]> = new Map();

  readonly #connection: ServiceConnection;
  readonly #launches: LaunchStore;

  constructor(connection: ServiceConnection, launches: LaunchStore) {
    this.#connection = connection;
    this.#launches = launches;
  }

  /** Newest first, as of the last update. */
  of({ id }: Project): readonly Launch[] {
    return this.#byProject.get(keyOf(id)) ?? [];
  }

  /** Reads the launches again. @returns whether anything displayed for a project's launches has changed */
  async update(): Promise<(project: Project) => boolean> {
    const before = this.#byProject;
    const now = new Map<string, Launch[]>();
    for (const launch of await this.#listAtService()) {
      const { project } = launch.record;
      if (project === undefined) continue;
      const key = keyOf(project.id);
      now.set(key, [...(now.get(key) ?? []), launch]);
    }
    this.#byProject = now;
    return ({ id }) => createRenderKey(before.get(keyOf(id))) !== createRenderKey(now.get(keyOf(id)));
  }

  async #listAtService(): Promise<readonly Launch[]> {
    const launches = await this.#launches.listIfReadable(this.#launches.changedAt);
    if (launches.length === 0) return [];
    const service = await this.#connection.service().catch(() => undefined);
    if (service === undefined) return [];
    return launches.filter(({ record }) => isPossiblySameService(record.plan.service, service));
  }
}

function createRenderKey(launches: readonly Launch[] = []): string {
  return launches.map(renderKey).join('\n');
}

/** A key that changes whenever the row of a launch does. */
export function renderKey({ id, state, record, runsHere, progress }: Launch): string {
  return [id, state, record.changedAt, runsHere, progress?.bytesDone].join(' ');
}

/** Distinguishes the identifiers 1 and "1". */
function keyOf(id: Project['id']): string {
  return `${typeof id} ${id}`;
}
