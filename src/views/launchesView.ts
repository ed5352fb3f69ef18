import * as vscode from 'vscode';
import { contextKeys, views } from '../contributions';
import type { Launch } from '../launch/launch';
import { type LaunchGroup, needsAttention } from '../launch/launchState';
import type { LaunchStore } from '../session/launchStore';
import type { Failure, SeenFailures } from '../session/seenFailures';
import type { createLaunchItem } from './launchItems';
import type { createChildNodes, createRootNodes, LaunchNode, LaunchRow, PeriodRow } from './launchNodes';
import { getMidnight } from './launchPeriods';
import { renderKey } from './projectLaunches';

/** Loaded on demand: needed only while the view is open. */
export interface LaunchesViewParts {
  readonly createLaunchItem: typeof createLaunchItem;
  readonly createRootNodes: typeof createRootNodes;
  readonly createChildNodes: typeof createChildNodes;
}

export interface LaunchesViewOptions {
  readonly load: () => Promise<LaunchesViewParts>;
  readonly seenFailures: SeenFailures;
  readonly dropTarget: vscode.TreeDragAndDropController<unknown>;
  readonly onFailed: (error: unknown) => void;
}

/** Minimum time between two figures of an upload in its row, so that they can be read; ms. */
const progressThrottleMs = 1_000;

/** The launches of this computer by age, with a badge for those that need attention. */
export class LaunchesView implements vscode.TreeDataProvider<LaunchNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<LaunchNode[] | undefined>();
  readonly #subscription: vscode.Disposable;
  /** One row for each launch, because VS Code keeps the expansion and selection of identical objects only. */
  readonly #rows = new Map<string, LaunchRow>();
  /** The rows of periods, as VS Code knows them. */
  #periods: readonly PeriodRow[] = [];
  /** The launches in periods that are expanded. */
  readonly #expanded = new Set<string>();
  /** Identifies the launches, their order and the day. */
  #order = '';
  #shown: ReadonlySet<LaunchGroup> | undefined;
  #midnight: NodeJS.Timeout | undefined;
  readonly onDidChangeTreeData = this.#changed.event;
  readonly tree: vscode.TreeView<LaunchNode>;

  readonly #launches: LaunchStore;
  readonly #options: LaunchesViewOptions;

  constructor(launches: LaunchStore, options: LaunchesViewOptions) {
    this.#launches = launches;
    this.#options = options;
    this.tree = vscode.window.createTreeView<LaunchNode>(views.launches, {
      treeDataProvider: this,
      dragAndDropController: options.dropTarget,
      canSelectMany: true,
    });
    const update = () => void this.#update();
    this.#subscription = vscode.Disposable.from(
      launches.onDidChange(update),
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
    this.#changed.fire(undefined);
  }

  async getTreeItem(node: LaunchNode): Promise<vscode.TreeItem> {
    return (await this.#options.load()).createLaunchItem(node);
  }

  async getChildren(parent?: LaunchNode): Promise<LaunchNode[]> {
    if (parent?.kind === 'period') {
      this.#noteExpanded(parent, true);
      return parent.launches.flatMap(({ id }) => this.#rows.get(id) ?? []);
    }
    if (parent !== undefined) return (await this.#options.load()).createChildNodes(parent);
    const { launches, nodes } = await this.#roots();
    this.#order = orderOf(nodes);
    this.#periods = nodes.filter((node) => node.kind === 'period');
    this.#rows.clear();
    this.#expanded.clear();
    for (const launch of launches) this.#rows.set(launch.id, { kind: 'launch', launch });
    this.#updateAtMidnight();
    return nodes;
  }

  /** Needed to reveal a row. VS Code knows the parents of rows that it shows. */
  async getParent(node: LaunchNode): Promise<LaunchNode | undefined> {
    if (node.kind !== 'launch') return undefined;
    const { nodes } = await this.#roots();
    return nodes.find((one) => 'launches' in one && one.launches.some(({ id }) => id === node.launch.id));
  }

  /** Selects the row of a launch. Removes a filter that hides it. */
  async show(id: string): Promise<void> {
    const launch = (await this.#launches.list()).find((one) => one.id === id);
    if (launch === undefined) return;
    const row = this.#rows.get(id) ?? { kind: 'launch', launch };
    if (this.#shown !== undefined && (await this.getParent(row)) === undefined) this.filter = undefined;
    await this.tree.reveal(row, { select: true, focus: true });
  }

  /** Selects the row of a study. */
  async showStudy(id: string): Promise<void> {
    const launch = (await this.#launches.list()).find(({ record }) => record.plan.study?.id === id);
    if (launch !== undefined) await this.show(launch.id);
  }

  /** Gives the focus to the row of a launch, unless a filter hides it. */
  async focus(id: string): Promise<void> {
    const row = this.#rows.get(id);
    if (row === undefined || !this.tree.visible || (await this.getParent(row)) === undefined) return;
    await this.tree.reveal(row, { select: false, focus: true });
  }

  async #update(): Promise<void> {
    try {
      await this.#showBadge();
      // A hidden view requests everything when it is shown.
      if (this.tree.visible) await this.#redraw();
      else this.#changed.fire(undefined);
    } catch (error) {
      // The rows stay as they are.
      this.#options.onFailed(error);
    }
  }

  /** Redraws only rows whose appearance has changed: redrawing all would close what the user is just expanding. */
  async #redraw(): Promise<void> {
    const { launches, nodes } = await this.#roots();
    if (orderOf(nodes) !== this.#order) {
      this.#changed.fire(undefined);
      return;
    }
    const changed = launches.flatMap((launch) => {
      const row = this.#rows.get(launch.id);
      if (row === undefined || !needsRedraw(row, launch)) return [];
      row.launch = launch;
      row.drawnAtMs = performance.now();
      return [row];
    });
    const periods = this.#periods.filter((row) => takeChange(row, nodes));
    if (changed.length + periods.length > 0) this.#changed.fire([...periods, ...changed]);
    await this.#noteSeen();
  }

  dispose(): void {
    clearTimeout(this.#midnight);
    this.#subscription.dispose();
    this.tree.dispose();
    this.#changed.dispose();
  }

  async #roots(): Promise<{ readonly launches: readonly Launch[]; readonly nodes: LaunchNode[] }> {
    const [launches, unreadable] = await Promise.all([this.#launches.list(), this.#launches.unreadable()]);
    const { createRootNodes } = await this.#options.load();
    const nodes = createRootNodes(launches, unreadable, this.#shown, Date.now());
    this.#showCount(launches.length, nodes);
    return { launches, nodes };
  }

  /** Says beside the title that a filter hides launches. */
  #showCount(all: number, nodes: readonly LaunchNode[]): void {
    const shown = nodes.reduce((sum, node) => sum + (node.kind === 'period' ? node.launches.length : 0), 0);
    const counts = [shown, all].map((count) => count.toLocaleString(vscode.env.language));
    this.tree.description = this.#shown === undefined ? '' : vscode.l10n.t('{0} of {1}', ...counts);
  }

  /** "Today" becomes wrong at midnight. */
  #updateAtMidnight(): void {
    clearTimeout(this.#midnight);
    const now = Date.now();
    this.#midnight = setTimeout(() => void this.#update(), getMidnight(now, -1) - now);
  }

  #noteExpanded(row: LaunchNode, isExpanded: boolean): void {
    if (row.kind !== 'period') return;
    for (const { id } of row.launches) {
      if (isExpanded) this.#expanded.add(id);
      else this.#expanded.delete(id);
    }
    if (isExpanded) void this.#noteSeen().catch((error: unknown) => this.#options.onFailed(error));
  }

  /** Failed launches are counted until their row has been seen. Every other launch is counted until it is settled. */
  async #noteSeen(): Promise<void> {
    if (!this.tree.visible) return;
    const failures = [...this.#rows.values()].flatMap(({ launch }) => failureOf(launch));
    const seen = failures.filter(({ id }) => this.#expanded.has(id));
    if (await this.#options.seenFailures.add(seen, failures)) await this.#update();
  }

  /** Counts summaries, because most windows never show the list. */
  async #showBadge(): Promise<void> {
    const [launches, unreadable] = await Promise.all([
      this.#launches.summaries(),
      this.#launches.unreadable(),
    ]);
    const isSeen = (launch: Failure & Pick<Launch, 'state'>) =>
      launch.state === 'failed' && this.#options.seenFailures.has(launch);
    const urgent = launches.filter((launch) => needsAttention(launch.state) && !isSeen(launch));
    const value = urgent.length + unreadable.length;
    const tooltip =
      value === 1
        ? vscode.l10n.t('1 launch needs your attention.')
        : vscode.l10n.t('{0} launches need your attention.', value);
    this.tree.badge = value === 0 ? undefined : { value, tooltip };
  }
}

/** Whether the row of a launch has to show what the launch is now. */
function needsRedraw({ launch: before, drawnAtMs = -Infinity }: LaunchRow, now: Launch): boolean {
  if (renderKey(before) === renderKey(now)) return false;
  // Progress is reported until the upload ends, so the last figures are not left out.
  const isUploading = before.progress !== undefined && now.progress !== undefined;
  const isSameState = before.state === now.state && before.runsHere === now.runsHere;
  return !(isUploading && isSameState) || performance.now() - drawnAtMs >= progressThrottleMs;
}

/** Gives the row of a period its launches of now. @returns whether the row looks different for that */
function takeChange(row: PeriodRow, nodes: readonly LaunchNode[]): boolean {
  const now = nodes.find((node) => node.kind === 'period' && node.period === row.period);
  if (now?.kind !== 'period') return false;
  const before = countUrgent(row.launches);
  row.launches = now.launches;
  return countUrgent(row.launches) !== before;
}

function countUrgent(launches: readonly Launch[]): number {
  return launches.filter(({ state }) => needsAttention(state)).length;
}

function failureOf({ id, state, record }: Launch): Failure[] {
  return state === 'failed' ? [{ id, changedAt: record.changedAt }] : [];
}

function orderOf(nodes: readonly LaunchNode[]): string {
  const rows = nodes.map((node) => {
    if (node.kind === 'period') return [node.period, node.launches.map(({ id }) => id)];
    return node.kind === 'unreadable' && node.record;
  });
  // Rows of today and yesterday show no date.
  return JSON.stringify([getMidnight(Date.now()), rows]);
}
