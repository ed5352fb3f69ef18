import { systemClock } from '../../src/client/core/clock';
import { toSnapshot } from '../../src/launch/fileSnapshot';
import { Journal } from '../../src/launch/journal';
import { runLaunch } from '../../src/launch/runLaunch';
import { planUpload } from '../../src/upload/planUpload';
import { memoryLinks } from '../support/launches';
import { createBenchClient } from './newClient';

/** The argument of the program, as JSON. */
export interface LaunchOrder {
  /** Folder whose files are all sent. */
  readonly folder: string;
  /** Origin of the service and its file server. */
  readonly origin: string;
  readonly parallelFiles: number | 'auto';
  /** Folder of the journal. */
  readonly journal: string;
}

/**
 * Creates and finalises a model of the files of one order, in a process of its own. Sends the seconds to its
 * parent.
 */
async function main(): Promise<void> {
  const { folder, origin, parallelFiles, journal } = JSON.parse(process.argv[2] ?? '') as LaunchOrder;
  const client = createBenchClient(origin);
  const { files } = await planUpload([{ root: folder, items: [folder], exclude: [] }]);
  const start = performance.now();
  const record = await new Journal(journal, systemClock).begin({
    service: { origin, basePath: '/', variant: 'variant_b' },
    model: { name: 'deck', files: files.map(toSnapshot) },
    finalise: true,
    simulate: false,
  });
  await runLaunch({
    ...{ client, journal: record, uploadUrls: memoryLinks(), clock: systemClock },
    parallelFiles,
    random: Math.random,
    signal: new AbortController().signal,
  });
  await record.close();
  const seconds = (performance.now() - start) / 1000;
  await client.close();
  process.send?.(seconds, () => process.disconnect());
}

void main();
