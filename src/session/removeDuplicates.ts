import type { Identifier, Listing } from '../client/core/types';

export interface Entry {
  readonly id: Identifier;
  readonly name: string;
}

/** Keeps the last entry with each identifier, because a tree rejects two rows with the same one. */
export function removeDuplicates<T extends Entry>(listing: Listing<T>): Listing<T> {
  const items = new Map<Identifier, T>();
  // A pair for each of 100,000 entries would cost as much again.
  for (const item of listing.items) items.set(item.id, item);
  return items.size === listing.items.length ? listing : { ...listing, items: [...items.values()] };
}
