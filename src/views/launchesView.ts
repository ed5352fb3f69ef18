import * as vscode from 'vscode';
import { contextKeys, views } from '../contributions';
import type { Launch } from '../launch/launch';
import { type LaunchState, needsAttention } from '../launch/launchState';
import type { LaunchStore } from '../session/launchStore';
import { createChildNodes, createRootNodes, type LaunchNode, type LaunchRow } from './launchNodes';
import { renderKey } from './projectLaunches';

export interface LaunchesViewOptions {
  readonly item: (node: LaunchNode) => Promise<vscode.TreeItem>;
  readonly onFailed: (error: unknown) => void;
}

/** The launches of this computer by day, with a badge for those that need attention. */
export class LaunchesView implements vscode.TreeDataProvider<LaunchNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<LaunchNode[] | undefined>();
  readonly #subscription: vscode.Disposable;
  /** One row for each launch, because VS Code keeps the expansion and selection of identical objects only. */
  readonly #rows = new Map<string, LaunchRow>();
  /** Identifies the launches and their order. */
  #order = '';
  #shown: ReadonlySet<LaunchState> | undefined;
  readonly onDidChangeTreeData = this.#changed.event;
  readonly tree: vscode.TreeView<LaunchNode>;

  readonly #launches: LaunchStore;
  readonly #options: LaunchesViewOptions;

  constructor(launches: LaunchStore, options: LaunchesViewOptions) {
    this.#launches = launches;
    this.#options = options;
    this.tree = vscode.window.createTreeView(views.launches, { treeDataProvider: this });
    this.#subscription = launches.onDidChange(() => void this.#update());
    // The badge on the activity bar is needed even if the view is never opened.
    void this.#update();
  }

  /** `undefined` shows all. */
  get filter(): ReadonlySet<LaunchState> | undefined {
    return this.#shown;
  }

  set filter(shown: ReadonlySet<LaunchState> | undefined) {
    this.#shown = shown;
    void vscode.commands.executeCommand('setContext', contextKeys.launchesFiltered, shown !== undefined);
    this.#changed.fire(undefined);
  }

  async getTreeItem(node: LaunchNode): Promise<vscode.TreeItem> {
    return await this.#options.item(node);
  }

  async getChildren(parent?: LaunchNode): Promise<LaunchNode[]> {
    if (parent?.kind === 'day') return parent.launches.flatMap(({ id }) => this.#rows.get(id) ?? []);
    if (parent !== undefined) return createChildNodes(parent);
    const { launches, nodes } = await this.#roots();
    this.#order = orderOf(nodes);
    this.#rows.clear();
    for (const launch of launches) this.#rows.set(launch.id, { kind: 'launch', launch });
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
      if (row === undefined || renderKey(row.launch) === renderKey(launch)) return [];
      row.launch = launch;
      return [row];
    });
    if (changed.length > 0) this.#changed.fire(changed);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.tree.dispose();
    this.#changed.dispose();
  }

  async #roots(): Promise<{ readonly launches: readonly Launch[]; readonly nodes: LaunchNode[] }> {
    const [launches, unreadable] = await Promise.all([this.#launches.list(), this.#launches.unreadable()]);
    return { launches, nodes: createRootNodes(launches, unreadable, this.#shown) };
  }

  /** Counts summaries, because most windows never show the list. */
  async #showBadge(): Promise<void> {
    const [launches, unreadable] = await Promise.all([
      this.#launches.summaries(),
      this.#launches.unreadable(),
    ]);
    const value = launches.filter(({ state }) => needsAttention(state)).length + unreadable.length;
    const tooltip =
      value === 1
        ? vscode.l10n.t('1 launch needs your attention.')
        : vscode.l10n.t('{0} launches need your attention.', value);
    this.tree.badge = value === 0 ? undefined : { value, tooltip };
  }
}

function orderOf(nodes: readonly LaunchNode[]): string {
  return JSON.stringify(
    nodes.map((node) => {
      if (node.kind === 'day') return [node.day, node.launches.map(({ id }) => id)];
      return node.kind === 'unreadable' && node.record;
    }),
  );
}
