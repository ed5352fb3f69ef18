import * as vscode from 'vscode';
import { contextKeys, views } from '../contributions';
import type { Launch } from '../launch/launch';
import type { LaunchFiles } from '../launch/launchFiles';
import { type LaunchGroup, needsAttention } from '../launch/launchState';
import type { LaunchStore } from '../session/launchStore';
import type { Failure, SeenFailures } from '../session/seenFailures';
import { describeFilter, findParent, type KeptRows, keyOf, orderOf, updateLaunchRows } from './launchChanges';
import { createLaunchItem } from './launchItems';
import {
  createChildNodes,
  createRootNodes,
  type LaunchNode,
  type LaunchRow,
  type StudyRow,
} from './launchNodes';
import { getMidnight } from './launchPeriods';
import { markOwnRow } from './ownRows';
import { type RowPages, withPage } from './rowPages';

export interface LaunchesViewOptions {
  readonly seenFailures: SeenFailures;
  readonly pages: RowPages;
  /** Fires when other rows may have a page. */
  readonly onDidChangePages: vscode.Event<void>;
  readonly onFailed: (error: unknown) => void;
}

/** The launches of this computer by age, with a badge for those that need attention. */
export class LaunchesView implements vscode.TreeDataProvider<LaunchNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<LaunchNode[] | undefined>();
  readonly #subscription: vscode.Disposable;
  /**
   * One row for each launch, study and period, because VS Code redraws only objects that it knows. It can request all
   * rows again before it has received them. It is not known which answer it shows, so every answer has the same objects.
   */
  #rows: KeptRows = new Map();
  /** The launches in periods that are expanded. */
  readonly #expanded = new Set<string>();
  /** Identifies the launches, their order and the day. Undefined from a request for all rows until VS Code has them. */
  #order: string | undefined;
  #shown: ReadonlySet<LaunchGroup> | undefined;
  #midnight: NodeJS.Timeout | undefined;
  /** Ends with the updates so far. Never rejects. */
  #updating: Promise<void> = Promise.resolve();
  #isUpdateDue = false;
  readonly onDidChangeTreeData = this.#changed.event;
  readonly tree: vscode.TreeView<LaunchNode>;

  readonly #launches: LaunchStore;
  readonly #options: LaunchesViewOptions;

  constructor(tree: vscode.TreeView<LaunchNode>, launches: LaunchStore, options: LaunchesViewOptions) {
    this.tree = tree;
    this.#launches = launches;
    this.#options = options;
    const update = () => this.#updateNext();
    this.#subscription = vscode.Disposable.from(
      launches.onDidChange(update),
      options.onDidChangePages(() => this.#requestAll()),
      this.tree.onDidChangeVisibility(({ visible }) => visible && update()),
      // Failures may have been seen in another window.
      vscode.window.onDidChangeWindowState(({ focused }) => focused && update()),
      this.tree.onDidExpandElement(({ element }) => this.#noteExpanded(element, true)),
      this.tree.onDidCollapseElement(({ element }) => this.#noteExpanded(element, false)),
    );
    // The badge on the activity bar is needed even if the view is never opened.
    update();
  }

  /** `undefined` shows all. */
  get filter(): ReadonlySet<LaunchGroup> | undefined {
    return this.#shown;
  }

  set filter(shown: ReadonlySet<LaunchGroup> | undefined) {
    this.#shown = shown;
    void vscode.commands.executeCommand('setContext', contextKeys.launchesFiltered, shown !== undefined);
    this.#requestAll();
  }

  getTreeItem(node: LaunchNode): vscode.TreeItem {
    return withPage(createLaunchItem(node), this.#options.pages.has(node));
  }

  async getChildren(parent?: LaunchNode): Promise<LaunchNode[]> {
    if (parent !== undefined) {
      this.#noteExpanded(parent, true);
      const children = createChildNodes(parent, await this.#readFiles(parent));
      return children.map((node) => markOwnRow(this.#keep(node)));
    }
    const { changedAt } = this.#launches;
    try {
      const { launches, nodes } = await this.#roots();
      this.#rows = updateLaunchRows(this.#rows, launches, nodes).rows;
      this.#order = orderOf(nodes);
      if (this.#launches.changedAt !== changedAt) this.#updateNext();
      this.#updateAtMidnight();
      return nodes.map((node) => markOwnRow(this.#keep(node)));
    } catch (error) {
      // So that the next change requests them again.
      this.#order = '';
      throw error;
    }
  }

  /** @returns nothing for another row, and if they cannot be read */
  async #readFiles(parent: LaunchNode): Promise<LaunchFiles | undefined> {
    if (parent.kind !== 'launch') return undefined;
    try {
      return (await this.#launches.withFiles(parent.launch)).files;
    } catch (error) {
      this.#options.onFailed(error);
      return undefined;
    }
  }

  /** The row that stands for a launch, a study or a period already, if there is one. */
  #keep(node: LaunchNode): LaunchNode {
    switch (node.kind) {
      case 'launch':
      case 'study':
      case 'period':
        return this.#rows.get(keyOf(node)) ?? node;
      default:
        return node;
    }
  }

  /** Needed to reveal a row. VS Code knows the parents of rows that it shows. */
  async getParent(node: LaunchNode): Promise<LaunchNode | undefined> {
    if (node.kind !== 'launch' && node.kind !== 'study') return undefined;
    const { nodes } = await this.#roots();
    const parent = findParent(nodes, node);
    return parent && markOwnRow(this.#keep(parent));
  }

  /** Selects the row of a launch. Removes a filter that hides it. */
  async show(id: string): Promise<void> {
    const launch = (await this.#launches.list()).find((one) => one.id === id);
    if (launch !== undefined) await this.#select({ kind: 'launch', launch });
  }

  /** Selects the row of a study. Removes a filter that hides it. */
  async showStudy(id: string): Promise<void> {
    const study = (await this.#launches.listStudies()).find((one) => one.id === id);
    if (study !== undefined) await this.#select({ kind: 'study', study, launches: [] });
  }

  async #select(row: LaunchRow | StudyRow): Promise<void> {
    if (this.#shown !== undefined && (await this.getParent(row)) === undefined) this.filter = undefined;
    await this.#reveal(row, true);
  }

  /** Gives the focus to the row of a launch, unless a filter hides it. */
  async focus(id: string): Promise<void> {
    const row = [...this.#rows.values()].find((one) => one.kind === 'launch' && one.launch.id === id);
    if (row === undefined || (await this.getParent(row)) === undefined) return;
    // The user may have gone elsewhere meanwhile.
    if (this.tree.visible) await this.#reveal(row, false);
  }

  /** @param row as an object of its own, or the kept one */
  async #reveal(row: LaunchNode, select: boolean): Promise<void> {
    const reveal = async () => {
      await this.tree.reveal(this.#keep(row), { select, focus: true });
      return !select || this.tree.selection.includes(this.#keep(row));
    };
    if (!this.tree.visible) await vscode.commands.executeCommand(`${views.launches}.focus`);
    // VS Code fails, or only logs that it failed, if it loads the rows anew meanwhile. It does so when a hidden view
    // that has changed becomes visible.
    if (!(await reveal().catch(() => false))) await reveal();
  }

  /** One update after the other: a slow one would show again what it had read before a quick one. */
  #updateNext(): void {
    if (this.#isUpdateDue) return;
    this.#isUpdateDue = true;
    this.#updating = this.#updating.then(async () => {
      this.#isUpdateDue = false;
      await this.#update();
    });
  }

  async #update(): Promise<void> {
    try {
      await this.#showBadge();
      // A hidden view requests everything when it is shown.
      if (this.tree.visible) await this.#redraw();
      else this.#requestAll();
    } catch (error) {
      // The rows stay as they are.
      this.#options.onFailed(error);
    }
  }

  /** Redraws only rows whose appearance has changed: redrawing all would close what the user is just expanding. */
  async #redraw(): Promise<void> {
    const { launches, nodes } = await this.#roots(this.#launches.changedAt);
    // All rows are on their way; the answer finds changes since.
    if (this.#order === undefined) return;
    if (orderOf(nodes) !== this.#order) {
      this.#requestAll();
      return;
    }
    const { rows, changed } = updateLaunchRows(this.#rows, launches, nodes);
    this.#rows = rows;
    if (changed.length > 0) this.#changed.fire(changed);
    await this.#noteSeen();
  }

  #requestAll(): void {
    this.#order = undefined;
    this.#changed.fire(undefined);
  }

  dispose(): void {
    clearTimeout(this.#midnight);
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #roots(
    since?: number,
  ): Promise<{ readonly launches: readonly Launch[]; readonly nodes: LaunchNode[] }> {
    const [launches, studies, unreadable] = await Promise.all([
      this.#launches.list(since),
      this.#launches.listStudies(since),
      this.#launches.unreadable(since),
    ]);
    const listed = { launches, studies, unreadable };
    const nodes = createRootNodes(listed, this.#shown, Date.now());
    this.tree.description = this.#shown === undefined ? '' : describeFilter(listed, nodes);
    return { launches, nodes };
  }

  /** "Today" becomes wrong at midnight. */
  #updateAtMidnight(): void {
    clearTimeout(this.#midnight);
    const now = Date.now();
    this.#midnight = setTimeout(() => this.#updateNext(), getMidnight(now, -1) - now);
  }

  #noteExpanded(row: LaunchNode, isExpanded: boolean): void {
    if (row.kind !== 'period' && row.kind !== 'study') return;
    const launches =
      row.kind === 'study'
        ? row.launches
        : row.entries.flatMap((entry) => (entry.kind === 'launch' ? [entry.launch] : []));
    for (const { id } of launches) {
      if (isExpanded) this.#expanded.add(id);
      else this.#expanded.delete(id);
    }
    if (isExpanded) void this.#noteSeen().catch((error: unknown) => this.#options.onFailed(error));
  }

  /** Failed launches are counted until their row has been seen. Every other launch is counted until it is resolved. */
  async #noteSeen(): Promise<void> {
    if (!this.tree.visible) return;
    const failures = [...this.#rows.values()].flatMap((row) =>
      row.kind === 'launch' ? failureOf(row.launch) : [],
    );
    const seen = failures.filter(({ id }) => this.#expanded.has(id));
    if (await this.#options.seenFailures.add(seen, failures)) await this.#update();
  }

  async #showBadge(): Promise<void> {
    const { changedAt } = this.#launches;
    const [launches, unreadable] = await Promise.all([
      this.#launches.list(changedAt),
      this.#launches.unreadable(changedAt),
    ]);
    const isSeen = (launch: Launch) => failureOf(launch).some((one) => this.#options.seenFailures.has(one));
    const urgent = launches.filter((launch) => needsAttention(launch.state) && !isSeen(launch));
    // A study counts once, however many of its launches need attention.
    const value =
      new Set(urgent.map(({ id, record }) => record.plan.study?.id ?? id)).size + unreadable.length;
    const tooltip =
      value === 1
        ? vscode.l10n.t('1 launch needs your attention.')
        : vscode.l10n.t('{0} launches need your attention.', value);
    this.tree.badge = value === 0 ? undefined : { value, tooltip };
  }
}

function failureOf({ id, state, record }: Launch): Failure[] {
  return state === 'failed' ? [{ id, changedAt: record.changedAt }] : [];
}
