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
  /** Whether the files are hashed while they are sent, and not before as in a launch. */
  readonly isToHash?: boolean;
  /** Whether the memory is measured too, which itself takes time. */
  readonly watchesMemory: boolean;
}

/** The message that the program sends to its parent. */
export interface UploadFigures {
  /** Duration of the upload alone, without start-up, planning and creating the model. */
  readonly seconds: number;
  readonly memory: MemoryFigures;
}

/** Peak memory minus the memory before; bytes. 0 unless measured. */
export interface MemoryFigures {
  /** Compared with the time before planning and creating the model. */
  readonly inAll: number;
  /** Compared with the time before the upload. */
  readonly upload: number;
}

/** Interval between two samples of the memory; ms. */
const sampleIntervalMs = 10;

/** Sends the files of one order as the extension does, in a process of its own. */
async function main(): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? '') as UploadOrder;
  const { folder, origin, parallelFiles, isToHash, watchesMemory } = order;
  const client = createBenchClient(origin);
  const memory = watchesMemory ? watchMemory() : undefined;
  const plan = await planUpload([{ root: folder, items: [folder], exclude: [] }]);
  const { signal } = new AbortController();
  // As in a launch, which hashes all files before it creates a model.
  const { files } = isToHash === true ? plan : await hashFiles(plan.files, signal);
  const { uploadUrls } = await client.createModel('deck', files);
  memory?.begin();
  const start = performance.now();
  await uploadFiles(files, uploadUrls, { client, parallelFiles, signal });
  const seconds = (performance.now() - start) / 1000;
  const figures: UploadFigures = { seconds, memory: memory?.end() ?? { inAll: 0, upload: 0 } };
  await client.close();
  process.send?.(figures, () => process.disconnect());
}

/** Starts after everything is loaded and before any work; `begin` marks the start of the upload. */
function watchMemory(): { begin: () => void; end: () => MemoryFigures } {
  const idle = process.memoryUsage.rss();
  let before = idle;
  let most = idle;
  const sample = () => (most = Math.max(most, process.memoryUsage.rss()));
  const timer = setInterval(sample, sampleIntervalMs);
  return {
    begin: () => (before = process.memoryUsage.rss()),
    end: () => {
      clearInterval(timer);
      sample();
      return { inAll: most - idle, upload: Math.max(0, most - before) };
    },
  };
}

main().catch((error: unknown) => {
  // Without the source around it, which is minified.
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
