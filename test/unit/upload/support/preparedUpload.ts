import { closeSync, ftruncateSync, openSync } from 'node:fs';
import path from 'node:path';
import type { RecordedRequest } from '../../../../src/emulator/emulator';
import { planUpload } from '../../../../src/upload/planUpload';
import { uploadFiles, type UploadOptions } from '../../../../src/upload/uploadFiles';
import type { PlannedFile } from '../../../../src/upload/uploadPlan';
import { FakeClock } from '../../../support/fakeClock';
import { type EmulatedService, startService } from '../../../support/service';
import { type FileTree, tempTree } from '../../../support/tempTree';

export interface PreparedUpload {
  readonly service: EmulatedService;
  readonly root: string;
  readonly files: readonly PlannedFile[];
  readonly modelId: string;
  /** Sends the files, four at once unless told otherwise. Waits end at once. */
  readonly upload: (options?: Partial<UploadOptions>, files?: readonly PlannedFile[]) => Promise<void>;
  /** The requests to the file server so far. */
  readonly puts: () => readonly RecordedRequest[];
  /** SHA-256 in hex of each stored file, by its name. */
  readonly stored: () => Readonly<Record<string, string>>;
  /** Does something at each request to the file server. */
  readonly whileSending: (act: () => void) => void;
}

interface PreparationOptions {
  /** Further files, of zeros only, by their sizes in bytes. */
  readonly sparse?: Readonly<Record<string, number>>;
  /** What is selected, relative to the root; all of it if absent. */
  readonly item?: string;
  /** Does something to the files before they are planned. */
  readonly before?: (root: string) => void;
}

/** Files on disk with their plan, and a model created for them. */
export async function prepareUpload(
  tree: FileTree,
  { sparse = {}, item = '', before }: PreparationOptions = {},
): Promise<PreparedUpload> {
  const root = await tempTree(tree);
  for (const [name, size] of Object.entries(sparse)) {
    const file = openSync(path.join(root, name), 'w');
    ftruncateSync(file, size);
    closeSync(file);
  }
  before?.(root);
  const service = await startService();
  const { client, emulator } = service;
  const { files } = await planUpload([{ root, items: [path.join(root, item)], exclude: [] }]);
  const { id, uploadUrls } = await client.createModel('deck', files);
  const modelId = String(id);
  const { signal } = new AbortController();
  return {
    ...{ service, root, files, modelId },
    upload: (options, sent = files) =>
      uploadFiles(sent, uploadUrls, { client, parallelFiles: 4, signal, clock: new FakeClock(), ...options }),
    puts: () => emulator.requests.filter(({ server }) => server === 'files'),
    stored: () =>
      Object.fromEntries([...emulator.storedFiles(modelId)].map(([name, { sha256 }]) => [name, sha256])),
    whileSending: (act) =>
      emulator.setIntercept(({ server }) => {
        if (server === 'files') act();
        return undefined;
      }),
  };
}
