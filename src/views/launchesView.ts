import * as vscode from 'vscode';
import { contextKeys, views } from '../contributions';
import { needsAttention, type LaunchState } from '../launch/launchRecord';
import type { Launch, Launches } from '../launches';
import { launchItem } from './launchItems';
import { childNodes, dayNodes, type LaunchNode } from './launchNodes';

/** The launches of this machine by day, with a badge for those that need somebody. */
export class LaunchesView implements vscode.TreeDataProvider<LaunchNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #shown: ReadonlySet<LaunchState> | undefined;
  readonly onDidChangeTreeData = this.#changed.event;
  readonly tree: vscode.TreeView<LaunchNode>;

  constructor(private readonly launches: Launches) {
    this.tree = vscode.window.createTreeView(views.launches, { treeDataProvider: this });
    this.#subscription = launches.onDidChange(() => this.#changed.fire());
  }

  /** `undefined` shows all. */
  get filter(): ReadonlySet<LaunchState> | undefined {
    return this.#shown;
  }

  set filter(shown: ReadonlySet<LaunchState> | undefined) {
    this.#shown = shown;
    void vscode.commands.executeCommand('setContext', contextKeys.launchesFiltered, shown !== undefined);
    this.#changed.fire();
  }

  getTreeItem(node: LaunchNode): vscode.TreeItem {
    return launchItem(node);
  }

  async getChildren(parent?: LaunchNode): Promise<LaunchNode[]> {
    if (parent !== undefined) return childNodes(parent);
    const launches = await this.launches.list();
    this.#showBadge(launches);
    return dayNodes(launches, this.#shown);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.tree.dispose();
    this.#changed.dispose();
  }

  #showBadge(launches: readonly Launch[]): void {
    const value = launches.filter(({ state }) => needsAttention(state)).length;
    const tooltip =
      value === 1
        ? vscode.l10n.t('1 launch needs your attention.')
        : vscode.l10n.t('{0} launches need your attention.', value);
    this.tree.badge = value === 0 ? undefined : { value, tooltip };
  }
}
