import prettyBytes from 'pretty-bytes';
import prettyMilliseconds from 'pretty-ms';
import * as vscode from 'vscode';

/** `1.5 MB`, in the notation of the user's language. */
export function formatBytes(bytes: number): string {
  return prettyBytes(bytes, { locale: vscode.env.language, maximumFractionDigits: 1 });
}

/** `8.2 MB/s` */
export function formatRate(bytesPerSecond: number): string {
  return vscode.l10n.t('{0}/s', formatBytes(bytesPerSecond));
}

/** `2m 5s`, whole seconds. */
export function formatDuration(ms: number): string {
  return prettyMilliseconds(Math.max(1000, ms), { secondsDecimalDigits: 0, unitCount: 2 });
}
