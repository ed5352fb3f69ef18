import { type HostFigures, type HostPauses, pauseInputs } from './hostFigures';
import { pauseVscode, uploadInVscode } from './inVscode';
import { type Measurement, oncePerRound } from './measurement';
import type { Job, Site } from './site';

const works: readonly (Omit<Job, 'to'> & { readonly name: string })[] = [
  { name: '2000 files of 64 KiB', files: [{ count: 2000, size: 64 * 1024 }], parallelFiles: 'auto' },
  { name: '10000 files of 4 KiB', files: [{ count: 10_000, size: 4096 }], parallelFiles: 'auto' },
  { name: 'one file of 2 GiB', files: [{ count: 1, size: 2 ** 31 }], parallelFiles: 'auto' },
  { name: '8 files of 512 MiB, 64 at once', files: [{ count: 8, size: 2 ** 29 }], parallelFiles: 64 },
];

const figures: readonly (Pick<Measurement, 'unit' | 'target'> & {
  readonly title: string;
  readonly figure: keyof HostFigures;
})[] = [
  { title: 'whole launch', figure: 'seconds', unit: 's', target: {} },
  { title: 'event loop delay (p99)', figure: 'p99', unit: 'ms', target: { figure: 20 } },
  { title: 'event loop delay (max)', figure: 'max', unit: 'ms', target: {} },
  { title: 'memory', figure: 'memoryMb', unit: 'MB', target: { figure: 64 } },
];

/**
 * Cost of whole launches at full speed, with hashes, journal and progress, for the process in which all extensions of
 * a window run.
 */
export function planExtensionHost(site: Site): Measurement[] {
  return works.flatMap(({ name, ...work }) => {
    const run = oncePerRound(() => uploadInVscode(site, { ...work, to: { protocol: 'http' } }));
    return figures.map(({ title, figure, unit, target }) => ({
      ...{ name: `extension host, ${title}: ${name}`, unit, target },
      ours: async (round: number) => (await run(round))[figure],
    }));
  });
}

/** The longest time for which an input at the limits of the software blocks all extensions of a window. */
export function planPauses(site: Site): Measurement[] {
  const run = oncePerRound(() => pauseVscode(site));
  return (Object.keys(pauseInputs) as (keyof HostPauses)[]).map((input) => ({
    ...{ name: `longest pause: ${pauseInputs[input]}`, unit: 'ms', target: { figure: 100 } },
    ours: async (round) => (await run(round))[input],
  }));
}
