import type { Launch } from '../session/launchStore';
import type { Project, ReusableModel } from '../client/core/types';
import type { ListContent, Entry } from '../session/listStore';

/** Rows of a list that are shown at first, and added each time that somebody asks for more. */
export const pageSize = 200;

/** A row of a project. The view keeps one object for each, because VS Code tells rows apart by identity. */
export interface ProjectNode {
  readonly kind: 'project';
  readonly project: Project;
  /** Made from this machine, newest first. */
  launches?: readonly Launch[];
}

/** A row of a tree: data only. Its looks are decided in treeItems.ts. */
export type ListNode =
  | ProjectNode
  | { readonly kind: 'launch'; readonly launch: Launch }
  | { readonly kind: 'reusableModel'; readonly model: ReusableModel }
  /** So many entries are not shown yet. */
  | { readonly kind: 'more'; readonly count: number }
  /** The list was answered in part only: so many entries have no usable identifier. */
  | { readonly kind: 'broken'; readonly count: number }
  /** The list could not be had, for a reason that the welcome views do not cover. */
  | { readonly kind: 'failed'; readonly text: string };

/** @param found those entries of the content that are to be shown, see {@link filterEntries}; only `most` become rows */
export function listNodes<T extends Entry>(
  content: ListContent<T>,
  node: (item: T) => ListNode,
  { found = entriesOf(content), most = pageSize }: { found?: readonly T[]; most?: number } = {},
): ListNode[] {
  switch (content.state) {
    case 'ready': {
      const { broken } = content.listing;
      const rows = found.slice(0, most).map(node);
      if (found.length > most) rows.push({ kind: 'more', count: found.length - most });
      if (broken > 0) rows.push({ kind: 'broken', count: broken });
      return rows;
    }
    case 'failed':
      return [{ kind: 'failed', text: content.text }];
    default:
      return [];
  }
}

export function entriesOf<T>(content: ListContent<T>): readonly T[] {
  return content.state === 'ready' ? content.listing.items : [];
}

/** Those entries whose name or identifier contains the text, in whatever case; all for an empty text. */
export function filterEntries<T extends Entry>(entries: readonly T[], text: string): readonly T[] {
  if (text === '') return entries;
  const wanted = text.toLowerCase();
  const has = (value: string): boolean => value.toLowerCase().includes(wanted);
  return entries.filter(({ id, name }) => has(name) || has(String(id)));
}
