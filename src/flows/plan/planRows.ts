import path from 'node:path';
import * as vscode from 'vscode';
import { totalSizeOf } from '../../client/core/totalSize';
import type { Finding } from '../../deck/finding';
import { describeFileCount } from '../../messages/counts';
import { describeExcludedDecks, describePartlyRead, formatName } from '../../messages/deckFindings';
import { describeListedFile } from '../../messages/listedFile';
import { describeRejection } from '../../messages/rejections';
import { formatBytes, formatCount } from '../../platform/format';
import { type Choice, type ChoiceOrSeparator, createSection } from '../../ui/quickInput';
import type { ExcludedEntry, PlannedFile, RejectedEntry, UploadPlan } from '../../upload/uploadPlan';
import type { NamedFile, PlanFindings } from './deckFindings';
import { describeDoubt, describePlaces } from './describeNamedFile';
import { groupByFolder } from './planFolders';

export type PlanRow =
  | { readonly kind: 'file'; readonly file: PlannedFile }
  | { readonly kind: 'excluded'; readonly excluded: ExcludedEntry }
  | { readonly kind: 'rejected'; readonly refusal: RejectedEntry }
  | { readonly kind: 'named'; readonly finding: Finding }
  /** Says something about a deck, or about several. */
  | { readonly kind: 'remark' };

/** Limit of many file servers for one PUT; bytes. A larger file is sent nevertheless. */
const commonMaxBytes = 5_000_000_000;

/** The rows of a plan with their headings. */
export function planRows(plan: UploadPlan): ChoiceOrSeparator<PlanRow>[] {
  const rejected = plan.rejected.map((refusal): Choice<PlanRow> => {
    const description = describeRejection(refusal);
    return createRow({ kind: 'rejected', refusal }, formatName(refusal.name), description, 'error');
  });
  const excluded = plan.excluded.map((entry): Choice<PlanRow> => {
    const description = vscode.l10n.t('excluded by {0}', entry.pattern);
    const name = entry.kind === 'folder' ? `${entry.name}/` : entry.name;
    return createRow({ kind: 'excluded', excluded: entry }, formatName(name), description, 'circle-slash');
  });
  const decks = describeExcludedDecks(plan.excluded, formatCount).map((text): Choice<PlanRow> => {
    const description = vscode.l10n.t('select below to include');
    const iconPath = new vscode.ThemeIcon('warning');
    return { value: { kind: 'remark' }, label: text, description, iconPath };
  });
  return [
    ...decks,
    ...createSection(vscode.l10n.t('Cannot be uploaded'), rejected),
    ...createFileRows(plan.files),
    ...createSection(vscode.l10n.t('Excluded, select to include'), excluded),
  ];
}

/** With a heading for each folder, if there are several. VS Code shows one heading above a row. */
function createFileRows(files: readonly PlannedFile[]): ChoiceOrSeparator<PlanRow>[] {
  const heading = vscode.l10n.t('Files of the model');
  const folders = groupByFolder(files);
  return folders.flatMap((folder, index) => {
    const rows = folder.files.map((file): Choice<PlanRow> => {
      const { name, details } = describeListedFile(file, formatSize);
      return createRow({ kind: 'file', file }, name, details, 'file');
    });
    if (folders.length === 1 || folder.name === '') return createSection(heading, rows);
    const parts = [...(index === 0 ? [heading] : []), formatName(folder.name), describeSize(folder.files)];
    return createSection(parts.join(' · '), rows);
  });
}

function describeSize(files: readonly PlannedFile[]): string {
  const size = formatBytes(totalSizeOf(files));
  return `${describeFileCount(files.length)}, ${size}`;
}

/** @param label whose hidden characters are visible */
function createRow(value: PlanRow, label: string, description: string, icon: string): Choice<PlanRow> {
  // The icon is not part of the label: with icons in labels, a file name could insert its own.
  return { value, label, description, iconPath: new vscode.ThemeIcon(icon) };
}

export type SelectedRow = Choice<Extract<PlanRow, { readonly kind: 'file' | 'rejected' }>>;

export function isSelected(item: Choice<PlanRow>): item is SelectedRow {
  return item.value.kind === 'file' || item.value.kind === 'rejected';
}

/**
 * Key of a row, stable across plans. A file and a link to it share a path, but hardly a name; the folders in front of
 * the name change with the files that are added.
 */
export function getRowKey({ value }: SelectedRow): string {
  const { name, path: file } = value.kind === 'file' ? value.file : value.refusal;
  return JSON.stringify([path.posix.basename(name), file]);
}

/** The rows about files that decks name, with their headings. */
export function createNamedRows({ missing, others, partlyRead }: PlanFindings): ChoiceOrSeparator<PlanRow>[] {
  const remarks = partlyRead.map(({ deck, line }): Choice<PlanRow> => {
    const description = describePartlyRead(line);
    const name = deck.name || path.basename(deck.path);
    return createRow({ kind: 'remark' }, formatName(name), description, 'info');
  });
  return [
    ...createSection(
      vscode.l10n.t('Named in the deck, but not among the files'),
      missing.map(createNamedRow),
    ),
    ...createSection(vscode.l10n.t('To check in the deck'), [...others.map(createNamedRow), ...remarks]),
  ];
}

function createNamedRow(file: NamedFile): Choice<PlanRow> {
  const { finding } = file;
  const icon = finding.target === undefined ? 'warning' : 'new-file';
  const row = createRow({ kind: 'named', finding }, formatName(finding.name), describePlaces(file), icon);
  const detail = describeDoubt(file);
  const tooltip = vscode.l10n.t('Open the Deck at This Line');
  return {
    ...row,
    ...(detail !== undefined && { detail }),
    buttons: [{ iconPath: new vscode.ThemeIcon('go-to-file'), tooltip }],
  };
}

/** Whether a row cannot be ticked, because there is no file that could be added. */
export function isFixed({ value }: Choice<PlanRow>): boolean {
  return value.kind === 'remark' || (value.kind === 'named' && value.finding.target === undefined);
}

/** The entries that ticked rows stand for. */
export interface TickedEntries {
  /** In the order of the plan. */
  readonly files: readonly PlannedFile[];
  readonly include: readonly ExcludedEntry[];
  readonly rejected: readonly RejectedEntry[];
  /** Absolute paths. */
  readonly add: readonly string[];
}

export function separateTickedRows(
  items: readonly Choice<PlanRow>[],
  plan: Pick<UploadPlan, 'files'>,
): TickedEntries {
  const files = new Set<PlannedFile>();
  const include: ExcludedEntry[] = [];
  const rejected: RejectedEntry[] = [];
  const add: string[] = [];
  for (const { value } of items) {
    if (value.kind === 'file') files.add(value.file);
    else if (value.kind === 'excluded') include.push(value.excluded);
    else if (value.kind === 'rejected') rejected.push(value.refusal);
    else if (value.kind === 'named' && value.finding.target !== undefined) add.push(value.finding.target);
  }
  return { files: plan.files.filter((file) => files.has(file)), include, rejected, add };
}

function formatSize(bytes: number): string {
  if (bytes === 0) return vscode.l10n.t('empty');
  if (bytes <= commonMaxBytes) return formatBytes(bytes);
  return vscode.l10n.t('{0}, larger than many file servers accept in one request', formatBytes(bytes));
}
