import type { Identifier, Listing } from '../client/core/types';

export interface Entry {
  readonly id: Identifier;
  readonly name: string;
}

/** Keeps the last entry with each identifier, because a tree rejects two rows with the same one. */
export function removeDuplicates<T extends Entry>(listing: Listing<T>): Listing<T> {
  return { ...listing, items: [...new Map(listing.items.map((item) => [item.id, item])).values()] };
}
