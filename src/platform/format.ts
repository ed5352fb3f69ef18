import prettyBytes from 'pretty-bytes';
import * as vscode from 'vscode';

/** Formats a size such as `1.5 MB`, in the notation of the user's language. */
export function formatBytes(bytes: number): string {
  return prettyBytes(bytes, { locale: vscode.env.language, maximumFractionDigits: 1 });
}

/** Formats a rate such as `8.2 MB/s`. */
export function formatRate(bytesPerSecond: number): string {
  return vscode.l10n.t('{0}/s', formatBytes(bytesPerSecond));
}
