import * as l10n from '@vscode/l10n';

/** The label of a button or row that opens something: its title, with the ellipsis that VS Code uses in every language. */
export function withEllipsis(title: string): string {
  return `${title}…`;
}

/** A line such as `Model: Beam`. */
export function formatLine(label: string, value: string): string {
  return l10n.t('{0}: {1}', label, value);
}
