import * as vscode from 'vscode';
import { totalSizeOf } from '../client/core/totalSize';
import { formatBytes, formatCount } from '../platform/format';
import type { ExcludedEntry, PlannedFile, RejectedEntry, UploadPlan } from '../upload/uploadPlan';
import { formatName } from './formatName';
import type { StepAnswer, StepPosition } from './multiStep';
import { findFolders } from './planFolders';
import { type GroupRow, PlanTicks } from './planTicks';
import {
  type Choice,
  type ChoiceOrSeparator,
  configureInput,
  createBodiesButton,
  createSeparator,
  waitForAnswer,
} from './quickInput';
import { confirmLeavingOut, describeRejection } from './refusedFiles';

/** The user's decision about a plan: the files to upload, and excluded entries to include after all. */
export interface PlanSelection {
  readonly files: readonly PlannedFile[];
  readonly include: readonly ExcludedEntry[];
  /** Keys of the rows that the user has unticked. */
  readonly unticked: ReadonlySet<string>;
}

export interface PlanPickOptions {
  readonly plan: UploadPlan;
  readonly title: string;
  /** Keys of the rows that are unticked at first although they were selected. */
  readonly unticked: ReadonlySet<string>;
  /** Previews the requests for the files that are ticked now. */
  readonly showBodies: (files: readonly PlannedFile[]) => void;
}

type EntryRow =
  | { readonly kind: 'file'; readonly file: PlannedFile }
  | { readonly kind: 'leftOut'; readonly leftOut: ExcludedEntry }
  | { readonly kind: 'refused'; readonly refusal: RejectedEntry };

type PlanRow =
  | EntryRow
  /** Stands for the files below it, and is none itself. */
  | { readonly kind: 'folder' };

/** Limit of many file servers for one PUT; bytes. A larger file is sent nevertheless. */
const commonMaxBytes = 5_000_000_000;

/**
 * Shows what would be uploaded, what is excluded and what cannot be uploaded. Everything selected is ticked, even
 * what cannot be uploaded: as long as that stays ticked, the flow continues only when the user confirms to leave it
 * out, because a model that silently lacks a file is worse than none.
 */
export async function pickPlan(
  { plan, title, unticked, showBodies }: PlanPickOptions,
  position?: StepPosition,
): Promise<StepAnswer<PlanSelection>> {
  const { rows, folders } = planRows(plan);
  const choices = rows.filter((row) => 'value' in row);
  const wanted = choices.filter(isSelected);
  const ticks = new PlanTicks<Choice<PlanRow>>(
    choices,
    folders,
    wanted.filter((row) => !unticked.has(keyOf(row))),
  );
  const pick = vscode.window.createQuickPick<Choice<PlanRow>>();
  const showTicked = () => showBodies(separate(ticks.ticked).files);
  configureInput(pick, title, position, [createBodiesButton(showTicked)]);
  pick.canSelectMany = true;
  // Only by names: then a folder in view stands for files that are all in view.
  pick.matchOnDescription = false;
  pick.items = rows as Choice<PlanRow>[];
  pick.selectedItems = ticks.ticked;
  const beforeTotal = takeTitle(pick);
  const summarise = () => {
    const ticked = separate(ticks.ticked);
    pick.title = vscode.l10n.t('{0}: {1}', beforeTotal, describeTotal(ticked.files, plan.files.length));
    pick.placeholder = describeNext(ticked);
  };
  summarise();
  return await waitForAnswer<PlanSelection, Choice<PlanRow>>(pick, (resolve, reject) => {
    pick.onDidChangeSelection((told) => {
      const corrected = ticks.noteTold(told);
      if (corrected !== undefined) pick.selectedItems = corrected;
      summarise();
    });
    const accept = async (): Promise<void> => {
      const { files, include, refused } = separate(ticks.ticked);
      const others = files.length + include.length > 0;
      if (refused.length > 0 && !(await confirmLeavingOut(refused, others))) return;
      if (!others) return;
      const taken = new Set(ticks.ticked.filter(({ value }) => value.kind !== 'refused'));
      resolve({ files, include, unticked: new Set(wanted.filter((row) => !taken.has(row)).map(keyOf)) });
    };
    pick.onDidAccept(() => void accept().catch(reject));
  });
}

/** The title with the position of the step, which VS Code would otherwise add behind the total. */
function takeTitle(pick: vscode.QuickInput): string {
  const { title = '', step, totalSteps } = pick;
  pick.step = undefined;
  pick.totalSteps = undefined;
  if (step === undefined) return title;
  return totalSteps === undefined ? `${title} (${step})` : `${title} (${step}/${totalSteps})`;
}

function planRows(plan: UploadPlan): {
  readonly rows: ChoiceOrSeparator<PlanRow>[];
  readonly folders: GroupRow<Choice<PlanRow>>[];
} {
  const refused = plan.refused.map((refusal): Choice<PlanRow> => {
    const description = describeRejection(refusal);
    return createRow({ kind: 'refused', refusal }, refusal.name, description, 'error');
  });
  const files = plan.files.map((file): Choice<PlanRow> => {
    return createRow({ kind: 'file', file }, file.name, formatSize(file.size), 'file');
  });
  const leftOut = plan.leftOut.map((entry): Choice<PlanRow> => {
    const description = vscode.l10n.t('excluded by {0}', entry.pattern);
    const name = entry.kind === 'folder' ? `${entry.name}/` : entry.name;
    return createRow({ kind: 'leftOut', leftOut: entry }, name, description, 'circle-slash');
  });
  const folders = createFolders(plan.files, files);
  const rowsBefore = new Map<Choice<PlanRow>, Choice<PlanRow>[]>();
  for (const { row, members } of folders) {
    const [first] = members;
    if (first !== undefined) rowsBefore.set(first, [...(rowsBefore.get(first) ?? []), row]);
  }
  const filesInFolders = files.flatMap((file) => [...(rowsBefore.get(file) ?? []), file]);
  const rows = [
    ...createSection(vscode.l10n.t('Cannot be uploaded'), refused),
    ...createSection(vscode.l10n.t('Files of the model'), filesInFolders),
    ...createSection(vscode.l10n.t('Excluded, select to include'), leftOut),
  ];
  return { rows, folders };
}

/** One row for each folder, if there are several: for one alone, there is the tick of all rows. */
function createFolders(
  files: readonly PlannedFile[],
  rows: readonly Choice<PlanRow>[],
): GroupRow<Choice<PlanRow>>[] {
  const folders = findFolders(files.map(({ name }) => name));
  if (folders.length < 2) return [];
  return folders.map(({ name, start, end }) => {
    const size = formatBytes(totalSizeOf(files.slice(start, end)));
    const count = end - start;
    const description =
      count === 1
        ? vscode.l10n.t('1 file, {0}', size)
        : vscode.l10n.t('{0} files, {1}', formatCount(count), size);
    return {
      row: createRow({ kind: 'folder' }, name, description, 'folder'),
      members: rows.slice(start, end),
    };
  });
}

function createSection(label: string, rows: readonly Choice<PlanRow>[]) {
  return rows.length === 0 ? [] : [createSeparator(label), ...rows];
}

function createRow(value: PlanRow, name: string, description: string, icon: string): Choice<PlanRow> {
  // The icon is not part of the label: with icons in labels, a file name could insert its own.
  return { value, label: formatName(name), description, iconPath: new vscode.ThemeIcon(icon) };
}

type SelectedRow = Choice<Exclude<EntryRow, { readonly kind: 'leftOut' }>>;

function isSelected(item: Choice<PlanRow>): item is SelectedRow {
  return item.value.kind === 'file' || item.value.kind === 'refused';
}

/** Key of a row, stable across plans. A file and a link to it share a path, but not a name. */
function keyOf({ value }: SelectedRow): string {
  const { name, path } = value.kind === 'file' ? value.file : value.refusal;
  return JSON.stringify([name, path]);
}

interface TickedEntries {
  readonly files: readonly PlannedFile[];
  readonly include: readonly ExcludedEntry[];
  readonly refused: readonly RejectedEntry[];
}

function separate(items: readonly Choice<PlanRow>[]): TickedEntries {
  const files: PlannedFile[] = [];
  const include: ExcludedEntry[] = [];
  const refused: RejectedEntry[] = [];
  for (const { value } of items) {
    if (value.kind === 'file') files.push(value.file);
    else if (value.kind === 'leftOut') include.push(value.leftOut);
    else if (value.kind === 'refused') refused.push(value.refusal);
  }
  return { files, include, refused };
}

function describeTotal(files: readonly PlannedFile[], count: number): string {
  const size = formatBytes(totalSizeOf(files));
  if (files.length < count)
    return vscode.l10n.t('{0} of {1} files, {2}', formatCount(files.length), formatCount(count), size);
  return count === 1
    ? vscode.l10n.t('1 file, {0}', size)
    : vscode.l10n.t('{0} files, {1}', formatCount(count), size);
}

function describeNext({ files, include, refused }: TickedEntries): string {
  if (refused.length > 0) {
    return refused.length === 1
      ? vscode.l10n.t('1 file cannot be uploaded: untick it.')
      : vscode.l10n.t('{0} files cannot be uploaded: untick them.', formatCount(refused.length));
  }
  return files.length + include.length === 0
    ? vscode.l10n.t('Select the files of the model.')
    : vscode.l10n.t('Press Enter to continue.');
}

function formatSize(bytes: number): string {
  if (bytes === 0) return vscode.l10n.t('empty');
  if (bytes <= commonMaxBytes) return formatBytes(bytes);
  return vscode.l10n.t('{0}, larger than many file servers accept in one request', formatBytes(bytes));
}
