import * as vscode from 'vscode';
import { totalSizeOf } from '../client/core/totalSize';
import { escapeInvisible } from '../client/text/visibleText';
import { formatBytes } from '../platform/format';
import { askModally } from '../platform/output';
import {
  type ExcludedEntry,
  maxEntries,
  type PlannedFile,
  type RejectedEntry,
  type UploadPlan,
} from '../upload/uploadPlan';
import type { StepAnswer, StepPosition } from './multiStep';
import {
  type Choice,
  type ChoiceOrSeparator,
  configureInput,
  createBodiesButton,
  createSeparator,
  waitForAnswer,
} from './quickInput';

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

type PlanRow =
  | { readonly kind: 'file'; readonly file: PlannedFile }
  | { readonly kind: 'leftOut'; readonly leftOut: ExcludedEntry }
  | { readonly kind: 'refused'; readonly refusal: RejectedEntry };

/** Limit of many file servers for one PUT; bytes. A larger file is sent nevertheless. */
const commonMaxBytes = 5_000_000_000;

/**
 * Shows what would be uploaded, what is excluded and what cannot be uploaded. Everything selected is ticked, even
 * what cannot be uploaded: as long as that stays ticked, the flow does not continue, because a model that silently
 * lacks a file is worse than none.
 */
export async function pickPlan(
  { plan, title, unticked, showBodies }: PlanPickOptions,
  position?: StepPosition,
): Promise<StepAnswer<PlanSelection>> {
  const pick = vscode.window.createQuickPick<Choice<PlanRow>>();
  configureInput(pick, title, position, [
    createBodiesButton(() => showBodies(filterTicked(pick.selectedItems).files)),
  ]);
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  const rows = planRows(plan);
  pick.items = rows as Choice<PlanRow>[];
  const wanted = rows.filter(isSelected);
  pick.selectedItems = wanted.filter(({ value }) => !unticked.has(keyOf(value)));
  const summarise = () => (pick.placeholder = summarize(pick.selectedItems));
  summarise();
  return await waitForAnswer<PlanSelection, Choice<PlanRow>>(pick, (resolve) => {
    pick.onDidChangeSelection(summarise);
    pick.onDidAccept(() => {
      const { files, include, refused } = filterTicked(pick.selectedItems);
      if (refused.length > 0) void showRefusals(refused);
      else if (files.length + include.length > 0) {
        const selected = new Set(pick.selectedItems);
        const untickedNow = wanted.filter((item) => !selected.has(item));
        resolve({ files, include, unticked: new Set(untickedNow.map(({ value }) => keyOf(value))) });
      }
    });
  });
}

function planRows(plan: UploadPlan) {
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
  return [
    ...createSection(vscode.l10n.t('Cannot be uploaded'), refused),
    ...createSection(vscode.l10n.t('Files of the model'), files),
    ...createSection(vscode.l10n.t('Excluded, select to include'), leftOut),
  ];
}

function createSection(label: string, rows: readonly Choice<PlanRow>[]) {
  return rows.length === 0 ? [] : [createSeparator(label), ...rows];
}

function createRow(value: PlanRow, name: string, description: string, icon: string): Choice<PlanRow> {
  // The icon is not part of the label: with icons in labels, a file name could insert its own.
  return { value, label: formatName(name), description, iconPath: new vscode.ThemeIcon(icon) };
}

/** Shows invisible characters by their code, and prevents `$(name)` from being read as an icon. */
function formatName(name: string): string {
  // Longer than for other names, because paths may differ only at their end.
  return escapeInvisible(name, 1000).replace(/\$\(/g, '$\u200b(');
}

function isSelected(item: ChoiceOrSeparator<PlanRow>): item is Choice<PlanRow> {
  return 'value' in item && item.value.kind !== 'leftOut';
}

/** Key of a row, stable across plans. A file and a link to it share a path, but not a name. */
function keyOf(row: PlanRow): string {
  const { name, path } = entryOf(row);
  return JSON.stringify([name, path]);
}

function entryOf(row: PlanRow): PlannedFile | ExcludedEntry | RejectedEntry {
  switch (row.kind) {
    case 'file':
      return row.file;
    case 'leftOut':
      return row.leftOut;
    case 'refused':
      return row.refusal;
  }
}

function filterTicked(items: readonly Choice<PlanRow>[]) {
  const files: PlannedFile[] = [];
  const include: ExcludedEntry[] = [];
  const refused: RejectedEntry[] = [];
  for (const { value } of items) {
    if (value.kind === 'file') files.push(value.file);
    else if (value.kind === 'leftOut') include.push(value.leftOut);
    else refused.push(value.refusal);
  }
  return { files, include, refused };
}

function summarize(items: readonly Choice<PlanRow>[]): string {
  const { files, include, refused } = filterTicked(items);
  if (refused.length > 0) {
    return refused.length === 1
      ? vscode.l10n.t('1 of the selected files cannot be uploaded. Deselect it to continue.')
      : vscode.l10n.t(
          '{0} of the selected files cannot be uploaded. Deselect them to continue.',
          refused.length,
        );
  }
  if (files.length + include.length === 0) return vscode.l10n.t('Select the files of the model.');
  const size = formatBytes(totalSizeOf(files));
  return files.length === 1
    ? vscode.l10n.t('1 file, {0}. Press Enter to continue.', size)
    : vscode.l10n.t('{0} files, {1}. Press Enter to continue.', files.length, size);
}

/** A dialog with more lines would exceed the window; the plan lists all of them. */
const maxLines = 20;

async function showRefusals(refusals: readonly RejectedEntry[]): Promise<void> {
  const lines = refusals
    .slice(0, maxLines)
    .map((refusal) => `${formatName(refusal.name)}: ${describeRejection(refusal)}`);
  const more = refusals.length - lines.length;
  await askModally(
    'error',
    refusals.length === 1
      ? vscode.l10n.t('1 file cannot be uploaded. Nothing was created.')
      : vscode.l10n.t('{0} files cannot be uploaded. Nothing was created.', refusals.length),
    [
      ...lines,
      ...(more > 0 ? [vscode.l10n.t('And {0} more.', more)] : []),
      '',
      vscode.l10n.t('Fix them and start again, or deselect them to create the model without them.'),
    ].join('\n'),
  );
}

function formatSize(bytes: number): string {
  if (bytes === 0) return vscode.l10n.t('empty');
  if (bytes <= commonMaxBytes) return formatBytes(bytes);
  return vscode.l10n.t('{0}, larger than many file servers accept in one request', formatBytes(bytes));
}

function describeRejection({ reason, length = 0 }: RejectedEntry): string {
  switch (reason) {
    case 'gone':
      return vscode.l10n.t('no longer exists');
    case 'unreadable':
      return vscode.l10n.t('cannot be read, check its permissions');
    case 'notRegular':
      return vscode.l10n.t('not a regular file');
    case 'linkOutside':
      return vscode.l10n.t('a link to a target outside the selection');
    case 'linkBroken':
      return vscode.l10n.t('a link to a target that does not exist');
    case 'linkLoop':
      return vscode.l10n.t('a link that leads back to itself');
    case 'equalName':
      return vscode.l10n.t('has the same name in the model as another file');
    case 'controlCharacters':
      return vscode.l10n.t('has control or invisible characters in its name');
    case 'notUnicode':
      return vscode.l10n.t('has a name that is not valid Unicode');
    case 'pathLike':
      return vscode.l10n.t('has a name that other systems read as a path');
    case 'reserved':
      return vscode.l10n.t('has a name that Windows reserves for a device');
    case 'trailing':
      return vscode.l10n.t('has a name that ends with a dot or a space, which Windows removes');
    case 'tooLong':
      return vscode.l10n.t('has a name that is too long ({0} bytes)', length);
    case 'tooMany':
      return vscode.l10n.t('contains more than {0} files and folders', maxEntries);
  }
}
