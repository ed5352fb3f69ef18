/** A table as Prettier writes it: each column as wide as its longest cell. @param rows the first one is the head */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  return [...lines.slice(0, 1), rule, ...lines.slice(1)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** A document with another table in place of the first one under a heading of the second level. */
export function replaceTable(document: string, heading: string, table: string): string {
  const start = document.indexOf(`\n## ${heading}\n`);
  const found = start < 0 ? null : /^\|.*(?:\n\|.*)*/m.exec(document.slice(start));
  if (found === null) throw new RangeError(`There is no table under “${heading}”.`);
  const from = start + found.index;
  return document.slice(0, from) + table + document.slice(from + found[0].length);
}
