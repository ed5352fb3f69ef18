import * as vscode from 'vscode';
import type { Finding } from '../../deck/finding';
import { withEllipsis } from '../../messages/labels';
import { formatCount, formatLine } from '../../platform/format';
import type { StepAnswer, StepPosition } from '../../ui/multiStep';
import {
  type Choice,
  type ChoiceOrSeparator,
  configureInput,
  createBodiesButton,
  type StepButton,
  waitForAnswer,
} from '../../ui/quickInput';
import type { ExcludedEntry, PlannedFile, UploadPlan } from '../../upload/uploadPlan';
import type { PendingFindings } from './deckCheckStep';
import type { PlanFindings } from './deckFindings';
import { FileSizes } from './fileSizes';
import {
  createNamedRows,
  getRowKey,
  isFixed,
  isSelected,
  type PlanRow,
  planRows,
  type SelectedRow,
  separateTickedRows,
  type TickedEntries,
} from './planRows';
import { PlanTicks } from './planTicks';
import { computeTotal, describeTotal, listAdded, type PlanTotal } from './planTotal';
import { confirmExclusion } from './refusedFiles';

/** The user's decision about a plan: the files to upload, and excluded entries to include after all. */
export interface PlanSelection {
  readonly files: readonly PlannedFile[];
  readonly include: readonly ExcludedEntry[];
  /** Absolute paths of files to add, because decks name them. */
  readonly add: readonly string[];
  /** Keys of the rows that the user has unticked. */
  readonly unticked: ReadonlySet<string>;
  /** A task is to be saved in place of a launch. */
  readonly isTask: boolean;
}

export interface PlanPickOptions {
  readonly plan: UploadPlan;
  readonly title: string;
  /** Keys of the rows that are unticked at first although they were selected. */
  readonly unticked: ReadonlySet<string>;
  /** The files that decks name: at first, or later if the check takes long. */
  readonly findings: PendingFindings;
  /** Previews the requests for the files that are ticked now. */
  readonly showBodies: (files: readonly PlannedFile[]) => void;
  /** Whether a task can be saved in place of a launch. */
  readonly mayBeTask: boolean;
}

/**
 * Shows what would be uploaded, what is excluded, what cannot be uploaded, and what decks name besides. Everything
 * selected is ticked, even what cannot be uploaded: as long as that stays ticked, the flow continues only when the user
 * confirms to leave it out, because a model that silently lacks a file is worse than none.
 */
export async function pickPlan(
  options: PlanPickOptions,
  position?: StepPosition,
): Promise<StepAnswer<PlanSelection>> {
  return await new PlanPicker(options, position).ask();
}

class PlanPicker {
  readonly #pick = vscode.window.createQuickPick<Choice<PlanRow>>();
  readonly #rows: readonly ChoiceOrSeparator<PlanRow>[];
  /** All rows that are shown, without headings. */
  #choices: readonly Choice<PlanRow>[];
  readonly #ticks: PlanTicks<Choice<PlanRow>>;
  /** Rows that were ticked at first, unless the user unticked them before. */
  readonly #wanted: readonly SelectedRow[];
  readonly #beforeTotal: string;
  readonly #sizes = new FileSizes();
  #missing: PlanFindings['missing'] = [];

  readonly #options: PlanPickOptions;

  constructor(options: PlanPickOptions, position: StepPosition | undefined) {
    this.#options = options;
    const { plan, title, unticked, showBodies } = options;
    this.#rows = planRows(plan);
    this.#choices = this.#rows.filter((row) => 'value' in row);
    this.#wanted = this.#choices.filter(isSelected);
    const ticked = this.#wanted.filter((row) => !unticked.has(getRowKey(row)));
    this.#ticks = new PlanTicks<Choice<PlanRow>>(ticked, isFixed);
    configureInput(this.#pick, title, position, [createBodiesButton(() => showBodies(this.#ticked.files))]);
    this.#pick.canSelectMany = true;
    this.#beforeTotal = takeTitle(this.#pick);
  }

  get #ticked(): TickedEntries {
    const ticked = this.#choices.filter((row) => this.#ticks.has(row));
    return separateTickedRows(ticked, this.#options.plan);
  }

  async ask(): Promise<StepAnswer<PlanSelection>> {
    const pick = this.#pick;
    return await waitForAnswer<PlanSelection, Choice<PlanRow>>(pick, (resolve, reject) => {
      pick.onDidChangeSelection((shown) => {
        const corrected = this.#ticks.noteShown(shown);
        if (corrected !== undefined) pick.selectedItems = corrected;
        this.#summarise();
        this.#lookUpSizes().catch(reject);
      });
      pick.onDidTriggerItemButton(({ item: { value } }) => {
        if (value.kind === 'named') openDeck(value.finding).catch(reject);
      });
      const accept = (end: 'launch' | 'task') =>
        void this.#accept(end).then((answer) => answer && resolve(answer), reject);
      pick.onDidAccept(() => accept('launch'));
      if (this.#options.mayBeTask) pick.buttons = [...pick.buttons, createTaskButton(() => accept('task'))];
      this.#showFindings(resolve).catch(reject);
    });
  }

  /** @returns undefined while something is left to decide */
  async #accept(end: 'launch' | 'task'): Promise<PlanSelection | undefined> {
    const { files, include, rejected, add } = this.#ticked;
    const hasOthers = files.length + include.length + add.length > 0;
    if (rejected.length > 0 && !(await confirmExclusion(rejected, { hasOthers }))) return undefined;
    return hasOthers ? { ...this.#answerWith(add), isTask: end === 'task' } : undefined;
  }

  #answerWith(add: readonly string[]): PlanSelection {
    const { files, include } = this.#ticked;
    const isUnticked = (row: SelectedRow) => row.value.kind === 'rejected' || !this.#ticks.has(row);
    const unticked = new Set(this.#wanted.filter(isUnticked).map(getRowKey));
    return { files, include, add, unticked, isTask: false };
  }

  /** Shows all rows; those of findings that come later at the end, where they move no row that is about to be ticked. */
  async #showFindings(resolve: (answer: PlanSelection) => void): Promise<void> {
    const { now, later } = this.#options.findings;
    const early = now === undefined ? [] : this.#addFindings(now, resolve);
    const ticked = this.#wanted.filter((row) => this.#ticks.has(row));
    this.#showRows([...early, ...this.#rows], ticked);
    if (later === undefined) return;
    this.#pick.busy = true;
    const late = await later;
    this.#pick.busy = false;
    if (late === undefined) return;
    const rows = this.#addFindings(late, resolve);
    if (rows.length === 0) return;
    this.#pick.keepScrollPosition = true;
    this.#showRows([...this.#rows, ...rows], this.#ticks.setAgain(), this.#pick.activeItems);
  }

  #addFindings(
    found: PlanFindings,
    resolve: (answer: PlanSelection) => void,
  ): readonly ChoiceOrSeparator<PlanRow>[] {
    const rows = createNamedRows(found);
    this.#choices = [...this.#choices, ...rows.filter((row) => 'value' in row)];
    this.#missing = found.missing;
    const addAll: StepButton = {
      iconPath: new vscode.ThemeIcon('diff-added'),
      tooltip: vscode.l10n.t('Add Missing Files'),
      run: () => resolve(this.#answerWith([...new Set([...this.#ticked.add, ...found.toAdd])])),
    };
    if (found.toAdd.length > 0) this.#pick.buttons = [...this.#pick.buttons, addAll];
    return rows;
  }

  /** @param active rows to give the focus back to, because setting new rows removes it */
  #showRows(
    rows: readonly ChoiceOrSeparator<PlanRow>[],
    ticked: readonly Choice<PlanRow>[],
    active?: readonly Choice<PlanRow>[],
  ): void {
    this.#pick.items = rows as Choice<PlanRow>[];
    this.#pick.selectedItems = ticked;
    if (active !== undefined) this.#pick.activeItems = active;
    this.#summarise();
  }

  async #lookUpSizes(): Promise<void> {
    if (await this.#sizes.lookUp(listAdded(this.#ticked))) this.#summarise();
  }

  #summarise(): void {
    const { plan } = this.#options;
    const ticked = this.#ticked;
    const total = computeTotal(ticked, this.#sizes);
    const count = plan.files.length + total.files - ticked.files.length;
    this.#pick.title = formatLine(this.#beforeTotal, describeTotal(total, count));
    const missing = this.#missing.filter(({ finding }) => !ticked.add.includes(finding.target ?? ''));
    this.#pick.placeholder = describeNext(ticked, total, missing.length);
  }
}

function createTaskButton(run: () => void): StepButton {
  return {
    iconPath: new vscode.ThemeIcon('save-as'),
    tooltip: withEllipsis(vscode.l10n.t('Save as Task')),
    run,
  };
}

/** Shows the line behind the plan, which stays open. */
async function openDeck({ deck, line }: Finding): Promise<void> {
  const start = new vscode.Position(line - 1, 0);
  await vscode.window.showTextDocument(vscode.Uri.file(deck.path), {
    preserveFocus: true,
    preview: true,
    selection: new vscode.Range(start, start),
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

/** @param missing number of files that decks name and that will not be there */
function describeNext(
  { files, include, rejected, add }: TickedEntries,
  total: PlanTotal,
  missing: number,
): string {
  if (rejected.length > 0)
    return vscode.l10n.t(
      'Files to untick, because they cannot be uploaded: {0}',
      formatCount(rejected.length),
    );
  if (files.length + include.length + add.length === 0)
    return vscode.l10n.t('Select the files of the model.');
  if (missing === 0) return vscode.l10n.t('Press Enter to continue.');
  const upload = describeTotal(total);
  return vscode.l10n.t('{0}, named in the deck but missing: {1}', upload, formatCount(missing));
}
