/** Plain text for editors. */

/** Line width, because editors do not wrap plain text; characters. */
const lineWidth = 88;

export type LabelledText = readonly [label: string, text: string];

/** One line for each text, with the labels in a column of their own. */
export function formatColumns(lines: readonly LabelledText[]): string[] {
  const indent = Math.max(...lines.map(([label]) => label.length)) + 2;
  return lines.map(([label, text]) => label.padEnd(indent) + text);
}

/** Wraps only between words. */
export function wrapLines(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (last.length + 1 + word.length <= lineWidth) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines;
}
