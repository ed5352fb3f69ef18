import type { Row, Spread, Target } from './measurement';

const head = ['measurement', 'ours', 'reference', 'ratio', 'target', ''];

/** The rows as aligned lines of text: medians, with the minimum and the maximum of all rounds. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [head, ...rows.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines
    .map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n');
}

function cellsOf({ name, unit, ours, reference, ratio, target, verdict, reason }: Row): string[] {
  return [
    name,
    ours === undefined ? '' : `${spread(ours)} ${unit}`,
    reference === undefined ? '' : `${reference.name}: ${spread(reference)} ${unit}`,
    ratio?.toFixed(2) ?? '',
    targetText(target, unit),
    reason === undefined ? verdict : `${verdict}: ${reason}`,
  ];
}

function spread({ median, least, most }: Spread): string {
  return `${number(median)} (${number(least)}–${number(most)})`;
}

function number(figure: number): string {
  return figure.toFixed(figure < 10 ? 2 : 0);
}

function targetText({ ratio, figure }: Target, unit: Row['unit']): string {
  const limits = [
    ratio === undefined ? '' : ratio.toFixed(2),
    figure === undefined ? '' : `${figure} ${unit}`,
  ];
  const text = limits.filter(Boolean).join(' and ');
  return text && `≤ ${text}`;
}
