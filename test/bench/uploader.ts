import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '../../src/client/core/clock';
import { hashFiles } from '../../src/upload/checkFiles';
import { planUpload } from '../../src/upload/planUpload';
import { uploadFiles } from '../../src/upload/uploadFiles';
import { bytesPerMegabit, UploadLimit } from '../../src/upload/uploadLimit';
import { createBenchClient } from './newClient';

/** The argument of the program, as JSON. */
export interface UploadOrder {
  /** Folder whose files are all sent. */
  readonly folder: string;
  readonly origin: string;
  readonly parallelFiles: number | 'auto';
  /** Whether the files are hashed while they are sent, and not before as in a launch. */
  readonly isToHash?: boolean;
  /** Limits in Mbit/s, one after the other, and ms for which each but the last is in force. None if absent. */
  readonly megabits?: { readonly limits: readonly (number | undefined)[]; readonly eachMs: number };
  /** Measured in addition to the time; the measurement itself takes time. */
  readonly watch?: 'memory' | 'delay';
  /** When the upload is aborted; after the last file if absent. */
  readonly stopAfterMs?: number;
}

/** The message that the program sends to its parent. */
export interface UploadFigures {
  /** Duration of the upload alone, without start-up, planning and creating the model. */
  readonly seconds: number;
  /** Peak memory minus the memory before; bytes. 0 unless measured. */
  readonly memory: {
    /** Compared with the time before planning and creating the model. */
    readonly inAll: number;
    /** Compared with the time before the upload. */
    readonly upload: number;
  };
  /** Delay of the event loop; ms. 0 unless measured. */
  readonly delay: { readonly p99: number; readonly max: number };
}

/** Interval between two samples of the memory; ms. */
const sampleIntervalMs = 10;

/** Sends the files of one order as the extension does, in a process of its own. */
async function main(): Promise<void> {
  const { folder, origin, parallelFiles, isToHash, megabits, watch, stopAfterMs } = JSON.parse(
    process.argv[2] ?? '',
  ) as UploadOrder;
  const client = createBenchClient(origin);
  const memory = watch === 'memory' ? watchMemory() : undefined;
  const plan = await planUpload([{ root: folder, items: [folder], exclude: [] }]);
  // As in a launch, which hashes all files before it creates a model. One that is to stop sends too much for that.
  const isWhole = stopAfterMs === undefined;
  const { files } =
    isWhole && isToHash !== true ? await hashFiles(plan.files, new AbortController().signal) : plan;
  const { uploadUrls } = await client.createModel('deck', files);
  const delay = watch === 'delay' ? watchDelay() : () => ({ p99: 0, max: 0 });
  memory?.begin();
  const start = performance.now();
  const signal = isWhole ? new AbortController().signal : AbortSignal.timeout(stopAfterMs);
  await uploadFiles(files, uploadUrls, {
    client,
    parallelFiles,
    signal,
    ...(megabits && { limit: createLimit(megabits) }),
  }).catch((error: unknown) => {
    if (error !== signal.reason) throw error;
  });
  const seconds = (performance.now() - start) / 1000;
  const figures: UploadFigures = {
    seconds,
    memory: memory?.end() ?? { inAll: 0, upload: 0 },
    delay: delay(),
  };
  await client.close();
  process.send?.(figures, () => process.disconnect());
}

function createLimit({ limits, eachMs }: NonNullable<UploadOrder['megabits']>): UploadLimit {
  const start = performance.now();
  return new UploadLimit(() => {
    const index = Math.min(Math.floor((performance.now() - start) / eachMs), limits.length - 1);
    const limit = limits[index];
    return limit === undefined ? undefined : limit * bytesPerMegabit;
  }, systemClock);
}

/** Starts after everything is loaded and before any work; `begin` marks the start of the upload. */
function watchMemory(): { begin: () => void; end: () => UploadFigures['memory'] } {
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

/** The figures include the 1 ms that the loop is asked to sleep. */
function watchDelay(): () => UploadFigures['delay'] {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  return () => {
    histogram.disable();
    return { p99: histogram.percentile(99) / 1e6, max: histogram.max / 1e6 };
  };
}

main().catch((error: unknown) => {
  // Without the source around it, which is minified.
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
