import * as vscode from 'vscode';
import type { Identifier } from '../client/types';
import { listNodes, type ListNode } from './listNodes';
import type { ListStore } from './listStore';
import { treeItem } from './treeItems';

export interface ListViewOptions<T> {
  readonly viewId: string;
  /** Tells the welcome views which of them applies. */
  readonly stateKey: string;
  readonly store: ListStore<T>;
  readonly node: (item: T) => ListNode;
  /** Stands beside the title of the view. */
  readonly description?: () => string | undefined;
}

/** Shows one list of the service as a tree of one level. */
export class ListView<T extends { readonly id: Identifier }>
  implements vscode.TreeDataProvider<ListNode>, vscode.Disposable
{
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChangeTreeData = this.#changed.event;
  readonly tree: vscode.TreeView<ListNode>;

  constructor(private readonly options: ListViewOptions<T>) {
    this.tree = vscode.window.createTreeView(options.viewId, { treeDataProvider: this });
    this.#subscription = options.store.onDidChange(() => this.#changed.fire());
  }

  getTreeItem(node: ListNode): vscode.TreeItem {
    return treeItem(node);
  }

  async getChildren(parent?: ListNode): Promise<ListNode[]> {
    if (parent !== undefined) return [];
    const content = await this.options.store.content();
    this.tree.description = this.options.description?.() ?? '';
    await vscode.commands.executeCommand('setContext', this.options.stateKey, content.state);
    return listNodes(content, this.options.node);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.tree.dispose();
    this.#changed.dispose();
  }
}
