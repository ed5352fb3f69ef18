import * as vscode from 'vscode';
import { Redactor } from './secrets/redactor';

/**
 * The only ways in which text leaves the extension: log, messages, clipboard and exported documents. A test
 * holds that line. Nothing that is written here may hold a secret; the redactor is there for what slips through.
 */
export const redactor = new Redactor();

export type Severity = 'information' | 'warning' | 'error';

/**
 * Shows a message with buttons. @returns the label of the button that was pressed.
 */
export async function showMessage(
  severity: Severity,
  text: string,
  ...labels: readonly string[]
): Promise<string | undefined> {
  return await shows[severity](inert(text), {}, ...labels);
}

/** Asks in a dialog that has to be answered. @returns the label that was chosen; nothing when it was closed. */
export async function askModally(
  severity: Severity,
  text: string,
  detail: string,
  ...labels: readonly string[]
): Promise<string | undefined> {
  return await shows[severity](inert(text), { modal: true, detail: redactor.text(detail) }, ...labels);
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
 * Text that VS Code shows letter by letter: elsewhere it makes links of `[text](command:…)`, which a name from
 * the service could hold, and icons of `$(name)`.
 */
export function inert(text: string): string {
  return redactor.text(text).replace(/\]\(/g, ']\u200b(').replace(/\$\(/g, '$\u200b(');
}

export async function copyText(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(redactor.exact(text));
}

/** Saves a text to a file that a person has chosen. */
export async function writeText(file: vscode.Uri, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(redactor.exact(text)));
}

export interface Log {
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  /** What was thrown, without the message of anything that is not this extension's own. */
  failed(error: unknown): void;
  show(): void;
  dispose(): void;
}

export function openLog(name: string): Log {
  const channel = vscode.window.createOutputChannel(name, { log: true });
  return {
    debug: (text) => channel.debug(redactor.text(text)),
    info: (text) => channel.info(redactor.text(text)),
    warn: (text) => channel.warn(redactor.text(text)),
    failed: (error) => channel.error(redactor.text(rebuilt(error))),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}

/**
 * An error for the log. The messages of this extension's own errors, which have a `kind`, are made of codes,
 * hosts and file names. Those of others may quote a URL or a header, so of them only name, code and stack stay.
 */
function rebuilt(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  if ('kind' in error) return `${error.name}: ${error.message}`;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`${error.name}${code}`, ...frames].join('\n');
}
