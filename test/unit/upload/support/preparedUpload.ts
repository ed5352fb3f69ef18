import { closeSync, ftruncateSync, openSync } from 'node:fs';
import path from 'node:path';
import { planUpload } from '../../../../src/upload/planUpload';
import { uploadFiles, type UploadOptions } from '../../../../src/upload/uploadFiles';
import type { PlannedFile } from '../../../../src/upload/uploadPlan';
import { FakeClock } from '../../../support/fakeClock';
import { startService } from '../../../support/service';
import { type FileTree, tempTree } from '../../../support/tempTree';

interface Preparation {
  /** Further files, of zeros only, by their sizes in bytes. */
  readonly sparse?: Readonly<Record<string, number>>;
  /** What is selected, relative to the root; all of it if absent. */
  readonly item?: string;
  /** Does something to the files before they are planned. */
  readonly before?: (root: string) => void;
}

/** Files on disk with their plan, and a model created for them. */
export async function prepareUpload(tree: FileTree, { sparse = {}, item = '', before }: Preparation = {}) {
  const root = await tempTree(tree);
  for (const [name, size] of Object.entries(sparse)) {
    const file = openSync(path.join(root, name), 'w');
    ftruncateSync(file, size);
    closeSync(file);
  }
  before?.(root);
  const { client, emulator } = await startService();
  const { files } = await planUpload([{ root, items: [path.join(root, item)], exclude: [] }]);
  const { id, uploadUrls } = await client.createModel('deck', files);
  const { signal } = new AbortController();
  return {
    emulator,
    root,
    files,
    /** Sends the files, four at once unless told otherwise. Waits end at once. */
    upload: (options?: Partial<UploadOptions>, sent: readonly PlannedFile[] = files) =>
      uploadFiles(sent, uploadUrls, { client, parallelFiles: 4, signal, clock: new FakeClock(), ...options }),
    /** The requests to the file server so far. */
    puts: () => emulator.requests.filter(({ server }) => server === 'files'),
    /** SHA-256 in hex of each stored file, by its name. */
    stored: () =>
      Object.fromEntries([...emulator.storedFiles(String(id))].map(([name, { sha256 }]) => [name, sha256])),
    /** Does something at each request to the file server. */
    whileSending: (act: () => void) =>
      emulator.setIntercept(({ server }) => {
        if (server === 'files') act();
        return undefined;
      }),
  };
}
