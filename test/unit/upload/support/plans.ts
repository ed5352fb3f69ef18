import path from 'node:path';
import { planUpload } from '../../../../src/upload/planUpload';
import type { UploadPlan } from '../../../../src/upload/uploadPlan';

/** @param items relative to the root; `''` is the root itself. */
export function selection(root: string, items: readonly string[], exclude: readonly string[] = []) {
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

/** The summary of a plan without files. */
export const nothing: ReturnType<typeof summary> = { files: [], excluded: [], rejected: [] };

/** The summary of a plan for one folder. @param items relative to the root, all of it by default */
export async function planIn(
  root: string,
  items: readonly string[] = [''],
  exclude: readonly string[] = [],
  options?: Parameters<typeof planUpload>[1],
) {
  return summary(await planUpload([selection(root, items, exclude)], options));
}
