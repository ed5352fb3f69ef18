/** The labels of rows, such as those of a view or a quick pick. */
export function labelsOf(rows: readonly { readonly label: string }[]): string[] {
  return rows.map(({ label }) => label);
}

/** These fields of each row, in this order. */
export function fieldsOf<Row, Field extends keyof Row>(
  rows: readonly Row[],
  ...fields: readonly Field[]
): Row[Field][][] {
  return rows.map((row) => fields.map((field) => row[field]));
}
