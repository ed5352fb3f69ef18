import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../src/client/core/clock';
import { parseMapping, type ServiceMapping } from '../../src/client/mapping/serviceMapping';
import type { ServiceRef } from '../../src/launch/journalEntry';
import type { LaunchRunnerOptions } from '../../src/launch/launch';
import type { LaunchRunner } from '../../src/launch/launchRunner';
import { inOneFolder } from '../../src/request/requestFolders';
import { placeOf } from '../../src/session/service';
import { prepareStudy, type StudySource } from '../../src/study/prepareStudy';
import { RowGate } from '../../src/study/rowGate';
import type { StudyObserver } from '../../src/study/runRows';
import { findSameRows } from '../../src/study/sameRows';
import type { PreparedStudy } from '../../src/study/study';
import { type StartStudyOptions, StudyRunner, type StudyRunnerOptions } from '../../src/study/studyRunner';
import { createClient } from './client';
import { linksIn } from './launches';
import { newRunner } from './runner';

/** Every simulation is sent with the speed of its row. */
export const studyMapping = parseMapping({
  'requests.createSimulation': {
    project_id: '{project_id}',
    model_id: '{model_id}',
    speed: '{prompt.speed}',
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
  readonly service: ServiceRef;
}

/** The studies and launches of a window, without VS Code. */
export function openStudyWindow(order: StudyOrder, changes: Partial<LaunchRunnerOptions> = {}): StudyWindow {
  const { baseUrl, folder, root, project, model } = order;
  const { clock = systemClock } = changes;
  const mapping = order.requests === undefined ? studyMapping : parseMapping(order.requests);
  const client = createClient(baseUrl, { mapping, clock });
  const gate = new RowGate(folder, clock);
  const launches = newRunner(folder, client, { uploadUrls: linksIn(folder), rows: gate, ...changes });
  const studies = new ObservedStudies(
    { launches, gate, clock, onChange: () => undefined },
    () => Promise.resolve(client),
    mapping,
  );
  const variant = 'variant_b';
  const place = placeOf({ baseUrl: new URL(baseUrl), variant, mapping });
  const prepare = async () => {
    const file = path.join(root, order.table);
    return await prepareStudy(
      { folders: inOneFolder({ root, exclude: ['*.csv'] }), table: file, model, project },
      await readFile(file),
      { service: { key: baseUrl, place, mapping }, signal: new AbortController().signal },
    );
  };
  return {
    launches,
    studies,
    prepare,
    service: { origin: baseUrl, basePath: '/', variant, settingsFingerprint: '' },
  };
}

type Observer = Omit<StudyObserver, 'clientOf'>;

/** Gives all observers the client of the window. Whoever starts or resumes a study has seen everything that there is. */
class ObservedStudies extends StudyRunner {
  constructor(
    options: StudyRunnerOptions,
    readonly clientOf: StudyObserver['clientOf'],
    readonly mapping: ServiceMapping,
  ) {
    super(options);
  }

  async startSeen(
    prepared: PreparedStudy,
    options: Pick<StartStudyOptions, 'service'> & Partial<StartStudyOptions>,
    observer: Observer,
  ): Promise<string> {
    const shown = options.shown ?? findSameRows(prepared, await this.list());
    return await this.start(
      prepared,
      { bodies: {}, ...options, shown },
      { clientOf: this.clientOf, ...observer },
    );
  }

  async resumeSeen(id: string, observer: Observer, retriesFailed = false): Promise<void> {
    const options = { retriesFailed, mapping: this.mapping };
    const agreed = await this.findRowsToGoOn(id, options);
    await this.resume(id, { clientOf: this.clientOf, ...observer }, { ...options, agreed });
  }
}
