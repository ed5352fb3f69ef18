import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../src/client/core/clock';
import { Journal } from '../../src/launch/journal';

/** Result of each operation of a window on a full disk; the program reports it as JSON. */
export interface OnFullDisk {
  /** Name and code of the error; empty on success. */
  readonly begin: string;
  readonly continue: string;
  readonly remove: string;
  /** The same once space is available again. */
  readonly continueAfterwards: string;
  /** File extensions that remain of the removed launch and of the others. */
  readonly left: readonly string[];
}

/** The argument is a folder on a small disk of its own. */
async function main(): Promise<void> {
  const disk = process.argv[2] ?? '';
  const folder = path.join(disk, 'launches');
  const journal = new Journal(folder, systemClock);
  const plan = {
    service: {
      origin: 'https://service.example',
      basePath: '/',
      variant: 'variant_b',
      settingsFingerprint: '',
    },
    model: { name: 'deck', files: [] },
    finalise: true,
    simulate: false,
    bodies: {},
  } as const;
  const launches: string[] = [];
  for (let count = 0; count < 2; count++) {
    const open = await journal.begin(plan);
    launches.push(open.record.plan.launch);
    await open.close();
  }
  const [first = '', second = ''] = launches;
  const fillers = await fill(disk);
  const begin = await outcomeOf(() => journal.begin(plan));
  const goOn = await outcomeOf(() => journal.continue(first));
  const remove = await outcomeOf(() => journal.remove(second));
  for (const filler of fillers) await rm(filler);
  const continueAfterwards = await outcomeOf(async () => (await journal.continue(first)).close());
  const left = (await readdir(folder)).map((name) => path.extname(name)).sort();
  const result: OnFullDisk = { begin, continue: goOn, remove, continueAfterwards, left };
  process.stdout.write(JSON.stringify(result));
}

/** Fills the disk until neither a byte nor, on disks with few inodes, a file fits. */
async function fill(disk: string): Promise<string[]> {
  const fillers: string[] = [];
  for (let bytes = 64 * 1024; bytes >= 0; bytes = bytes === 0 ? -1 : Math.floor(bytes / 2)) {
    for (let failed = false; !failed && fillers.length < 1000;) {
      const filler = path.join(disk, `filler${fillers.length}`);
      fillers.push(filler);
      failed = await writeFile(filler, Buffer.alloc(bytes)).then(
        () => bytes === 0 && process.argv[3] !== 'noFiles',
        () => true,
      );
    }
  }
  const there = new Set(await readdir(disk));
  return fillers.filter((filler) => there.has(path.basename(filler)));
}

async function outcomeOf(work: () => Promise<unknown>): Promise<string> {
  return await work().then(
    () => '',
    (error: unknown) => {
      const { name, code = '' } = error as { readonly name: string; readonly code?: string };
      return `${name} ${code}`.trim();
    },
  );
}

void main();
