import * as vscode from 'vscode';
import { formatErrorLine } from '../secrets/errorLine';
import { logWithoutSecrets } from './output';

/** The log of a window. */
export type Log = ReturnType<typeof openLog>;

/** Opens the log of this window. Lines are written without secrets. */
export function openLog(name: string) {
  const channel = vscode.window.createOutputChannel(name, { log: true });
  return {
    debug: (text: string) => logWithoutSecrets(channel, 'debug', text),
    info: (text: string) => logWithoutSecrets(channel, 'info', text),
    warn: (text: string) => logWithoutSecrets(channel, 'warn', text),
    /** Logs an error, but its message only if it is one of this extension's own. */
    failed: (error: unknown) => logWithoutSecrets(channel, 'error', formatErrorLine(error)),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}
