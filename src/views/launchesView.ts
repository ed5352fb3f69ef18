import * as vscode from 'vscode';
import { contextKeys, views } from '../contributions';
import type { Launch } from '../launch/launch';
import type { LaunchFiles } from '../launch/launchFiles';
import { needsAttention } from '../launch/launchState';
import type { LaunchStore } from '../session/launchStore';
import type { FailedLaunch, SeenFailures } from '../session/seenFailures';
import { describeFiltered } from './filterMessage';
import { countEntries, findParent } from './launchChanges';
import { type FilterContext, isFiltering, isStudyWanted, type LaunchFilter, noFilter } from './launchFilter';
import { createLaunchItem } from './launchItems';
import {
  createChildNodes,
  createEntries,
  createRootNodes,
  type LaunchNode,
  type LaunchRow,
  type PeriodRow,
  type StudyTreeRow,
} from './launchNodes';
import { getGroupLabel } from './launchStates';
import { markOwnRow } from './ownRows';
import { formatPeriod } from './periodItem';
import type { RowPages } from './rowPages';
import type { RowPlaces } from './rowPlaces';
import { type LaunchTree, RowRefresher } from './rowRefresher';

export interface LaunchesViewOptions {
  readonly seenFailures: SeenFailures;
  readonly pages: RowPages;
  readonly places: RowPlaces;
  /** Fires when other rows may have a page, or another environment. */
  readonly onDidChangePages: vscode.Event<void>;
  readonly onFailed: (error: unknown) => void;
}

/** The launches of this computer by age, with a badge for those that need attention. */
export class LaunchesView implements vscode.TreeDataProvider<LaunchNode>, vscode.Disposable {
  readonly #refresher: RowRefresher;
  readonly #subscription: vscode.Disposable;
  /** The launches in periods that are expanded. */
  readonly #expanded = new Set<string>();
  #filter = noFilter;
  readonly onDidChangeTreeData: vscode.Event<LaunchNode[] | undefined>;
  readonly tree: vscode.TreeView<LaunchNode>;

  readonly #launches: LaunchStore;
  readonly #options: LaunchesViewOptions;

  constructor(tree: vscode.TreeView<LaunchNode>, launches: LaunchStore, options: LaunchesViewOptions) {
    this.tree = tree;
    this.#launches = launches;
    this.#options = options;
    this.#refresher = new RowRefresher({
      changedAt: () => launches.changedAt,
      read: (since) => this.#read(since),
      isVisible: () => tree.visible,
      beforeUpdate: () => this.#showBadge(),
      afterRedraw: () => this.#noteSeen(),
      onFailed: options.onFailed,
    });
    this.onDidChangeTreeData = this.#refresher.onDidChange;
    const update = () => this.#refresher.updateNext();
    this.#subscription = vscode.Disposable.from(
      this.#refresher,
      launches.onDidChange(update),
      options.onDidChangePages(() => this.#refresher.requestAll()),
      this.tree.onDidChangeVisibility(({ visible }) => {
        this.#followStatuses();
        if (visible) update();
      }),
      // Failures may have been seen in another window.
      vscode.window.onDidChangeWindowState(({ focused }) => focused && update()),
      this.tree.onDidExpandElement(({ element }) => this.#noteExpanded(element)),
      this.tree.onDidCollapseElement(({ element }) => this.#noteCollapsed(element)),
    );
    this.#followStatuses();
    // The badge on the activity bar is needed even if the view is never opened.
    update();
  }

  get filter(): LaunchFilter {
    return this.#filter;
  }

  set filter(filter: LaunchFilter) {
    this.#filter = filter;
    void vscode.commands.executeCommand('setContext', contextKeys.launchesFiltered, isFiltering(filter));
    this.#refresher.requestAll();
  }

  /**
   * Gives the focus to the first row that the filter leaves, so that it is read aloud, or else to the view.
   * @returns whether there is one
   */
  async focusFirst(): Promise<boolean> {
    const { nodes } = await this.#read();
    const [entry] = nodes.flatMap((node) => (node.kind === 'period' ? node.entries : []));
    if (entry === undefined) {
      await vscode.commands.executeCommand(`${views.launches}.focus`);
      return false;
    }
    const isRowWanted = entry.kind === 'study' && !isStudyWanted(this.#filter, this.#context(), entry.study);
    const [launch] = isRowWanted ? entry.launches : [];
    await this.#reveal(launch === undefined ? entry : { kind: 'launch', launch }, { select: true });
    return true;
  }

  /** Services are asked about simulations only while the view is visible. */
  #followStatuses(): void {
    const { poller } = this.#launches;
    if (this.tree.visible) poller.show();
    else poller.hide();
  }

  #context(): FilterContext {
    return { nowMs: Date.now(), environmentOf: (service) => this.#options.places.placeOf(service).name };
  }

  getTreeItem(node: LaunchNode): vscode.TreeItem {
    const { pages, places } = this.#options;
    const record = node.kind === 'launch' ? node.launch.record.plan : undefined;
    const service = node.kind === 'study' ? node.study.record.study.service : record?.service;
    return pages.withPage(createLaunchItem(node, service && places.placeOf(service)), node);
  }

  async getChildren(parent?: LaunchNode): Promise<LaunchNode[]> {
    if (parent !== undefined) {
      this.#noteExpanded(parent);
      const children = createChildNodes(parent, await this.#readFiles(parent));
      return children.map((node) => markOwnRow(this.#refresher.keep(node)));
    }
    const rows = await this.#refresher.answer();
    return rows.map(markOwnRow);
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

  /** Needed to reveal a row. VS Code knows the parents of rows that it shows. */
  async getParent(node: LaunchNode): Promise<LaunchNode | undefined> {
    if (node.kind !== 'launch' && node.kind !== 'study') return undefined;
    const { nodes } = await this.#read();
    const parent = findParent(nodes, node);
    return parent && markOwnRow(this.#refresher.keep(parent));
  }

  /** Selects the row of a launch. Removes a filter that hides it. */
  async show(id: string): Promise<void> {
    const launch = (await this.#launches.list()).find((one) => one.id === id);
    if (launch !== undefined) await this.#select({ kind: 'launch', launch });
  }

  /** Selects the row of a study. Removes a filter that hides it. */
  async showStudy(id: string): Promise<void> {
    const study = (await this.#launches.listStudies()).find((one) => one.id === id);
    if (study !== undefined) await this.#select({ kind: 'study', study, launches: [], statuses: [] });
  }

  async #select(row: LaunchRow | StudyTreeRow): Promise<void> {
    if (isFiltering(this.#filter) && (await this.getParent(row)) === undefined) this.filter = noFilter;
    await this.#reveal(row, { select: true });
  }

  /** Gives the focus to the row of a launch, unless a filter hides it. */
  async focus(id: string): Promise<void> {
    const row = [...this.#refresher.rows].find((one) => one.kind === 'launch' && one.launch.id === id);
    if (row === undefined || (await this.getParent(row)) === undefined) return;
    // The user may have gone elsewhere meanwhile.
    if (this.tree.visible) await this.#reveal(row, { select: false });
  }

  /** @param row as an object of its own, or the kept one */
  async #reveal(row: LaunchNode, { select }: { readonly select: boolean }): Promise<void> {
    const reveal = async () => {
      await this.tree.reveal(this.#refresher.keep(row), { select, focus: true });
      return !select || this.tree.selection.includes(this.#refresher.keep(row));
    };
    if (!this.tree.visible) await vscode.commands.executeCommand(`${views.launches}.focus`);
    // VS Code fails, or only logs that it failed, if it loads the rows anew meanwhile. It does so when a hidden view
    // that has changed becomes visible.
    if (!(await reveal().catch(() => false))) await reveal();
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #read(since?: number): Promise<LaunchTree> {
    const [launches, studies, unreadable] = await Promise.all([
      this.#launches.list(since),
      this.#launches.listStudies(since),
      this.#launches.unreadable(since),
    ]);
    const listed = { launches, studies, unreadable };
    const nodes = createRootNodes(listed, this.#filter, this.#context());
    // VS Code shows no welcome text below a message.
    this.tree.message =
      isFiltering(this.#filter) && nodes.length > 0
        ? describeFiltered(
            describeConditions(this.#filter),
            countEntries(nodes),
            createEntries(listed).length,
          )
        : '';
    return { launches, nodes };
  }

  #noteExpanded(row: LaunchNode): void {
    if (row.kind !== 'period' && row.kind !== 'study') return;
    for (const { id } of listLaunchesIn(row)) this.#expanded.add(id);
    void this.#noteSeen().catch((error: unknown) => this.#options.onFailed(error));
  }

  #noteCollapsed(row: LaunchNode): void {
    if (row.kind !== 'period' && row.kind !== 'study') return;
    for (const { id } of listLaunchesIn(row)) this.#expanded.delete(id);
  }

  /** Failed launches are counted until their row has been seen. Every other launch is counted until it is resolved. */
  async #noteSeen(): Promise<void> {
    if (!this.tree.visible) return;
    const launches = [...this.#refresher.rows].flatMap((row) => (row.kind === 'launch' ? [row.launch] : []));
    const seen = launches.filter(({ id }) => this.#expanded.has(id)).flatMap(failureOf);
    // Whether a simulation has failed is not known before its service was asked again.
    const all = launches.map(({ id, record }) => ({ id, changedAt: record.changedAt }));
    if (await this.#options.seenFailures.add(seen, all)) await this.#refresher.update();
  }

  async #showBadge(): Promise<void> {
    const { changedAt } = this.#launches;
    const [launches, unreadable] = await Promise.all([
      this.#launches.list(changedAt),
      this.#launches.unreadable(changedAt),
    ]);
    const isSeen = (launch: Launch) => failureOf(launch).some((one) => this.#options.seenFailures.has(one));
    const isUrgent = (launch: Launch) => needsAttention(launch.state) || failureOf(launch).length > 0;
    const urgent = launches.filter((launch) => isUrgent(launch) && !isSeen(launch));
    // A study counts once, however many of its launches need attention.
    const value =
      new Set(urgent.map(({ id, record }) => record.plan.study?.id ?? id)).size + unreadable.length;
    const tooltip = vscode.l10n.t('Launches that need your attention: {0}', value);
    this.tree.badge = value === 0 ? undefined : { value, tooltip };
  }
}

/** The conditions of a filter in words, as the message of the view quotes them. */
function describeConditions({ text, environments, groups, periods, statuses }: LaunchFilter): string {
  const conditions = [
    text,
    ...environments,
    ...Array.from(groups, getGroupLabel),
    ...statuses,
    ...Array.from(periods, formatPeriod),
  ];
  return conditions.filter((one) => one !== '').join(', ');
}

/** The failure of a launch, or of its simulation. */
function failureOf({ id, state, record, status }: Launch): FailedLaunch[] {
  return state === 'failed' || status?.end === 'failure' ? [{ id, changedAt: record.changedAt }] : [];
}

/** The launches directly below a row. */
function listLaunchesIn(row: PeriodRow | StudyTreeRow): readonly Launch[] {
  if (row.kind === 'study') return row.launches;
  return row.entries.flatMap((entry) => (entry.kind === 'launch' ? [entry.launch] : []));
}
