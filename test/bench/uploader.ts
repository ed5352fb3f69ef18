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

/** The cost of an upload alone, without start-up, planning and creating the model. */
export interface UploadCost {
  readonly seconds: number;
  /** Of all threads, in the program and in the system for it. */
  readonly cpuSeconds: number;
}

/** Sends the files of one order as the extension does, in a process of its own. Sends its cost to its parent. */
async function main(): Promise<void> {
  const { folder, origin, parallelFiles } = JSON.parse(process.argv[2] ?? '') as UploadOrder;
  const client = createBenchClient(origin);
  const plan = await planUpload([{ root: folder, items: [folder], exclude: [] }]);
  const { signal } = new AbortController();
  // As in a launch, which hashes all files before it creates a model.
  const { files } = await hashFiles(plan.files, signal);
  const { uploadUrls } = await client.createModel('deck', files);
  const start = performance.now();
  const cpuStart = process.cpuUsage();
  await uploadFiles(files, uploadUrls, { client, parallelFiles, signal });
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpuStart);
  await client.close();
  const cost: UploadCost = { seconds, cpuSeconds: (user + system) / 1_000_000 };
  process.send?.(cost, () => process.disconnect());
}

main().catch((error: unknown) => {
  // Without the source around it, which is minified.
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
