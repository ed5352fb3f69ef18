import { closeClient, createClient } from './client';
import { hashesOf } from './hashes';
import { launchBench, plannedLaunch } from './launches';
import { type Links, respondWithLinks } from './linkingService';
import type { FileTree } from './tempTree';
import { serve } from './testServer';

/** Files with names and contents that are easily damaged in transit. */
export const foreignFiles: FileTree = {
  'empty.inp': '',
  'one.inp': 'x',
  'lines.inp': '*HEADING\r\nWing\r\n\r\n',
  'Flügel und Nase.inp': '*NODE\n',
  '100%25.inp': 'per cent\n',
  'a+b c.inp': 'plus\n',
  "it's (1)!.inp": 'marks\n',
  'mesh/größe 1/fein+grob.inc': '1, 0.5\n',
  'mesh/all bytes.bin': Buffer.from(Array.from({ length: 5 * 1024 * 1024 + 1 }, (_, at) => (at * 7) % 256)),
};

/** Folders that servers need before they accept the files, because they create none. */
export const foreignFolders = ['mesh/größe 1'];

export const foreignHashes = hashesOf(foreignFiles);

interface Launched {
  /** The requests to the service. */
  readonly requests: readonly string[];
  /** The files that were accepted, with their SHA-256 in hex. */
  readonly accepted: Readonly<Record<string, string>>;
  readonly error?: unknown;
}

/** Launches files with a service whose upload URLs lead to another server. */
export async function launchElsewhere(links: Links, tree: FileTree): Promise<Launched> {
  const service = await serve(respondWithLinks(links));
  const client = createClient(service.origin);
  const bench = await launchBench({ client });
  const { plan } = await plannedLaunch({ baseUrl: service.origin }, tree);
  const open = await bench.journal.begin(plan);
  try {
    const error: unknown = await bench.run(open, { parallelFiles: 3 }).catch((thrown: unknown) => thrown);
    return {
      requests: service.requests.map(({ method, path }) => `${method} ${path.replace('/variant_b/v7', '')}`),
      accepted: Object.fromEntries(open.files!.accepted),
      ...(error !== undefined && { error }),
    };
  } finally {
    await open.close();
    await closeClient(client);
    await service.close();
  }
}

/** Result of a successful launch of {@link foreignFiles}. */
export const allAccepted: Launched = {
  requests: ['POST /projects', 'POST /models', 'POST /models/m/finalise', 'POST /simulations'],
  accepted: foreignHashes,
};
