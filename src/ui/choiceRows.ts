import type * as vscode from 'vscode';

/** A row that answers the question. */
export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
  /** Replaces this row while a text is typed. It is shown whether it matches or not, after those that match. */
  readonly whileTyping?: (text: string) => Choice<T>;
}

/** A row that does something and leaves the question open. */
export interface ActionRow<T = never> extends vscode.QuickPickItem {
  readonly run: () => void;
  /** As {@link Choice.whileTyping}; undefined for a text that cannot be an answer. */
  readonly whileTyping?: (text: string) => Choice<T> | undefined;
}

export interface Separator {
  readonly kind: vscode.QuickPickItemKind.Separator;
  readonly label: string;
}

export type ChoiceOrSeparator<T> = Choice<T> | Separator;

/** Every row that a question may have. */
export type Row<T> = ChoiceOrSeparator<T> | ActionRow<T>;

/** Limit for the rows displayed at once: each of them is sent to the window. */
export const maxRows = 500;

/** The rows to display while a text is typed. VS Code filters them again and lets no other through. */
export function rowsWhileTyping<T>(rows: readonly Row<T>[], typed: string): readonly Row<T>[] {
  const text = typed.trim();
  if (text === '') return rows.slice(0, maxRows);
  const typedRows = rows.map((row) => ('whileTyping' in row ? row.whileTyping(text) : undefined));
  const lasting = typedRows.flatMap((row) => (row === undefined ? [] : [{ ...row, alwaysShow: true }]));
  const others = rows.filter((row) => !('whileTyping' in row));
  const found = rows.length > maxRows ? others.filter((row) => contains(row, text)) : others;
  return [...found.slice(0, maxRows), ...lasting];
}

function contains<T>(row: Row<T>, text: string): boolean {
  const wanted = text.toLowerCase();
  return (
    'value' in row &&
    [row.label, row.description].some((part) => part?.toLowerCase().includes(wanted) === true)
  );
}
