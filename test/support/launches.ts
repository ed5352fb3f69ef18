import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Clock, systemClock } from '../../src/client/core/clock';
import type { Emulator } from '../../src/emulator/emulator';
import { Journal } from '../../src/launch/journal';
import type { JournalWriter } from '../../src/launch/journalWriter';
import type { LaunchContext, LaunchPlan } from '../../src/launch/launch';
import type { UploadUrlStore } from '../../src/launch/launchUploadUrls';
import { type LaunchOptions, runLaunch } from '../../src/launch/runLaunch';
import { planUpload } from '../../src/upload/planUpload';
import type { EmulatedService } from './service';
import { type FileTree, tempTree } from './tempTree';

/** Upload URLs in memory, as in a window without a keyring. */
export function memoryLinks(): UploadUrlStore & { readonly kept: Map<string, ReadonlyMap<string, string>> } {
  const kept = new Map<string, ReadonlyMap<string, string>>();
  return {
    kept,
    get: (launch) => Promise.resolve(kept.get(launch)),
    put: (launch, links) => Promise.resolve(void kept.set(launch, links)),
    delete: (launch) => Promise.resolve(void kept.delete(launch)),
  };
}

/** Upload URLs in files of a folder, which survive the process as those in the keyring of VS Code do. */
export function linksIn(folder: string, onChange: () => void = () => undefined): UploadUrlStore {
  const fileOf = (launch: string) => path.join(folder, `${launch}.links`);
  return {
    async get(launch) {
      const text = await readFile(fileOf(launch), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : new Map(JSON.parse(text) as [string, string][]);
    },
    async put(launch, links) {
      await writeFile(fileOf(launch), JSON.stringify([...links]));
      onChange();
    },
    async delete(launch) {
      await rm(fileOf(launch), { force: true });
      onChange();
    },
  };
}

/** The plan for a tree of files; by default with a new project and a simulation. */
export async function plannedLaunch(
  { baseUrl }: Pick<Emulator, 'baseUrl'>,
  tree: FileTree,
  changes: Partial<LaunchPlan & LaunchContext> = {},
): Promise<{ root: string; plan: LaunchPlan & LaunchContext }> {
  const root = await tempTree(tree);
  const { files } = await planUpload([{ root, items: [root], exclude: [] }]);
  const plan = {
    service: { origin: baseUrl, basePath: '/', variant: 'variant_b', settingsFingerprint: '' },
    project: { newName: 'Study' },
    model: { name: 'deck', files },
    finalise: true,
    simulate: true,
    bodies: {},
    ...changes,
  } as const;
  return { root, plan };
}

/** A journal in a new folder, and everything else that a launch needs. */
export async function launchBench({ client }: Pick<EmulatedService, 'client'>, clock: Clock = systemClock) {
  const folder = path.join(await tempTree(), 'launches');
  const links = memoryLinks();
  return {
    journal: new Journal(folder, clock),
    folder,
    links,
    /** Runs the remaining steps of a launch. */
    run: (record: JournalWriter, options?: Partial<LaunchOptions>) =>
      runLaunch({
        client,
        journal: record,
        uploadUrls: links,
        clock,
        random: () => 1,
        parallelFiles: 1,
        signal: new AbortController().signal,
        ...options,
      }),
  };
}
