import { hashFiles } from '../../src/upload/checkFiles';
import { planUpload } from '../../src/upload/planUpload';
import { uploadFiles } from '../../src/upload/uploadFiles';
import { createBenchClient } from './newClient';

/** The argument of the program, as JSON. */
export interface UploadOrder {
  /** Folder whose files are all sent. */
  readonly folder: string;
  readonly origin: string;
  readonly parallelFiles: number | 'auto';
}

/**
 * Sends the files of one order as the extension does, in a process of its own. Sends to its parent how many seconds the
 * upload alone took, without start-up, planning and creating the model.
 */
async function main(): Promise<void> {
  const { folder, origin, parallelFiles } = JSON.parse(process.argv[2] ?? '') as UploadOrder;
  const client = createBenchClient(origin);
  const plan = await planUpload([{ root: folder, items: [folder], exclude: [] }]);
  const { signal } = new AbortController();
  // As in a launch, which hashes all files before it creates a model.
  const { files } = await hashFiles(plan.files, signal);
  const { uploadUrls } = await client.createModel('deck', files);
  const start = performance.now();
  await uploadFiles(files, uploadUrls, { client, parallelFiles, signal });
  const seconds = (performance.now() - start) / 1000;
  await client.close();
  process.send?.(seconds, () => process.disconnect());
}

main().catch((error: unknown) => {
  // Without the source around it, which is minified.
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
