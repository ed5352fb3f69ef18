import type { PlannedFile } from '../upload/uploadPlan';
import { formatName } from './deckFindings';

/** A file of a model as lists of files show it. */
export interface ListedFile {
  readonly name: string;
  /** The values beside the name. */
  readonly details: string;
}

/**
 * Describes a file for every list of files: the plan, and the reviews of launches and studies. A further value of a file
 * belongs here.
 * @param formatSize words a number of bytes in the way of the list
 */
export function describeListedFile(
  { name, size }: Pick<PlannedFile, 'name' | 'size'>,
  formatSize: (bytes: number) => string,
): ListedFile {
  return { name: formatName(name), details: formatSize(size) };
}

/** As {@link describeListedFile}, in one line of a document. */
export function formatListedFile(
  file: Pick<PlannedFile, 'name' | 'size'>,
  formatSize: (bytes: number) => string,
): string {
  const { name, details } = describeListedFile(file, formatSize);
  return `${name}  ${details}`;
}
