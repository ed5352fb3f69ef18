import * as vscode from 'vscode';
import type { Identifier } from '../client/core/types';
import type { Launch } from '../launch/launch';
import type { ListContent, ListStore } from '../session/listStore';
import type { RankedEntries } from '../session/recentChoices';
import type { Entry } from '../session/removeDuplicates';
import { describeFiltered } from './filterMessage';
import { createListItem } from './listItems';
import {
  filterEntries,
  findSharedNames,
  listEntries,
  type ListNode,
  listNodes,
  pageSize,
  type ProjectNode,
} from './listNodes';
import { type LaunchesOf, renderKey } from './projectLaunches';
import type { RowPages } from './rowPages';

export interface ListViewOptions<T extends Entry> {
  readonly tree: vscode.TreeView<ListNode>;
  readonly pages: RowPages;
  /** Context key that selects the welcome view. */
  readonly stateKey: string;
  /** Context key that says whether a filter is set. */
  readonly filteredKey: string;
  readonly store: ListStore<T>;
  /** The command behind "Show More" in this view. */
  readonly showMore: string;
  readonly node: (item: T, isNameShared: boolean) => ListNode;
  /** The order of the rows. */
  readonly rank: (items: readonly T[]) => Promise<RankedEntries<T>>;
  readonly onDidChangeRank: vscode.Event<void>;
  /** Launches shown below projects. */
  readonly launches?: { readonly read: () => Promise<LaunchesOf>; readonly onDidChange: vscode.Event<void> };
  /** Shown beside the title of the view. */
  readonly description?: () => string | undefined;
}

/** The rows of one content. */
interface KnownRows<T> {
  readonly content?: ListContent<T>;
  readonly rows: Map<Identifier, ListNode>;
  readonly sharedNames: ReadonlySet<string>;
}

/** Shows one list of the service in pages, with the launches of this computer below its projects. */
export class ListView<T extends Entry> implements vscode.TreeDataProvider<ListNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<ListNode[] | undefined>();
  readonly #subscription: vscode.Disposable;
  /** Rows by identifier, because VS Code keeps the expansion and selection of identical objects only. */
  #known: KnownRows<T> = { rows: new Map(), sharedNames: new Set() };
  #most = pageSize;
  #filter = '';
  readonly onDidChangeTreeData = this.#changed.event;
  readonly tree: vscode.TreeView<ListNode>;

  readonly #options: ListViewOptions<T>;

  constructor(options: ListViewOptions<T>) {
    this.#options = options;
    this.tree = options.tree;
    this.#subscription = vscode.Disposable.from(
      options.store.onDidChange(() => this.#changed.fire(undefined)),
      options.onDidChangeRank(() => this.#changed.fire(undefined)),
      options.launches?.onDidChange(() => void this.#redrawLaunchCounts()) ?? { dispose: () => undefined },
    );
  }

  /** Shows only entries that contain this text; empty for all. */
  get filter(): string {
    return this.#filter;
  }

  set filter(text: string) {
    this.#filter = text;
    void vscode.commands.executeCommand('setContext', this.#options.filteredKey, text !== '');
    this.#most = pageSize;
    this.#changed.fire(undefined);
  }

  showMore(): void {
    this.#most += pageSize;
    this.#changed.fire(undefined);
  }

  getTreeItem(node: ListNode): vscode.TreeItem {
    const item = this.#options.pages.withPage(createListItem(node), node);
    // The title of a command of a row is nowhere in sight.
    if (node.kind === 'more') item.command = { command: this.#options.showMore, title: '' };
    return item;
  }

  async getChildren(parent?: ListNode): Promise<ListNode[]> {
    if (parent !== undefined) return createLaunchesBelow(parent);
    const content = await this.#options.store.content();
    this.tree.description = this.#options.description?.() ?? '';
    // Do not await this: until `getChildren` returns, VS Code treats all rows as gone.
    void vscode.commands.executeCommand('setContext', this.#options.stateKey, stateOf(content));
    const launchesOf = await this.#options.launches?.read();
    const ranked = await this.#options.rank(filterEntries(listEntries(content), this.#filter));
    const pinned = new Set(ranked.pinned);
    const found = [...ranked.pinned, ...ranked.used, ...ranked.others];
    this.tree.message = this.#message(content, found.length);
    if (this.#known.content !== content) {
      this.#known = { content, rows: new Map(), sharedNames: findSharedNames(listEntries(content)) };
    }
    const node = (item: T) => {
      const row = this.#row(item, launchesOf);
      if (row.kind === 'project' || row.kind === 'reusableModel') row.isPinned = pinned.has(item);
      return row;
    };
    return listNodes(content, node, { found, most: this.#most });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #row(item: T, launchesOf: LaunchesOf | undefined): ListNode {
    const { rows, sharedNames } = this.#known;
    const row = rows.get(item.id) ?? this.#options.node(item, sharedNames.has(item.name));
    rows.set(item.id, row);
    if (row.kind === 'project' && launchesOf !== undefined) giveLaunches(row, launchesOf(row.project));
    return row;
  }

  /** Redraws only rows whose appearance has changed: redrawing all would close what the user is just expanding. */
  async #redrawLaunchCounts(): Promise<void> {
    const { launches } = this.#options;
    // A hidden view requests everything when it is shown.
    if (launches === undefined || !this.tree.visible) {
      this.#changed.fire(undefined);
      return;
    }
    const launchesOf = await launches.read();
    // VS Code passes over rows that it does not show at the moment.
    const projects = [...this.#known.rows.values()].filter((row) => row.kind === 'project');
    const rows = projects.filter((row) => giveLaunches(row, launchesOf(row.project)));
    if (rows.length > 0) this.#changed.fire(rows);
  }

  #message(content: ListContent<T>, found: number): string {
    // VS Code shows this as plain text: what a service writes becomes neither a link nor an icon.
    if ('text' in content) return content.text;
    if (this.#filter === '' || content.state !== 'ready') return '';
    return describeFiltered(this.#filter, found, content.listing.items.length);
  }
}

/** Only a list that is surely empty has a welcome text: with rows to come, the text would show until they are drawn. */
function stateOf<T>(content: ListContent<T>): string {
  const isEmpty =
    content.state === 'ready' && content.listing.items.length === 0 && content.listing.partial === undefined;
  return isEmpty ? 'empty' : content.state;
}

/** @returns whether anything displayed for the launches of the project has changed */
function giveLaunches(row: ProjectNode, launches: readonly Launch[]): boolean {
  const { launches: before = [] } = row;
  if (launches.length > 0 || before.length > 0) row.launches = launches;
  return before.map(renderKey).join('\n') !== launches.map(renderKey).join('\n');
}

function createLaunchesBelow(node: ListNode): ListNode[] {
  if (node.kind !== 'project') return [];
  return (node.launches ?? []).map((launch) => ({ kind: 'launch', launch }));
}
