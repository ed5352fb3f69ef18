/** The row of a study that a launch is. */
export interface RowOfStudy {
  /** Identifier of the study. */
  readonly id: string;
  /** From 1. */
  readonly row: number;
}

/**
 * The identifier of a launch of a row. It names the file of its record: so a launch of which nothing can be read still
 * says which row it is, and no two windows can create the same one.
 * @param attempt from 1
 */
export function toLaunchId(study: string, row: number, attempt: number): string {
  return attempt === 1 ? `${study}-${row}` : `${study}-${row}-${attempt}`;
}

/** @returns undefined for a launch that is no row */
export function parseLaunchId(launch: string): (RowOfStudy & { readonly attempt: number }) | undefined {
  const [, id, row, attempt = '1'] =
    /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-(\d+)(?:-(\d+))?$/.exec(launch) ?? [];
  return id === undefined ? undefined : { id, row: Number(row), attempt: Number(attempt) };
}
