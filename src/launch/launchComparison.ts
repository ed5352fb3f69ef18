import { compareNames } from '../files/fileName';
import { type LaunchWithFiles, listRecordedFiles, type RecordedFile } from './launchExport';
import { getProjectName, type LaunchRecord } from './launchRecord';

/** The labels of a launch's properties, and the word for uncommitted changes in its working tree. */
export type ComparisonLabels = Readonly<
  Record<'model' | 'project' | 'service' | 'commit' | 'files' | 'dirty', string>
>;

/** Placeholder for unknown values. */
const absent = '-';

/** A longer name would push the other columns out of view; characters. */
const maxNameWidth = 60;

/**
 * Formats a launch as text for a diff editor: its properties, then a line `name  size  sha256` for each file.
 * Identifiers and times are left out, because they differ between any two launches. A hash is `-` until the file was
 * accepted in both launches, so that files of equal size do not look different only for that. `-` also stands for the
 * number of files of a model that existed before the launch.
 * @param exact redacts known secrets in the part above the files
 * @param other the launch that it is compared with
 */
export function formatComparison(
  launch: LaunchWithFiles,
  labels: ComparisonLabels,
  { exact = (name) => name, other }: ComparisonOptions = {},
): string {
  const hashed = other && new Map((listRecordedFiles(other) ?? []).map(({ name, sha256 }) => [name, sha256]));
  const isComparable = ({ name }: RecordedFile) =>
    hashed?.has(name) !== true || hashed.get(name) !== undefined;
  const files = sortFiles(launch).map((file) =>
    isComparable(file) ? formatFile(file) : formatFile({ name: file.name, size: file.size }),
  );
  return formatLines(listProperties(launch, labels), files, exact);
}

export interface ComparisonOptions {
  readonly exact?: ((name: string) => string) | undefined;
  readonly other?: LaunchWithFiles | undefined;
}

/** A label and its value. */
export type Property = readonly [label: string, value: string | number];

/**
 * Formats properties of a launch as lines, then its files in columns: name, bytes, SHA-256.
 * @param exact redacts known secrets in the part above the files
 */
export function formatRecord(
  launch: LaunchWithFiles,
  properties: readonly Property[],
  exact: (name: string) => string,
): string {
  const files = sortFiles(launch);
  const nameWidth = Math.min(maxNameWidth, widthOf(files.map(({ name }) => name)));
  const sizeWidth = widthOf(files.map(({ size }) => String(size)));
  const lines = files.map(
    ({ name, size, sha256 = absent }) =>
      `${name.padEnd(nameWidth)}  ${String(size).padStart(sizeWidth)}  ${sha256}`,
  );
  return formatLines(properties, lines, exact);
}

function formatLines(
  properties: readonly Property[],
  files: readonly string[],
  exact: (name: string) => string,
): string {
  const width = widthOf(properties.map(([label]) => label));
  const lines = [
    ...properties.map(([label, value]) => exact(`${label.padEnd(width)}  ${value}`)),
    '',
    ...files,
  ];
  return `${lines.map(toOneLine).join('\n')}\n`;
}

function widthOf(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0);
}

function sortFiles(launch: LaunchWithFiles): RecordedFile[] {
  return [...(listRecordedFiles(launch) ?? [])].sort(compareNames);
}

/**
 * Divides launches into those of a model of the same name and the others, because only the first are likely to be
 * worth a comparison. Both keep their order. Launches without files cannot be compared and are left out.
 */
export function divideForComparison<T extends { readonly id: string; readonly record: LaunchRecord }>(
  launch: T,
  launches: readonly T[],
): { readonly sameModel: readonly T[]; readonly others: readonly T[] } {
  const { name } = launch.record.plan.model;
  const comparable = launches.filter(({ id, record }) => id !== launch.id && 'files' in record.plan.model);
  const isSame = ({ record }: T) => record.plan.model.name === name;
  return {
    sameModel: comparable.filter(isSame),
    others: comparable.filter((one) => !isSame(one)),
  };
}

function listProperties({ record }: LaunchWithFiles, { dirty, ...labels }: ComparisonLabels): Property[] {
  const { model, service, source } = record.plan;
  return [
    [labels.model, model.name],
    [labels.project, getProjectName(record) ?? absent],
    [labels.service, `${new URL(service.origin).origin} ${service.variant}`],
    [labels.commit, source === undefined ? absent : `${source.commit}${source.dirty ? `, ${dirty}` : ''}`],
    [labels.files, 'files' in model ? model.files.count : absent],
  ];
}

function formatFile({ name, size, sha256 }: RecordedFile): string {
  return `${name}  ${size}  ${sha256 ?? absent}`;
}

/** Escapes line breaks: names may contain anything, but a line of the text must stay one line. */
function toOneLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Compares by code unit, so that the order is the same on every computer. */
