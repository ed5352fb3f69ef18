/**
 * Finds the name that somebody probably meant: one with the same letters and digits, in another case, with other signs
 * between them, or without a unit in brackets. `Force [N]` is near `force`.
 */
export function findNearName(name: string, candidates: Iterable<string>): string | undefined {
  const simple = simplify(name);
  if (simple === '') return undefined;
  for (const one of candidates) if (one !== name && simplify(one) === simple) return one;
  return undefined;
}

function simplify(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[[({<].*$/u, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
