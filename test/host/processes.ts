import { readdirSync, readFileSync } from 'node:fs';

interface ProcessInfo {
  readonly pid: number;
  readonly startTime: number;
}

/**
 * The environment variable that marks a program under test and every process that comes from it. Parents do not tell
 * them, because a process of Windows on Linux has none.
 */
export const markVariable = 'TEST_PROGRAM';

/**
 * The process with this mark and this argument that was started last. Linux only.
 * @param variable the environment variable that holds the mark
 */
export function newestMarked(mark: string, argument: string, variable = markVariable): number | undefined {
  const found = markedProcesses(mark, variable).filter(({ pid }) => read(pid, 'cmdline').includes(argument));
  return found.sort((a, b) => b.startTime - a.startTime)[0]?.pid;
}

/**
 * Kills all processes with this mark.
 * @param variable the environment variable that holds the mark
 * @returns whether there was one
 */
export function killMarked(mark: string, variable = markVariable): boolean {
  const found = markedProcesses(mark, variable);
  for (const { pid } of found) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  return found.length > 0;
}

/** Those that have ended, and have not been waited for by their parents, are not among them. */
function markedProcesses(mark: string, variable: string): ProcessInfo[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const marked = pids.map(Number).filter((pid) => read(pid, 'environ').includes(`${variable}=${mark}`));
  return marked.map((pid) => ({ pid, startTime: startTimeOf(pid) }));
}

/** In clock ticks since the system was started. */
function startTimeOf(pid: number): number {
  const stat = read(pid, 'stat').join('');
  // The program's name may contain spaces and brackets; the fields after its last bracket do not.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
}

/** The parts of a file about a process; none once it has ended or if it is another user's. */
function read(pid: number, name: 'cmdline' | 'environ' | 'stat'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
