import type { FileReader } from './fileReader';

/** Methods of {@link FileReader}. */
export type FileOperation = Exclude<keyof FileReader, symbol>;

/** A call of one method. */
export interface FileCall {
  readonly id: number;
  readonly operation: FileOperation;
  readonly args: readonly unknown[];
}

/** The result of a call, or the code of its error. */
export type FileReply =
  { readonly id: number; readonly result: unknown } | { readonly id: number; readonly code: string };

/** Makes a call. @throws what the method throws */
export function callReader(reader: FileReader, { operation, args }: Omit<FileCall, 'id'>): unknown {
  const methods = reader as unknown as Record<FileOperation, (...args: readonly unknown[]) => unknown>;
  return methods[operation](...args);
}
