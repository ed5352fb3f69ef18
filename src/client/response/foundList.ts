/** Keys and indices that lead to a value. */
export type Path = readonly (string | number)[];

/** An array, and where it stands in a response. */
export interface ArrayPlace {
  readonly path: Path;
  readonly list: readonly unknown[];
}

/** The list of a response, or why it is not clear which one it is. */
export type FoundList =
  /**
   * `readId` reads the identifier of an element; undefined where it has none. `isOwn` if it is only called `id` or the
   * like, as that of an error is too.
   */
  | (ArrayPlace & { readonly readId: (element: unknown) => unknown; readonly isOwn?: true })
  /** Each of these places could be meant; none if there is none. */
  | { readonly candidates: readonly Path[] }
  /** The element at this index has no identifier of its own, although others have. */
  | (ArrayPlace & { readonly without: number });

export const nothingFound: FoundList = { candidates: [] };
