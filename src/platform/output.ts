import path from 'node:path';
import * as vscode from 'vscode';
import { errorOfKind } from '../errors';
import { getErrnoCode } from '../files/errnoCode';
import { Redactor } from '../secrets/redactor';

/**
 * The only ways in which text leaves the extension: log, messages, clipboard and exported documents. A test enforces
 * this. No text passed to this module may hold a secret; the redactor is a safety net.
 *
 * Messages consist of names and of messages from servers. Patterns would mangle names, and server messages went
 * through `Redactor.words` before they were used; so messages, labels and rows are only searched for known secrets.
 * The log holds no server messages, and there an unforeseen leak would be worse than a mangled line.
 */
export const redactor = new Redactor();

export type Severity = 'information' | 'warning' | 'error';

/** Shows a message with buttons. @returns the label of the button that was pressed */
export async function showMessage(
  severity: Severity,
  text: string,
  ...labels: readonly string[]
): Promise<string | undefined> {
  return await shows[severity](escapeForDisplay(text), {}, ...labels);
}

/**
 * Shows a modal dialog, with the first button as the default; for `askModally` only.
 * @returns the index of the label that was chosen; undefined when the dialog was closed
 */
export async function showModal(
  severity: Severity,
  text: string,
  detail: string,
  labels: readonly string[],
): Promise<number | undefined> {
  const options = { modal: true, detail: redactor.exact(detail) };
  const chosen = await shows[severity](escapeForDisplay(text), options, ...labels);
  return chosen === undefined ? undefined : labels.indexOf(chosen);
}

type Show = (
  text: string,
  options: vscode.MessageOptions,
  ...labels: readonly string[]
) => Thenable<string | undefined>;

const shows: Readonly<Record<Severity, Show>> = {
  information: (text, options, ...labels) => vscode.window.showInformationMessage(text, options, ...labels),
  warning: (text, options, ...labels) => vscode.window.showWarningMessage(text, options, ...labels),
  error: (text, options, ...labels) => vscode.window.showErrorMessage(text, options, ...labels),
};

/**
 * Escapes text so that VS Code shows it literally: otherwise it turns `[text](command:…)`, which a name from the
 * service could contain, into links, and `$(name)` into icons.
 */
export function escapeForDisplay(text: string): string {
  return redactor.exact(text).replace(/\]\(/g, ']\u200b(').replace(/\$\(/g, '$\u200b(');
}

/** A text that may quote the service, such as the message above the rows of a view. */
export function messageWithoutSecrets(text: string): string {
  return redactor.exact(text);
}

/** Free text of a server. */
export function serverMessageWithoutSecrets(text: string): string {
  return redactor.words(text);
}

/** Redacts known secrets in a row of a tree, because a service may repeat them in a name. */
export function withoutSecrets(item: vscode.TreeItem): vscode.TreeItem {
  if (typeof item.label === 'string') item.label = redactor.exact(item.label);
  if (typeof item.description === 'string') item.description = redactor.exact(item.description);
  if (typeof item.tooltip === 'string') item.tooltip = redactor.exact(item.tooltip);
  const { accessibilityInformation: accessibility } = item;
  if (accessibility !== undefined) {
    item.accessibilityInformation = { ...accessibility, label: redactor.exact(accessibility.label) };
  }
  return item;
}

/** A text that is read and whose parts nobody copies, such as the fields of a thing that the service lists. */
export function textWithoutSecrets(text: string): string {
  return redactor.text(text);
}

/** Copies text to be read, such as a report. */
export async function copyText(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(redactor.exact(text));
}

/** Copies identifiers, and records whose free text has been redacted, unchanged. */
export async function copyData(data: string): Promise<void> {
  await vscode.env.clipboard.writeText(data);
}

/** A file that the user has chosen could not be written. */
export class FileWriteError extends errorOfKind('fileWrite') {
  constructor(
    /** Its name, without the folder. */
    readonly file: string,
    /** The code of a `FileSystemError`. */
    readonly code: string,
  ) {
    super(`the file cannot be written (${code})`);
  }
}

/** Saves text, as for `copyData`, to a file that the user has chosen. @throws FileWriteError */
export async function writeData(file: vscode.Uri, data: string): Promise<void> {
  try {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(data));
  } catch (error) {
    throw new FileWriteError(path.posix.basename(file.path), getErrnoCode(error));
  }
}

/** Writes a line of the log. */
export function logWithoutSecrets(
  channel: vscode.LogOutputChannel,
  level: 'debug' | 'info' | 'warn' | 'error',
  text: string,
): void {
  channel[level](redactor.text(text));
}
