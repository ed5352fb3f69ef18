/** A text for each kind of a problem. */
export type TextsByKind<Problem extends { readonly kind: string }> = {
  readonly [Kind in Problem['kind']]: (problem: Problem & { readonly kind: Kind }) => string;
};

export function describeByKind<Problem extends { readonly kind: string }>(
  problem: Problem,
  texts: TextsByKind<Problem>,
): string {
  const describe = texts[problem.kind as Problem['kind']];
  return describe(problem);
}
