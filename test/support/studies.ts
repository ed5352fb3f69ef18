import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../src/client/core/clock';
import { parseMapping } from '../../src/client/mapping/serviceMapping';
import type { LaunchRunnerOptions } from '../../src/launch/launch';
import type { LaunchRunner } from '../../src/launch/launchRunner';
import type { UploadUrlStore } from '../../src/launch/launchUploadUrls';
import { inOneFolder } from '../../src/request/requestFolders';
import { prepareStudy, type StudySource } from '../../src/study/prepareStudy';
import type { PreparedStudy } from '../../src/study/study';
import { StudyRunner } from '../../src/study/studyRunner';
import { createClient } from './client';
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
  readonly studies: StudyRunner;
  readonly prepare: () => Promise<PreparedStudy>;
  readonly service: { readonly origin: string; readonly basePath: string; readonly variant: 'variant_b' };
}

/** The studies and launches of a window, without VS Code. */
export function openStudyWindow(order: StudyOrder, changes: Partial<LaunchRunnerOptions> = {}): StudyWindow {
  const { baseUrl, folder, root, project, model } = order;
  const { clock = systemClock } = changes;
  const mapping = order.requests === undefined ? studyMapping : parseMapping(order.requests);
  const client = createClient(baseUrl, { mapping, clock });
  const launches = newRunner(folder, client, { uploadUrls: keepLinksIn(folder), ...changes });
  const studies = new StudyRunner({
    ...{ folder, launches, clock },
    clientOf: () => Promise.resolve(client),
    onChange: () => undefined,
  });
  const prepare = async () => {
    const file = path.join(root, order.table);
    return await prepareStudy(
      { table: { path: file, bytes: await readFile(file) }, model, project },
      {
        folders: inOneFolder({ root, exclude: ['*.csv'] }),
        service: { key: baseUrl, mapping },
        signal: new AbortController().signal,
      },
    );
  };
  return { launches, studies, prepare, service: { origin: baseUrl, basePath: '/', variant: 'variant_b' } };
}

/** Survives the process, like the keyring of VS Code. */
function keepLinksIn(folder: string): UploadUrlStore {
  const fileOf = (launch: string) => path.join(folder, `${launch}.links`);
  return {
    async get(launch) {
      const text = await readFile(fileOf(launch), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : new Map(JSON.parse(text) as [string, string][]);
    },
    put: (launch, links) => writeFile(fileOf(launch), JSON.stringify([...links])),
    delete: (launch) => rm(fileOf(launch), { force: true }),
  };
}
