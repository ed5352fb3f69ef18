import type { Launch } from '../launches';
import type { Identifier, Listing, Project, ReusableModel } from '../client/types';

/** A row of a tree: data only. What it looks like is decided in treeItems.ts. */
export type ListNode =
  | {
      readonly kind: 'project';
      readonly project: Project;
      /** Made from this machine, newest first. */
      readonly launches?: readonly Launch[];
    }
  | { readonly kind: 'launch'; readonly launch: Launch }
  | { readonly kind: 'reusableModel'; readonly model: ReusableModel }
  /** The list was answered in part only: so many entries have no usable identifier. */
  | { readonly kind: 'broken'; readonly count: number }
  /** The list could not be had, for a reason that the welcome views do not cover. */
  | { readonly kind: 'failed'; readonly error: unknown };

/** What a view shows. A failed list is never an empty one. */
export type ListContent<T> =
  | { readonly state: 'notConfigured' | 'badBaseUrl' | 'signInNeeded' | 'unreachable' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'ready'; readonly listing: Listing<T> };

export function listNodes<T extends { readonly id: Identifier }>(
  content: ListContent<T>,
  node: (item: T) => ListNode,
): ListNode[] {
  switch (content.state) {
    case 'ready': {
      const { items, broken } = content.listing;
      const rows = distinct(items).map(node);
      return broken === 0 ? rows : [...rows, { kind: 'broken', count: broken }];
    }
    case 'failed':
      return [{ kind: 'failed', error: content.error }];
    default:
      return [];
  }
}

/** A tree refuses two rows with one identifier. */
function distinct<T extends { readonly id: Identifier }>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
