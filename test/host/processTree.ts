import { readdir, readFile } from 'node:fs/promises';

interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly startTime: number;
  readonly isZombie: boolean;
}

/** The process started last among the descendants of `root` that were started with `argument`. Linux only. */
export async function newestDescendant(root: number, argument: string): Promise<number | undefined> {
  const processes = await runningProcesses();
  const found: ProcessInfo[] = [];
  for (const process of descendants(processes, root)) {
    if (!process.isZombie && (await hasArgument(process.pid, argument))) found.push(process);
  }
  return found.sort((a, b) => b.startTime - a.startTime)[0]?.pid;
}

function descendants(processes: readonly ProcessInfo[], root: number): ProcessInfo[] {
  const children = processes.filter((process) => process.parent === root);
  return children.flatMap((child) => [child, ...descendants(processes, child.pid)]);
}

async function runningProcesses(): Promise<ProcessInfo[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const infos = await Promise.all(names.map((name) => processInfo(Number(name))));
  return infos.filter((info) => info !== undefined);
}

async function processInfo(pid: number): Promise<ProcessInfo | undefined> {
  const stat = await readIfThere(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The program's name may contain spaces and brackets; the fields after its last bracket do not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    pid,
    parent: Number(fields[1]),
    startTime: Number(fields[19]),
    isZombie: fields[0] === 'Z',
  };
}

async function hasArgument(pid: number, argument: string): Promise<boolean> {
  const commandLine = await readIfThere(`/proc/${pid}/cmdline`);
  return commandLine?.split('\0').includes(argument) ?? false;
}

/** A process may end between being listed and being read. */
async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
}
