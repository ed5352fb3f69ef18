/** The rows of the lists of projects and reusable models. */

import type { PartialListing, Project, ReusableModel } from '../client/core/types';
import type { Launch } from '../launch/launch';
import { isSpecific, remediesFor, type Remedy } from '../messages/remedies';
import type { ListContent } from '../session/listStore';
import type { Entry } from '../session/removeDuplicates';

/** Number of rows shown at first, and added each time the user asks for more. */
export const pageSize = 200;

/** The row of a project. The view keeps one object for each, because VS Code compares rows by identity. */
export interface ProjectNode {
  readonly kind: 'project';
  readonly project: Project;
  /** Whether another entry of the list has this name, so that only the identifier tells them apart. */
  readonly isNameShared?: boolean;
  isPinned?: boolean;
  /** Launches of this computer, newest first. */
  launches?: readonly Launch[];
}

/** A row of a tree: data only. listItems.ts decides its appearance. */
export type ListNode =
  | ProjectNode
  | { readonly kind: 'launch'; readonly launch: Launch }
  | {
      readonly kind: 'reusableModel';
      readonly model: ReusableModel;
      readonly isNameShared?: boolean;
      isPinned?: boolean;
    }
  /** Stands for `count` further entries. */
  | { readonly kind: 'more'; readonly count: number }
  /** `count` entries of the list have no usable identifier. */
  | { readonly kind: 'broken'; readonly count: number }
  /** The service has more than the `entries` that it sent. */
  | ({ readonly kind: 'partial'; readonly entries: number } & PartialListing)
  /** Offers a way on after the list could not be loaded. `text` is the reason, also shown above the row. */
  | { readonly kind: 'failed'; readonly offer: 'retry' | 'selectEnvironment'; readonly text: string }
  /** Offers what helps with the reason. */
  | { readonly kind: 'remedy'; readonly remedy: Remedy };

/** @param found the entries of the content to show, see {@link filterEntries}; at most `most` become rows */
export function listNodes<T extends Entry>(
  content: ListContent<T>,
  node: (item: T) => ListNode,
  { found = listEntries(content), most = pageSize }: { found?: readonly T[]; most?: number } = {},
): ListNode[] {
  switch (content.state) {
    case 'ready': {
      const { items, skipped, partial } = content.listing;
      const rows = found.slice(0, most).map(node);
      if (found.length > most) rows.push({ kind: 'more', count: found.length - most });
      if (skipped > 0) rows.push({ kind: 'broken', count: skipped });
      if (partial !== undefined) rows.push({ kind: 'partial', entries: items.length + skipped, ...partial });
      return rows;
    }
    case 'failed':
      return [{ kind: 'failed', offer: 'retry', text: content.text }, ...listRemedyNodes(content.error)];
    case 'badEnvironment':
      return [{ kind: 'failed', offer: 'selectEnvironment', text: content.text }];
    default:
      return [];
  }
}

/** Rows for what the welcome views and the title of the view do not have. */
function listRemedyNodes(error: unknown): ListNode[] {
  if (error === undefined) return [];
  return remediesFor(error)
    .filter(isSpecific)
    .map((remedy) => ({ kind: 'remedy', remedy }));
}

export function listEntries<T>(content: ListContent<T>): readonly T[] {
  return content.state === 'ready' ? content.listing.items : [];
}

/** The names that more than one of the entries has. */
export function findSharedNames(entries: readonly Entry[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { name } of entries) (seen.has(name) ? shared : seen).add(name);
  return shared;
}

/** The entries whose name or identifier contains the text, ignoring case; all for an empty text. */
export function filterEntries<T extends Entry>(entries: readonly T[], text: string): readonly T[] {
  if (text === '') return entries;
  const wanted = text.toLowerCase();
  const has = (value: string): boolean => value.toLowerCase().includes(wanted);
  return entries.filter(({ id, name }) => has(name) || has(String(id)));
}
