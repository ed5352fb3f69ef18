import path from 'node:path';
import type { Selection, UploadPlan } from '../../../../src/upload/uploadPlan';

/** @param items relative to the root; `''` is the root itself. */
export function selection(
  root: string,
  items: readonly string[],
  exclude: readonly string[] = [],
): Selection {
  return { root, items: items.map((item) => path.join(root, item)), exclude };
}

/** The parts of a plan that do not depend on the machine. */
export function summary({ files, excluded, rejected }: UploadPlan) {
  return {
    files: files.map(({ name, size }) => `${name} ${size}`),
    excluded: excluded.map(({ name, kind, pattern }) => `${kind} ${name} by ${pattern}`),
    rejected: rejected.map(({ name, reason }) => `${name} ${reason}`),
  };
}
