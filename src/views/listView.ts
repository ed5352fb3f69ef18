import * as vscode from 'vscode';
import type { Identifier } from '../client/types';
import { listNodes, type ListNode } from './listNodes';
import type { ListStore } from './listStore';
import { treeItem } from './treeItems';

export interface ListViewOptions<T extends { readonly id: Identifier }> {
  readonly viewId: string;
  /** Tells the welcome views which of them applies. */
  readonly stateKey: string;
  readonly store: ListStore<T>;
  /** Prepares once for all rows what each of them needs. */
  readonly node: () => Promise<(item: T) => ListNode>;
  /** Further reasons to draw the rows anew. */
  readonly alsoOn?: readonly vscode.Event<void>[];
  /** Stands beside the title of the view. */
  readonly description?: () => string | undefined;
}

/** Shows one list of the service, and below its projects the launches of this machine. */
export class ListView<T extends { readonly id: Identifier }>
  implements vscode.TreeDataProvider<ListNode>, vscode.Disposable
{
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChangeTreeData = this.#changed.event;
  readonly tree: vscode.TreeView<ListNode>;

  constructor(private readonly options: ListViewOptions<T>) {
    this.tree = vscode.window.createTreeView(options.viewId, { treeDataProvider: this });
    this.#subscription = vscode.Disposable.from(
      ...[options.store.onDidChange, ...(options.alsoOn ?? [])].map((event) =>
        event(() => this.#changed.fire()),
      ),
    );
  }

  getTreeItem(node: ListNode): vscode.TreeItem {
    return treeItem(node);
  }

  async getChildren(parent?: ListNode): Promise<ListNode[]> {
    if (parent !== undefined) return launchesBelow(parent);
    const content = await this.options.store.content();
    this.tree.description = this.options.description?.() ?? '';
    await vscode.commands.executeCommand('setContext', this.options.stateKey, content.state);
    return listNodes(content, await this.options.node());
  }

  dispose(): void {
    this.#subscription.dispose();
    this.tree.dispose();
    this.#changed.dispose();
  }
}

function launchesBelow(node: ListNode): ListNode[] {
  if (node.kind !== 'project') return [];
  return (node.launches ?? []).map((launch) => ({ kind: 'launch', launch }));
}
