import { open } from 'node:fs/promises';
import { mock } from 'node:test';

type Methods<Name extends string> = Record<Name, (...args: never[]) => unknown>;

type FileMethod = 'read' | 'write' | 'sync' | 'truncate' | 'datasync' | 'stat';

type FileMethods = Record<FileMethod, (...args: unknown[]) => Promise<unknown>>;

/** The methods that all open files share. */
export async function methodsOfFiles(): Promise<FileMethods> {
  const handle = await open(__filename, 'r');
  await handle.close();
  return Object.getPrototypeOf(handle) as FileMethods;
}

/**
 * Calls `happen` right before the next call of this method, as if the window were suspended there. `mock.restoreAll`
 * undoes it.
 * @param isIt whether it is the call with these arguments; any if left out
 */
export function suspendBefore<Name extends string>(
  owner: Methods<Name>,
  name: Name,
  happen: () => Promise<unknown>,
  isIt: (args: readonly unknown[]) => boolean = () => true,
): void {
  const methods: Methods<string> = owner;
  const original = methods[name]!;
  const { mock: call } = mock.method(methods, name, async function (this: unknown, ...args: never[]) {
    if (isIt(args)) {
      call.restore();
      await happen();
    }
    return await original.apply(this, args);
  });
}

/** The same for the methods of open files. Records are written as bytes, locks as text. */
export async function suspendFileBefore(
  name: FileMethod,
  happen: () => Promise<unknown>,
  isIt?: (args: readonly unknown[]) => boolean,
): Promise<void> {
  suspendBefore(await methodsOfFiles(), name, happen, isIt);
}
