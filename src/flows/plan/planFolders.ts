import type { PlannedFile } from '../../upload/uploadPlan';

/** The files of a plan that lie in one folder, without those in folders inside of it. */
export interface PlanFolder {
  /** Path in the model; ends with `/`. Empty for files that lie in no folder. */
  readonly name: string;
  readonly files: readonly PlannedFile[];
}

/** @returns the folders that hold files, sorted by their names, so that files in no folder come first */
export function groupByFolder(files: readonly PlannedFile[]): PlanFolder[] {
  const folders = new Map<string, PlannedFile[]>();
  for (const file of files) {
    const name = file.name.slice(0, file.name.lastIndexOf('/') + 1);
    const others = folders.get(name);
    if (others === undefined) folders.set(name, [file]);
    else others.push(file);
  }
  const groups = [...folders].map(([name, inside]) => ({ name, files: inside }));
  return groups.sort((a, b) => (a.name < b.name ? -1 : 1));
}
