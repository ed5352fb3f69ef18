import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../src/client/core/clock';
import { parseMapping } from '../../src/client/mapping/serviceMapping';
import type { LaunchRunnerOptions } from '../../src/launch/launch';
import type { LaunchRunner } from '../../src/launch/launchRunner';
import { inOneFolder } from '../../src/request/requestFolders';
import { prepareStudy, type StudySource } from '../../src/study/prepareStudy';
import type { StudyObserver } from '../../src/study/runRows';
import type { PreparedStudy } from '../../src/study/study';
import { type StartStudyOptions, StudyRunner, type StudyRunnerOptions } from '../../src/study/studyRunner';
import { createClient } from './client';
import { linksIn } from './launches';
import { newRunner } from './runner';

/** Every simulation is sent with the speed of its row. */
export const studyMapping = parseMapping({
  'requests.createSimulation': {
    ...{ project_id: '{project_id}', model_id: '{model_id}', speed: '{prompt.speed}' },
    $prompts: { speed: { type: 'number' } },
  },
});

/** Everything that two windows share, as it is passed to a process. */
export interface StudyOrder {
  readonly baseUrl: string;
  /** Folder of the journal. */
  readonly folder: string;
  /** Workspace folder with the table. */
  readonly root: string;
  /** File name of the table. */
  readonly table: string;
  readonly project: { readonly id: string; readonly name: string };
  readonly model: StudySource;
  /** The bodies as the settings describe them; {@link studyMapping} by default. */
  readonly requests?: Parameters<typeof parseMapping>[0] | undefined;
}

export interface StudyWindow {
  readonly launches: LaunchRunner;
  readonly studies: ObservedStudies;
  readonly prepare: () => Promise<PreparedStudy>;
  readonly service: { readonly origin: string; readonly basePath: string; readonly variant: 'variant_b' };
}

/** The studies and launches of a window, without VS Code. */
export function openStudyWindow(order: StudyOrder, changes: Partial<LaunchRunnerOptions> = {}): StudyWindow {
  const { baseUrl, folder, root, project, model } = order;
  const { clock = systemClock } = changes;
  const mapping = order.requests === undefined ? studyMapping : parseMapping(order.requests);
  const client = createClient(baseUrl, { mapping, clock });
  const launches = newRunner(folder, client, { uploadUrls: linksIn(folder), ...changes });
  const studies = new ObservedStudies({ folder, launches, clock, onChange: () => undefined }, () =>
    Promise.resolve(client),
  );
  const prepare = async () => {
    const file = path.join(root, order.table);
    return await prepareStudy(
      { folders: inOneFolder({ root, exclude: ['*.csv'] }), table: file, model, project },
      await readFile(file),
      { service: { key: baseUrl, mapping }, signal: new AbortController().signal },
    );
  };
  return { launches, studies, prepare, service: { origin: baseUrl, basePath: '/', variant: 'variant_b' } };
}

type Observer = Omit<StudyObserver, 'clientOf'>;

/** Gives all observers the client of the window. */
class ObservedStudies extends StudyRunner {
  constructor(
    options: StudyRunnerOptions,
    readonly clientOf: StudyObserver['clientOf'],
  ) {
    super(options);
  }

  override async start(prepared: PreparedStudy, options: StartStudyOptions, observer: Observer) {
    return await super.start(prepared, options, { clientOf: this.clientOf, ...observer });
  }

  override async resume(id: string, observer: Observer, retriesFailed?: boolean) {
    await super.resume(id, { clientOf: this.clientOf, ...observer }, retriesFailed);
  }
}
